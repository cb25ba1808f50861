"""Requests that the server refuses, and the HTTP responses to them."""

from __future__ import annotations

import json

from starlette.types import Scope, Send


class Refused(Exception):
    """Raised to refuse a request, with an HTTP status code and the reason in one line."""

    def __init__(self, status: int, reason: str) -> None:
        self.status = status
        self.reason = reason
        super().__init__(reason)


def is_for_programs(path: str) -> bool:
    """Whether a URL path belongs to the JSON interface."""
    return path == "/api" or path.startswith("/api/")


async def answer(scope: Scope, send: Send, refusal: Refused) -> None:
    """Send the HTTP response for a refused request, with the header ``Connection: close``.

    The body is the reason in one line: JSON for paths of the JSON interface, otherwise plain text.
    """
    if is_for_programs(scope["path"]):
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
