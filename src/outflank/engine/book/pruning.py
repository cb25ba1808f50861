"""Make a book smaller by removing the positions and moves that are farthest from the best lines."""

from __future__ import annotations

from outflank.engine.book.canonical import key_of
from outflank.engine.book.entry import UNIT
from outflank.engine.book.graph import BookGraph
from outflank.engine.book.priority import START_EMPTIES, costs
from outflank.engine.book.settings import BuildSettings
from outflank.rules.position import Position


def prune(
    graph: BookGraph,
    *,
    most_cost: float | None = None,
    plies: int | None = None,
    moves_within: float | None = None,
    most_positions: int | None = None,
) -> int:
    """Remove positions and moves from `graph`; return the number of removed positions.

    A position is removed if it cannot be reached from the start position, if its cost exceeds
    `most_cost` discs (see `BuildSettings`), or if it comes more than `plies` moves after the start;
    of the others, the `most_positions` of least cost are kept. A move is removed if it loses more
    than `moves_within` discs against the best move, unless it leads to a position in the book. None
    switches a criterion off.
    """
    graph.negamax()
    ply_cost = BuildSettings.from_dict(graph.card.get("settings", {})).ply_cost
    found = costs(graph, key_of(Position.start()), ply_cost)
    least_empties = START_EMPTIES - (START_EMPTIES if plies is None else plies)
    kept = [
        key
        for key, position in graph.positions.items()
        if key in found
        and position.empties >= least_empties
        and (most_cost is None or found[key] <= most_cost)
    ]
    kept.sort(key=found.__getitem__)
    before = len(graph)
    graph.positions = {key: graph.positions[key] for key in kept[:most_positions]}
    if moves_within is not None:
        margin = round(moves_within * UNIT)
        for position in graph.positions.values():
            position.moves = [
                move
                for move in position.moves
                if graph.is_linked(move) or move.value >= position.value - margin
            ]
    graph.negamax()
    return before - len(graph)
