"""How often each engine level finds a best move, in positions with 20 to 28 empty squares.

A move is right if it keeps the exact score, which the solver computes. Takes an hour, since
positions with many empty squares are slow to solve.
"""

from __future__ import annotations

from outflank.bench.middle import middle_positions
from outflank.bench.timing import Measurement
from outflank.engine.engine import Engine
from outflank.engine.solver import Solver
from outflank.rules.position import Position
from outflank.search.limit import Limit

SAMPLES = ((20, 40), (22, 40), (24, 40), (26, 20), (28, 5))
"""Pairs of a number of empty squares and a number of positions."""

LEVELS = (1, 3, 5, 10, 15, 20)


def measure(
    samples: tuple[tuple[int, int], ...] = SAMPLES, levels: tuple[int, ...] = LEVELS
) -> list[Measurement]:
    """Measure the share of best moves and the mean loss in discs of each level."""
    solver = Solver(table_megabytes=256)
    engine = Engine(table_megabytes=64)
    measurements = []
    for empties, count in samples:
        losses: dict[int, list[int]] = {level: [] for level in levels}
        for position in middle_positions(range(empties, empties + 1), count, seed=empties):
            solver.clear()
            best = solver.solve(position).score
            for level in levels:
                engine.clear()
                move = engine.search(position, Limit(level=level)).move
                losses[level].append(best - _score_after(solver, position.play(move)))
        for level, lost in losses.items():
            right = sum(loss == 0 for loss in lost)
            measurements += [
                Measurement(f"{empties} empties, level {level}", 100 * right / count, "% best"),
                Measurement(
                    f"{empties} empties, level {level}: mean loss", sum(lost) / count, "discs"
                ),
            ]
    return measurements


def _score_after(solver: Solver, child: Position) -> int:
    """The exact score in discs for the side that has just moved to `child`."""
    return -(child.score() if child.is_over() else solver.solve(child).score)
