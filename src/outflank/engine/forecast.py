"""Predicted cost of a search, by number of empties and selectivity.

The nodes of a solve grow by a constant factor with each empty square. `NODES_AT_20` and `GROWTH`
are fitted to our solver on twelve positions of the engine's games against itself; single positions
vary by a factor of three either way. The values for 95 % and 99 % are interpolated, not measured.
"""

from __future__ import annotations

import math

from outflank.engine.levels import SURE, Step

NODES_AT_20 = (0.45e6, 0.7e6, 1.1e6, 1.7e6, 2.2e6, 3.1e6)
"""Nodes of a solve with 20 empties, by selectivity from 73 to 100 %."""

GROWTH = (1.60, 1.66, 1.72, 1.80, 1.90, 2.07)
"""Factor for each further empty square."""

NODES_PER_SECOND = 15e6
"""Assumed speed of one thread, until it has been measured."""

DEPTH_GROWTH = 1.6
"""Factor of the time of a search for each further ply."""


def solution_nodes(empties: int, selectivity: int = SURE) -> float:
    """The nodes of a search to the end of the game at a selectivity, given as an index."""
    return float(NODES_AT_20[selectivity] * GROWTH[selectivity] ** (empties - 20))


def solvable_empties(seconds: float) -> int:
    """The most empties that can be solved in about `seconds`."""
    nodes = max(seconds * NODES_PER_SECOND, 1.0)
    return max(int(20 + math.log(nodes / NODES_AT_20[SURE]) / math.log(GROWTH[SURE])), 0)


def next_seconds(step: Step, last: Step, last_seconds: float, nodes_per_second: float) -> float:
    """Predicted seconds of `step`, if `last` took `last_seconds`."""
    if step.solves:
        nodes = solution_nodes(step.depth, step.selectivity)
        if last.solves:
            # The last solve shows how hard this position is; only the ratio is predicted.
            return last_seconds * nodes / solution_nodes(last.depth, last.selectivity)
        return nodes / nodes_per_second
    return float(last_seconds * DEPTH_GROWTH ** (step.depth - last.depth))
