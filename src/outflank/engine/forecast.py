"""Predict the nodes and the time of a search, from the number of empty squares and the selectivity.

The nodes of a solve grow by a constant factor with each empty square. `NODES_AT_20` and `GROWTH`
were fitted to this solver on twelve positions from the engine's games against itself; single
positions differ by up to a factor of three. The values for 95 % and 99 % are interpolated, not
measured.
"""

from __future__ import annotations

import math

from outflank.engine.levels import SURE, Step

NODES_AT_20 = (0.45e6, 0.7e6, 1.1e6, 1.7e6, 2.2e6, 3.1e6)
"""Nodes of a solve with 20 empty squares, for each confidence level from 73 to 100 %."""

GROWTH = (1.60, 1.66, 1.72, 1.80, 1.90, 2.07)
"""Factor by which these nodes grow with each further empty square, for each confidence level."""

NODES_PER_SECOND = 15e6
"""Assumed speed of one thread as long as it has not been measured."""

DEPTH_GROWTH = 1.6
"""Factor by which the time of a search grows with each further ply."""


def solution_nodes(empties: int, selectivity: int = SURE) -> float:
    """Predicted nodes of a search to the end of the game.

    `selectivity` is the index of a confidence level, from 0 (73 %) to `SURE` (100 %).
    """
    return float(NODES_AT_20[selectivity] * GROWTH[selectivity] ** (empties - 20))


def solvable_empties(seconds: float) -> int:
    """The greatest number of empty squares that can probably be solved in `seconds`."""
    nodes = max(seconds * NODES_PER_SECOND, 1.0)
    return max(int(20 + math.log(nodes / NODES_AT_20[SURE]) / math.log(GROWTH[SURE])), 0)


def next_seconds(step: Step, last: Step, last_seconds: float, nodes_per_second: float) -> float:
    """Predicted seconds of the search `step`,
    if the search `last` before it took `last_seconds`.
    """
    if step.solves:
        nodes = solution_nodes(step.depth, step.selectivity)
        if last.solves:
            # The last solve shows how hard this position is; only the ratio is predicted.
            return last_seconds * nodes / solution_nodes(last.depth, last.selectivity)
        return nodes / nodes_per_second
    return float(last_seconds * DEPTH_GROWTH ** (step.depth - last.depth))
