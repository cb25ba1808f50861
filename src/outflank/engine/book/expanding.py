"""Search the moves of a position for the book. This runs in the worker processes of a build."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TypeAlias

from outflank.engine.analysis import Analysis
from outflank.engine.book.canonical import Key, after_move, position_of_key
from outflank.engine.book.entry import UNIT
from outflank.engine.book.settings import BuildSettings
from outflank.engine.engine import Engine
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import CONFIDENCES, Limit

Searched: TypeAlias = tuple[Square, int, int, int]
"""A searched move: square, value in 1/`UNIT` disc, depth in plies,
index of the confidence level.
"""

TABLE_MEGABYTES = 32

LEAST_DEPTH = 8
"""The first search of a move has at least this depth, unless `BuildSettings.depth` is smaller."""

SURE = len(CONFIDENCES) - 1


@cache
def _engine() -> Engine:
    """The engine of this worker process; its transposition table helps with later positions."""
    return Engine(table_megabytes=TABLE_MEGABYTES)


def expand(
    key: Key, squares: tuple[Square, ...], best: int | None, settings: BuildSettings
) -> list[Searched]:
    """Search the moves `squares` of the position `key`; moves close to the best are searched
    deeper.

    `best` is the best value, in 1/`UNIT` disc, of the moves whose values the book already knows;
    None if there are none.
    """
    position = position_of_key(key)
    first_depth = min(max(settings.depth // 2, LEAST_DEPTH), settings.depth)
    first = [search_move(position, square, first_depth, settings.confidence) for square in squares]
    found = []
    margin = round(settings.margin * UNIT)
    for move in sorted(first, key=lambda move: -move[1]):
        is_close = best is None or move[1] >= best - margin
        if is_close and move[2] < settings.depth:
            move = search_move(position, move[0], settings.depth, settings.confidence)
        if is_close:
            best = move[1] if best is None else max(best, move[1])
        found.append(move)
    return found


def search_move(position: Position, square: Square, depth: int, confidence: int) -> Searched:
    """The value of a move, by a search of `depth` plies after it; `confidence` is in per cent."""
    child, sign = after_move(position, square)
    if child.is_over():
        return square, sign * child.score() * UNIT, 1, SURE
    score, found = value_of(child, depth, confidence)
    selectivity = CONFIDENCES.index(found.confidence)
    return square, round(sign * score * UNIT), min(found.depth, child.empty_count) + 1, selectivity


def value_of(position: Position, depth: int, confidence: int) -> tuple[float, Analysis]:
    """The score of a position in discs: the mean of searches to `depth` and to `depth` − 1 plies.

    The mean is taken because evaluations favour the side that moved last, so that even and odd
    depths differ (by 2.5 discs in the opening, with the weights of version 0.1.0). Also returns the
    analysis of the deeper search.
    """
    limit = Limit(depth=depth, confidence=confidence)
    if depth == 1:
        found = _engine().search(position, limit)
        return found.score, found
    # The shallower one first: after the deeper one the table would answer it.
    before = _engine().search(position, replace(limit, depth=depth - 1))
    found = _engine().search(position, limit)
    if found.depth >= position.empty_count:
        return found.score, found
    return (found.score + before.score) / 2, found
