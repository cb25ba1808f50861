"""Who a visitor is: a random name in a cookie that only this server reads."""

from __future__ import annotations

import re
import secrets
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "outflank_visitor"
YEAR_SECONDS = 365 * 24 * 3600
_NAME = re.compile(r"[A-Za-z0-9_-]{20,60}")


class VisitorCookie:
    """Middleware that gives every request a visitor, and those without a cookie a new one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its visitor."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        known = _visitor_of(scope)
        scope[COOKIE] = known or secrets.token_urlsafe(18)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and not known:
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers.append(
                        "set-cookie",
                        f"{COOKIE}={scope[COOKIE]}; Path=/; Max-Age={YEAR_SECONDS}; "
                        "HttpOnly; SameSite=Lax",
                    )
            await send(message)

        await self._app(scope, receive, send_with_cookie)


def _visitor_of(scope: Scope) -> str | None:
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                cookie = SimpleCookie(value.decode("latin-1")).get(COOKIE)
            except CookieError:
                continue
            if cookie and _NAME.fullmatch(cookie.value):
                return cookie.value
    return None
