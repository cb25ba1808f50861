"""File uploads through one route for all pages; each upload button has a secret key.

NiceGUI's own upload element is not used: it adds a route for every button, and FastAPI keeps that
route, and the page of the button, in memory.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TypeAlias
from urllib.parse import unquote

from fastapi import Request
from fastapi.responses import PlainTextResponse
from nicegui import Client, app

Taker: TypeAlias = Callable[[bytes, str], Awaitable[None]]
"""A callback that receives the content and the name of an uploaded file."""

LONGEST_NAME = 100

_takers: dict[str, Taker] = {}


def register() -> None:
    """Declare the upload route."""

    @app.post("/outflank/load/{key}")
    async def take(request: Request, key: str) -> PlainTextResponse:
        taker = _takers.get(key)
        if taker is None:
            return PlainTextResponse("the page of this upload is closed; load it again\n", 404)
        name = unquote(request.headers.get("x-file-name", ""))[:LONGEST_NAME]
        await taker(await request.body(), name)
        return PlainTextResponse("")


def upload_address(client: Client, taker: Taker) -> str:
    """A secret URL; files sent to it are passed to `taker` until `client` is deleted."""
    key = secrets.token_urlsafe(16)
    _takers[key] = taker
    client.on_delete(lambda: _takers.pop(key, None))
    return f"/outflank/load/{key}"
