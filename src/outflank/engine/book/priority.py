"""The order in which a build adds positions: the likeliest first.

Players leave the book by moves that are a little worse than the best. So the cost of a position is
the sum of what the moves on the way to it lose, of both sides, plus a little for every ply; the
cheapest way counts.
"""

from __future__ import annotations

from heapq import nsmallest

from outflank.engine.book.canonical import Key, key_of
from outflank.engine.book.entry import UNIT
from outflank.engine.book.graph import NO_KEY, BookGraph
from outflank.engine.book.settings import BuildSettings
from outflank.rules.position import Position

START_EMPTIES = 60


def costs(graph: BookGraph, root: Key, ply_cost: float) -> dict[Key, float]:
    """The cost in discs of every position reachable from `root`, in the book or one move after it.

    Requires a negamaxed graph.
    """
    found = {root: 0.0}
    for position in reversed(graph.from_the_end()):
        cost = found.get(position.key)
        if cost is None:
            continue
        for move in position.moves:
            if move.child == NO_KEY:
                continue
            way = cost + ply_cost + (position.value - move.value) / UNIT
            if way < found.get(move.child, float("inf")):
                found[move.child] = way
    return found


def most_wanted(graph: BookGraph, settings: BuildSettings, count: int) -> list[Key]:
    """The `count` cheapest positions that are not in the book. Requires a negamaxed graph."""
    root = key_of(Position.start())
    found = costs(graph, root, settings.ply_cost)
    least_empties = START_EMPTIES - settings.plies
    missing = (
        (cost, key)
        for key, cost in found.items()
        if key not in graph.positions
        and cost <= settings.most_cost
        and 64 - key.bit_count() > least_empties
    )
    return [key for _, key in nsmallest(count, missing)]
