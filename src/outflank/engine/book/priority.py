"""The order in which a build adds positions: those that are most likely to occur in play come
first.

Players leave the book by moves that are slightly worse than the best. So the cost of a position is
the sum of the discs that the moves leading to it lose, for both sides, plus a small amount for
every ply. If several lines lead to it, the cheapest one counts.
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
    """The cost, in discs, of every position that can be reached from `root`.

    This includes positions that are one move outside the book. `ply_cost` is the amount per ply.
    Requires a graph with current scores (`BookGraph.negamax`).
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
    """The keys of the `count` positions of least cost that are not in the book, in order of cost.

    Requires a graph with current scores (`BookGraph.negamax`).
    """
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
