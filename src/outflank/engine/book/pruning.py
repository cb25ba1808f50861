"""Make a book smaller: drop the positions and moves farthest from the best lines."""

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
    """Drop positions and moves; return the number of positions dropped. Scores stay the same.

    Drops positions that cannot be reached from the start, that cost more than `most_cost` (see
    `BuildSettings`) or come more than `plies` moves after the start; of the rest the cheapest
    `most_positions` stay. Drops moves that lose more than `moves_within` discs, unless linked.
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
