"""What a search will cost, foretold by the number of empties and its selectivity.

The nodes of a solution grow by a constant factor with each empty square. `NODES_AT_20` and `GROWTH`
are fitted to what our own solver needed for twelve positions of games of the engine against itself;
single positions lie a factor of three to either side. Those for 95 % and 99 % lie between their
neighbours and were not measured by themselves.
"""

from __future__ import annotations

import math

from outflank.engine.levels import SURE, Step

NODES_AT_20 = (0.45e6, 0.7e6, 1.1e6, 1.7e6, 2.2e6, 3.1e6)
"""For a solution of 20 empties, by selectivity from 73 % to certainty."""

GROWTH = (1.60, 1.66, 1.72, 1.80, 1.90, 2.07)
"""For each further empty square."""

NODES_PER_SECOND = 15e6
"""Of one thread, where nothing has been measured yet."""

DEPTH_GROWTH = 1.6
"""How many times as long a search takes that is one ply deeper."""


def solution_nodes(empties: int, selectivity: int = SURE) -> float:
    """The nodes of a search to the end of the game at a selectivity, given as an index."""
    return float(NODES_AT_20[selectivity] * GROWTH[selectivity] ** (empties - 20))


def solvable_empties(seconds: float) -> int:
    """From how many empties on a game can be solved in so much time, more or less."""
    nodes = max(seconds * NODES_PER_SECOND, 1.0)
    return max(int(20 + math.log(nodes / NODES_AT_20[SURE]) / math.log(GROWTH[SURE])), 0)


def next_seconds(step: Step, last: Step, last_seconds: float, nodes_per_second: float) -> float:
    """How long a step will take after the one before it."""
    if step.solves:
        nodes = solution_nodes(step.depth, step.selectivity)
        if last.solves:
            # How hard this very position is has been seen: only what more surety costs is foretold.
            return last_seconds * nodes / solution_nodes(last.depth, last.selectivity)
        return nodes / nodes_per_second
    return float(last_seconds * DEPTH_GROWTH ** (step.depth - last.depth))
