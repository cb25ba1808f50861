"""What keeps strangers out: hosts, origins, sizes and numbers, checked before anything else.

A page of another site that the user looks at can send requests to this machine. Such requests have
that site's name in `Origin`; or, if its name was made to point here (DNS rebinding), in `Host`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
EVERY_ADDRESS = ("0.0.0.0", "::")

MOST_BYTES = 5 * 1024 * 1024
MOST_DISCARDED_BYTES = 64 * 1024 * 1024
"""How much of a body that is too large is read and thrown away, so that the answer is heard."""

BODY_SECONDS = 60.0

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


class Refused(Exception):
    """A request that goes no further: its status code, and why in one line."""

    def __init__(self, status: int, reason: str) -> None:
        self.status = status
        self.reason = reason
        super().__init__(reason)


class Guard:
    """An ASGI application around another.

    `hosts` are the names that the server answers to, beside those of this machine. `is_full` says
    whether the page that a request is for would be one too many.
    """

    def __init__(
        self, app: ASGIApp, *, hosts: Collection[str], is_full: Callable[[Scope], bool]
    ) -> None:
        self.app = app
        self._own_hosts = {host.lower().strip("[]") for host in hosts}
        self._is_full = is_full

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
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
            self._check_sender(scope)
            if makes_page(scope) and self._is_full(scope):
                raise Refused(503, "too many visitors at the moment; try again in a minute")
            receive = await with_whole_body(scope, receive)
        except Refused as refusal:
            await answer(scope, send_safely, refusal)
            return
        await self.app(scope, receive, send_safely)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check_sender(scope)
        except Refused:
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.app(scope, receive, send)

    # Who sends it

    def _check_sender(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._is_our_host(host_name(hosts[0]), scope):
            raise Refused(
                400, "this server does not answer to that host; start it with --allow-host"
            )
        for origin in origins:
            if not self._is_our_origin(origin, hosts[0]):
                raise Refused(403, "requests from other sites are refused")

    def _is_our_host(self, name: str, scope: Scope) -> bool:
        if name in LOCAL_HOSTS or name in self._own_hosts:
            return True
        # Where it listens at every address, the one at which this came in: that is no name that
        # somebody could have made to point here.
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
        # Another port of this machine is another site. Behind a proxy only the name is known.
        is_local = name in LOCAL_HOSTS
        return without_usual_port(parts.netloc) == without_usual_port(host) or (
            not is_local and name in self._own_hosts
        )


def host_name(host: str) -> str:
    """The name or address in a `Host` header, without port and brackets; empty if it is neither."""
    if any(mark in host for mark in "@/?#\\"):
        return ""
    try:
        return (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


def without_usual_port(host: str) -> str:
    """`host` as browsers write it in either header."""
    return host.lower().removesuffix(":80").removesuffix(":443")


def _is_same_address(name: str, address: str) -> bool:
    try:
        return ipaddress.ip_address(name) == ipaddress.ip_address(address)
    except ValueError:
        return False


def makes_page(scope: Scope) -> bool:
    """Whether the request is for one of our pages, each of which takes memory."""
    return not scope["path"].startswith(("/_nicegui", "/api", "/openapi.json"))


# Bodies


async def with_whole_body(scope: Scope, receive: Receive) -> Receive:
    """Read the body, which must not be too large, and return what gives it to the application."""
    length = Headers(scope=scope).get("content-length", "0")
    if length.isdecimal() and int(length) > MOST_BYTES:
        await discard(receive)
        raise too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            message = await receive()
            body += message.get("body", b"")
            while message.get("more_body"):
                if len(body) > MOST_BYTES:
                    await discard(receive)
                    raise too_large()
                message = await receive()
                body += message.get("body", b"")
    except TimeoutError:
        raise Refused(408, f"the request was not sent within {BODY_SECONDS:g} seconds") from None
    if len(body) > MOST_BYTES:
        raise too_large()
    is_given = message["type"] == "http.disconnect"

    async def give() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    return give


def too_large() -> Refused:
    """What is said about bodies above the limit."""
    return Refused(413, f"the request is too large; send {MOST_BYTES // 1024**2} MB at most")


async def discard(receive: Receive) -> None:
    """Read on to the end, within reason: who is cut off while sending does not hear why."""
    read = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            message = await receive()
            while message.get("more_body") and read < MOST_DISCARDED_BYTES:
                read += len(message.get("body", b""))
                message = await receive()
    except TimeoutError:
        return


async def answer(scope: Scope, send: Send, refusal: Refused) -> None:
    """One line: as JSON for programs, else as text."""
    if scope["path"].startswith("/api"):
        kind, text = "application/json", json.dumps({"error": refusal.reason})
    else:
        kind, text = "text/plain; charset=utf-8", f"{refusal.reason}\n"
    data = text.encode()
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(data)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
