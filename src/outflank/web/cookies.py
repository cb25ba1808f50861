"""The cookie that a visitor is known by.

Browsers send a cookie to every port of a host, so a name that other programs use too would be
overwritten by them. Ours has a part that depends on the data folder: servers with the same games
know the same visitors, at whatever port they run.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode

from itsdangerous import BadSignature, TimestampSigner
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outflank.web.watch import LOCAL_ADDRESSES, network_of

FORMER_NAME = "session"
"""What the cookie was called in version 0.1."""

SECONDS = 365 * 24 * 3600
"""A visitor who comes back within a year finds games and settings again."""


class Cookies:
    """An ASGI application around another, which knows visitors by their former cookie too."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self.app = app
        self.name = cookie_name(secret)
        self._signer = TimestampSigner(secret)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on; one with the former cookie as if it had the cookie of today."""
        former = self._former(scope) if scope["type"] in ("http", "websocket") else None
        if former is None:
            await self.app(scope, receive, send)
            return
        cookie = f"{self.name}={former}"
        headers = MutableHeaders(scope=scope)
        headers["cookie"] = f"{headers['cookie']}; {cookie}"

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append(
                    "Set-Cookie", f"{cookie}; path=/; Max-Age={SECONDS}; httponly; samesite=lax"
                )
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    def _former(self, scope: Scope) -> str | None:
        cookies = HTTPConnection(scope).cookies
        value = cookies.get(FORMER_NAME, "")
        return value if self.name not in cookies and self._id_in(value) else None

    def visitor(self, scope: Scope) -> str:
        """Who sends a request: an address, and on this machine also the visitor of the cookie."""
        address = network_of(scope.get("client"))
        if address not in LOCAL_ADDRESSES:
            return address
        return f"{address} {self._id_in(HTTPConnection(scope).cookies.get(self.name, ''))}"

    def _id_in(self, value: str) -> str:
        try:
            data = json.loads(b64decode(self._signer.unsign(value, max_age=SECONDS)))
        except (BadSignature, ValueError):
            return ""
        return str(data.get("id", "")) if isinstance(data, dict) else ""


def cookie_name(secret: str) -> str:
    """The name of the cookie where cookies are signed with `secret`."""
    return f"outflank-{hashlib.sha256(secret.encode()).hexdigest()[:12]}"
