"""The JSON interface for other programs: best moves, exact solves, reviews, the library."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from outflank.engine.analysis import analysis_of_end
from outflank.engine.review_settings import review_settings
from outflank.formats.given import game_in, node_in
from outflank.version import installed_version
from outflank.web import api_errors, api_library
from outflank.web.api_models import (
    AnalyzeAnswer,
    AnalyzeRequest,
    BestAnswer,
    BestRequest,
    SolveAnswer,
    SolveRequest,
)
from outflank.web.api_page import page_of
from outflank.web.api_reading import REFUSALS, read, visitor_of
from outflank.web.desk import desk

DESCRIPTION = (
    "Best moves, exact endgame scores, reviews, and the games of the library. Searches from one"
    " address run one at a time and share the machine with those of others. A long search may be"
    " stopped early; its answer then has complete = false."
)

CLIENT_GONE = 499
"""HTTP status code of a request whose client has closed the connection."""

Result = TypeVar("Result")
router = APIRouter(prefix="/api")


@router.post("/best", responses=REFUSALS)
async def best(wanted: BestRequest, request: Request) -> BestAnswer:
    """The best moves of a position."""
    node = node_in(read(wanted.position))
    if node.position.is_over():
        return BestAnswer.of(node, analysis_of_end(node.position))
    search = desk().search(
        node.position,
        wanted.limit,
        visitor=visitor_of(request),
        lines=wanted.lines,
        book=wanted.book,
        gives_way=False,
    )
    return BestAnswer.of(node, await unless_gone(request, search))


@router.post("/solve", responses=REFUSALS)
async def solve(wanted: SolveRequest, request: Request) -> SolveAnswer:
    """The exact score of an endgame, or the bounds proved within the time limit."""
    node = node_in(read(wanted.position))
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
    """The loss of every move of a game, and how well each side played."""
    game = game_in(read(wanted.game))
    settings = review_settings(wanted.review, book=wanted.book)
    review = desk().review(game, settings, visitor=visitor_of(request))
    return AnalyzeAnswer.of(await unless_gone(request, review))


# Cancellation


async def unless_gone(request: Request, answer: Coroutine[Any, Any, Result]) -> Result:
    """Await `answer`, the coroutine that computes the response, and return its result.

    It is cancelled if the client closes the connection before.
    """
    task = asyncio.ensure_future(answer)
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
    """Add the JSON interface, its OpenAPI description and the page `/api` to the application."""
    application.description = DESCRIPTION
    application.version = installed_version()
    for each in (router, api_library.router):
        application.include_router(each)
    api_errors.add_to(application)

    @application.get("/api", include_in_schema=False)
    async def page() -> HTMLResponse:
        return HTMLResponse(page_of(application.openapi()))

    routes = (*router.routes, *api_library.router.routes)
    known = {route.path for route in routes}  # type: ignore[attr-defined]

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if path in known:
            raise HTTPException(405, "send this with POST; see /api", {"Allow": "POST"})
        raise HTTPException(404, f"{path[:40]} is not known here; see /api")

    # All other paths below /api, which would otherwise get a page.
    application.mount("/api", refuse)
