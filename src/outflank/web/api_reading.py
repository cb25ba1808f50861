"""Helpers for all calls of the JSON interface: parsing of games, visitor names, error codes."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from outflank.formats import Reading, read_text
from outflank.formats.detect import START_NAME
from outflank.formats.given import node_in
from outflank.rules.game import Game, Node
from outflank.web.api_models import Problem

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "Not a position or game, or an unknown Host header."},
    403: {"model": Problem, "description": "Sent by a page of another site."},
    408: {"model": Problem, "description": "The request was sent too slowly."},
    413: {"model": Problem, "description": "More than 256 KB."},
    422: {"model": Problem, "description": "The JSON does not match the fields of this call."},
    429: {"model": Problem, "description": "Too many of your searches are waiting."},
}


def read(text: str) -> Reading:
    """Parse a game or position; unlike `formats.read`, never opens a file."""
    if text.strip().lower() == START_NAME:
        return Reading("board", (Game(),))
    return read_text(text)


def node_of(text: str) -> Node:
    """Parse a text that must hold exactly one position; return its node in the game tree."""
    return node_in(read(text))


def visitor_of(request: Request) -> str:
    """The name under which the server schedules a request: one visitor for each client address."""
    return f"api {request.client.host if request.client else ''}"
