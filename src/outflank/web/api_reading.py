"""What all calls of the JSON interface share: reading what is sent, who sends it, refusals."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from outflank.formats import Reading, read_text
from outflank.formats.detect import START_NAME
from outflank.formats.given import node_in
from outflank.rules.game import Game, Node
from outflank.web.api_models import Problem

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "Not a position or game, or a foreign host."},
    403: {"model": Problem, "description": "Sent by a page of another site."},
    408: {"model": Problem, "description": "Not sent in time."},
    413: {"model": Problem, "description": "More than 256 KB."},
    422: {"model": Problem, "description": "Not what this call takes."},
    429: {"model": Problem, "description": "Too many of your searches wait."},
}


def read(text: str) -> Reading:
    """What `text` says; unlike `formats.read` it never opens a file."""
    if text.strip().lower() == START_NAME:
        return Reading("board", (Game(),))
    return read_text(text)


def node_of(text: str) -> Node:
    """The one position that `text` says."""
    return node_in(read(text))


def visitor_of(request: Request) -> str:
    """Whom the desk takes this for: all programs of one address are one visitor."""
    return f"api {request.client.host if request.client else ''}"
