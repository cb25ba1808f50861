"""The cookie that identifies a visitor.

Browsers share cookies between all ports of a host, so another program could overwrite a cookie with
a common name. The name used here is derived from the secret in the data folder: servers with the
same data folder recognise the same visitors, at any port.
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
"""Name of the visitor cookie in Outflank 0.1."""

SECONDS = 365 * 24 * 3600
"""Lifetime of the cookie: a visitor who returns within a year finds games and settings again."""


class Cookies:
    """ASGI middleware that also accepts the visitor cookie of Outflank 0.1."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self.app = app
        self.name = cookie_name(secret)
        self._signer = TimestampSigner(secret)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application.

        If the request has only the cookie of version 0.1, the application sees that cookie under
        the current name, and the response stores it in the browser under the current name.
        """
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
        """Identify the sender of a request by its address.

        For local addresses, which all clients of a proxy share, the id in the cookie is appended.
        """
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
    """The name of the visitor cookie for a server with this secret."""
    return f"outflank-{hashlib.sha256(secret.encode()).hexdigest()[:12]}"
