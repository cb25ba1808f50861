"""ASGI middleware that checks host, origin, size and rate of every request.

It runs before the application, because any page of another site that is open in the user's browser
can send requests to this machine. Such requests carry the other site's name in `Origin`, or in
`Host` if that name was made to resolve to this machine (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.web.bodies import Bodies
from outflank.web.frames import SOCKET_PATH, check_polled, checked_socket, is_sound_query
from outflank.web.limits import limits
from outflank.web.pace import Paces
from outflank.web.refusal import Refused, answer, is_for_programs
from outflank.web.turns import Turns
from outflank.web.watch import LOCAL_ADDRESSES, network_of

LOCAL_HOSTS = ("localhost", *LOCAL_ADDRESSES)
MOST_WAIT_SECONDS = 10.0
"""A call of the JSON interface that its rate limit would delay longer than this is refused."""

EVERY_ADDRESS = ("0.0.0.0", "::")

OWN_SITES = ("same-origin", "none")
"""Values of the header `Sec-Fetch-Site` for requests of our own pages and typed addresses."""

# NiceGUI writes scripts and styles into its pages, and Vue compiles templates in the browser.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "media-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """ASGI middleware; see the docstring of the module.

    `hosts` are the accepted host names besides localhost. `is_full` returns whether a request would
    open more pages or sockets than allowed. `visitor` identifies the sender of a request: pages are
    built a few at a time, and visitors take turns.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Collection[str],
        is_full: Callable[[Scope], bool],
        visitor: Callable[[Scope], str] = lambda scope: network_of(scope.get("client")),
    ) -> None:
        self.app = app
        self._own_hosts = {host.lower().strip("[]") for host in hosts}
        self._is_full = is_full
        self._visitor = visitor
        self._bodies = Bodies(limits())
        self._calls = Paces(limits().calls_of_address)
        self._turns = Turns(limits().pages_waiting, places=limits().pages_built)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or answer it with a refusal."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope)
            await self._keep_pace(scope)
            async with self._bodies.whole(scope, receive) as receive_whole:
                if makes_page(scope):
                    await self._build_in_turn(scope, receive_whole, send_safely)
                else:
                    if scope["path"].startswith(SOCKET_PATH) and scope["method"] == "POST":
                        receive_whole = await _polled(receive_whole)
                    await self.app(scope, receive_whole, send_safely)
        except Refused as refusal:
            await answer(scope, send_safely, refusal)

    async def _keep_pace(self, scope: Scope) -> None:
        """Delay a call of the JSON interface if its address exceeds the rate limit.

        Raises `Refused` if the delay would be longer than `MOST_WAIT_SECONDS`.
        """
        address = network_of(scope.get("client"))
        if is_for_programs(scope["path"]) and address not in LOCAL_ADDRESSES:
            wait = self._calls.take(address)
            if wait > MOST_WAIT_SECONDS:
                raise Refused(429, "too many calls a second; wait for each answer")
            await asyncio.sleep(wait)

    async def _build_in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._turns.take(self._visitor(scope))
        has_turn = True

        def give_turn() -> None:
            nonlocal has_turn
            if has_turn:
                has_turn = False
                self._turns.give()

        async def send_after_turn(message: Message) -> None:
            give_turn()  # the page is built; a slow browser must not hold the turn
            await send(message)

        try:
            if self._is_full(scope):
                raise Refused(503, "too many visitors at the moment; try again in a minute")
            await self.app(scope, receive, send_after_turn)
        finally:
            give_turn()

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
        except Refused:
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.app(scope, *checked_socket(scope, receive, send))

    def _check(self, scope: Scope) -> None:
        if any(character < " " or character == "\x7f" for character in scope["path"]):
            raise Refused(400, "there is no such address")
        self._check_sender(scope)
        self._check_site(scope)
        if opens_socket(scope):
            if not is_sound_query(scope["query_string"]):
                raise Refused(400, "not a request that our pages send")
            if self._is_full(scope):
                raise Refused(503, "too many visitors at the moment; try again in a minute")

    # Sender

    def _check_sender(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._is_our_host(host_name(hosts[0]), scope):
            raise Refused(
                400, "this server does not serve that host name; start it with --allow-host"
            )
        for origin in origins:
            if not self._is_our_origin(origin, hosts[0]):
                raise Refused(403, "requests from other sites are refused")

    def _check_site(self, scope: Scope) -> None:
        """Refuse requests of other sites' pages that have no `Origin` header, such as for images.

        The only exception is a link that opens one of our pages as a top-level page.
        """
        headers = Headers(scope=scope)
        if headers.get("sec-fetch-site", "none") in OWN_SITES:
            return
        is_link = (
            headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest") == "document"
            and scope.get("method") in ("GET", "HEAD")
            and makes_page(scope)
        )
        if not is_link:
            raise Refused(403, "requests from other sites are refused")

    def _is_our_host(self, name: str, scope: Scope) -> bool:
        if name in LOCAL_HOSTS or name in self._own_hosts:
            return True
        # A server at all addresses accepts its own address, which DNS cannot rebind.
        server = scope.get("server")
        listens_everywhere = any(address in self._own_hosts for address in EVERY_ADDRESS)
        return listens_everywhere and server is not None and _is_same_address(name, server[0])

    def _is_our_origin(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
            name = parts.hostname
        except ValueError:
            return False
        if parts.scheme not in ("http", "https") or not name:
            return False
        # Another port of localhost is another site. Behind a proxy only the name is known.
        is_local = name in LOCAL_HOSTS
        return without_usual_port(parts.netloc) == without_usual_port(host) or (
            not is_local and name in self._own_hosts
        )


def host_name(host: str) -> str:
    """The name or address in a `Host` header, without port and brackets; empty if invalid."""
    if any(mark in host for mark in "@/?#\\"):
        return ""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def without_usual_port(host: str) -> str:
    """`host` in lower case without port 80 or 443, which browsers omit in `Host` and `Origin`."""
    return host.lower().removesuffix(":80").removesuffix(":443")


def _is_same_address(name: str, address: str) -> bool:
    try:
        return ipaddress.ip_address(name) == ipaddress.ip_address(address)
    except ValueError:
        return False


def makes_page(scope: Scope) -> bool:
    """Whether the server may have to build a page for this request, which takes memory."""
    path = scope["path"]
    is_file = path.startswith(("/_nicegui/", SOCKET_PATH, "/outflank/"))
    return not (is_file or is_for_programs(path) or path in ("/openapi.json", "/favicon.ico"))


def opens_socket(scope: Scope) -> bool:
    """Whether the request opens a new Socket.IO connection; False if it continues one."""
    return scope["path"].startswith(SOCKET_PATH) and b"sid=" not in scope["query_string"]


async def _polled(receive: Receive) -> Receive:
    """Check the frames of a polling request; raise `Refused` if one is invalid.

    Returns an ASGI `receive` function that delivers the same request body again.
    """
    first = await receive()
    check_polled(first.get("body", b""))
    is_given = False

    async def give() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return first

    return give
