"""The JSON interface for programs: best moves, solutions, reviews."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from outflank import __version__
from outflank.errors import OutflankError
from outflank.formats import Feature, Reading, format_named, read_text
from outflank.formats.detect import START_NAME
from outflank.rules.game import Game, Node
from outflank.web import api_errors
from outflank.web.api_models import (
    AnalyzeAnswer,
    AnalyzeRequest,
    BestAnswer,
    BestRequest,
    Problem,
    SolveAnswer,
    SolveRequest,
)
from outflank.web.api_page import page_of
from outflank.web.desk import desk

DESCRIPTION = (
    "Best moves, exact endgame scores and reviews of games. Searches of one address run one after"
    " the other and share the machine with everybody else's: a long one may be ended early, and"
    " its answer then says that it is not complete."
)

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "Not a position or game, or a foreign host."},
    403: {"model": Problem, "description": "Sent by a page of another site."},
    408: {"model": Problem, "description": "Not sent in time."},
    413: {"model": Problem, "description": "More than 5 MB."},
    422: {"model": Problem, "description": "Not what this call takes."},
    429: {"model": Problem, "description": "Too many of your searches wait."},
}

CLIENT_GONE = 499
"""What servers write down where nobody is left to be told."""

Result = TypeVar("Result")
router = APIRouter(prefix="/api")


@router.post("/best", responses=REFUSALS)
async def best(wanted: BestRequest, request: Request) -> BestAnswer:
    """The best moves of a position."""
    node = node_in(wanted.position)
    if node.position.is_over():
        return BestAnswer.of(node, None, wanted.lines)
    search = desk().search(
        node.position,
        wanted.limit,
        visitor=visitor_of(request),
        lines=wanted.lines,
        gives_way=False,
    )
    return BestAnswer.of(node, await unless_gone(request, search), wanted.lines)


@router.post("/solve", responses=REFUSALS)
async def solve(wanted: SolveRequest, request: Request) -> SolveAnswer:
    """The exact score of an endgame, or what can be proved about it in time."""
    node = node_in(wanted.position)
    search = desk().solve(
        node.position,
        visitor=visitor_of(request),
        wld=wanted.wld,
        all_moves=wanted.all_moves,
        seconds=wanted.seconds,
    )
    return SolveAnswer.of(node, await unless_gone(request, search))


@router.post("/analyze", responses=REFUSALS)
async def analyze(wanted: AnalyzeRequest, request: Request) -> AnalyzeAnswer:
    """What every move of a game has cost, and how well each side played."""
    review = desk().review(game_in(wanted.game), wanted.limit, visitor=visitor_of(request))
    return AnalyzeAnswer.of(await unless_gone(request, review))


# What is sent


def read(text: str) -> Reading:
    """What `text` says; unlike `formats.read` it never opens a file."""
    if text.strip().lower() == START_NAME:
        return Reading("board", (Game(),))
    return read_text(text)


def node_in(text: str) -> Node:
    """The position that `text` means."""
    reading = read(text)
    if len(reading.games) > 1:
        raise OutflankError(f"{reading.description}: give one position")
    return reading.node


def game_in(text: str) -> Game:
    """The game in `text`, which must have moves."""
    reading = read(text)
    if Feature.MOVES not in format_named(reading.format).holds:
        raise OutflankError(f"{reading.description}: there is no move to review; give a game")
    return reading.game


# Who sends it


def visitor_of(request: Request) -> str:
    """Whom the desk takes this for: all programs of one address are one visitor."""
    return f"api {request.client.host if request.client else ''}"


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """What `work` returns; it is cancelled if nobody waits for the answer any more."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_client_leaves(request))
    try:
        await asyncio.wait((task, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise HTTPException(CLIENT_GONE, "the client has gone")
        return task.result()
    finally:
        leaving.cancel()
        task.cancel()


async def _client_leaves(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# The application


def add_to(application: FastAPI) -> None:
    """Add the interface, its description and a page about it."""
    application.description = DESCRIPTION
    application.version = __version__
    application.include_router(router)
    api_errors.add_to(application)

    @application.get("/api", include_in_schema=False)
    async def page() -> HTMLResponse:
        return HTMLResponse(page_of(application.openapi()))

    known = {route.path for route in router.routes}  # type: ignore[attr-defined]

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path in known:
            raise HTTPException(405, "send this with POST; see /api", {"Allow": "POST"})
        raise HTTPException(404, f"{path[:40]} is not known here; see /api")

    # Whatever else is asked for, which the pages would otherwise answer with one of theirs.
    application.mount("/api", refuse)
