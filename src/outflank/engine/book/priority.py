"""What a book should look at next: the positions that are most likely to matter.

Players leave the book where a move is a little worse than the best. So a position costs what all
moves on the way to it lose against the best ones, of both sides, and a little for every ply; of
several ways to it the cheapest counts.
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
    """The cost in discs of every position that `root` leads to, in the book or one move behind.

    The graph is negamaxed.
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
    """The cheapest positions that are not in the book, at most `count`; the graph is negamaxed."""
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
