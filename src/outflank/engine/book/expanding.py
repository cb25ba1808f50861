"""The searches of a position for the book; runs in worker processes."""

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
"""A move that was searched: square, value in 1/`UNIT` disc, depth, index of the confidence."""

TABLE_MEGABYTES = 32

LEAST_DEPTH = 8
"""The least depth of the first search of a move, unless the settings have a smaller one."""

SURE = len(CONFIDENCES) - 1


@cache
def _engine() -> Engine:
    """The engine of this process; its table helps with the next position."""
    return Engine(table_megabytes=TABLE_MEGABYTES)


def expand(
    key: Key, squares: tuple[Square, ...], best: int | None, settings: BuildSettings
) -> list[Searched]:
    """Search the moves `squares` of a position; `best` is the best value of its other moves."""
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
    """The value of a move by a search of `depth` plies after it.

    The mean of the last two depths: evaluations favour the side that moved last, so even and odd
    depths differ, by 2.5 discs in the opening with the weights of version 0.1.0.
    """
    child, sign = after_move(position, square)
    if child.is_over():
        return square, sign * child.score() * UNIT, 1, SURE
    score, found = value_of(child, depth, confidence)
    selectivity = CONFIDENCES.index(found.confidence)
    return square, round(sign * score * UNIT), min(found.depth, child.empty_count) + 1, selectivity


def value_of(position: Position, depth: int, confidence: int) -> tuple[float, Analysis]:
    """The mean score of a position at the last two depths, and the analysis of the last."""
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
