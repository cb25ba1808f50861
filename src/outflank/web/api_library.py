"""JSON calls for the game library: opening explorer and game search, over shared games only."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request

from outflank.web.api_library_models import (
    ExploreAnswer,
    ExploreRequest,
    SearchAnswer,
    SearchRequest,
)
from outflank.web.api_reading import REFUSALS, node_of, visitor_of
from outflank.web.shelf import shelf
from outflank.web.visitor_library import VisitorLibrary

router = APIRouter(prefix="/api")


@router.post("/explore", responses=REFUSALS)
async def explore(wanted: ExploreRequest, request: Request) -> ExploreAnswer:
    """The moves played in a position, with their results and strongest players."""
    position = node_of(wanted.position).position
    found = await _library(request).explore(position, wanted.only, "shared")
    return ExploreAnswer.of(found, wanted.language)


@router.post("/library/search", responses=REFUSALS)
async def search(wanted: SearchRequest, request: Request) -> SearchAnswer:
    """Search games by text, filters and a position."""
    selection = wanted.selection()
    if wanted.position is not None:
        selection = replace(selection, position=node_of(wanted.position).position)
    found = await _library(request).search(
        selection, "shared", order=wanted.order, limit=wanted.limit, offset=wanted.offset
    )
    return SearchAnswer.of(found.rows, found.count, wanted.language)


def _library(request: Request) -> VisitorLibrary:
    return VisitorLibrary(shelf(), visitor_of(request))
