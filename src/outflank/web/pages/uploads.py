"""Files that browsers send to a page: one address for all pages, with a key for each.

NiceGUI's own upload has a route for every element, which FastAPI keeps in a cache with the page
that it belongs to.
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
"""Takes the bytes and the name of a file."""

LONGEST_NAME = 100

_takers: dict[str, Taker] = {}


def register() -> None:
    """Declare the address."""

    @app.post("/outflank/load/{key}")
    async def take(request: Request, key: str) -> PlainTextResponse:
        taker = _takers.get(key)
        if taker is None:
            return PlainTextResponse("the page that this is for has gone\n", 404)
        name = unquote(request.headers.get("x-file-name", ""))[:LONGEST_NAME]
        await taker(await request.body(), name)
        return PlainTextResponse("")


def upload_address(client: Client, taker: Taker) -> str:
    """An address that nobody can guess, at which `taker` gets files until `client` is deleted."""
    key = secrets.token_urlsafe(16)
    _takers[key] = taker
    client.on_delete(lambda: _takers.pop(key, None))
    return f"/outflank/load/{key}"
