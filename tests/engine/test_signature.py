"""The node signature of the solver: how many nodes a fixed set of positions takes.

Any change of the nodes searched, or of their order, changes the number; a change that should only
make the search faster must not. If a change is meant, put the new number here, and say it, and why,
in the commit message.
"""

from __future__ import annotations

import numpy as np

from outflank.engine.solver import Solver
from outflank.engine.weights import Weights
from outflank.rules.position import Position
from tests.endgames import played_endgames

SIGNATURE = 14_415_140

EMPTIES = range(12, 21)


def made_up_weights() -> Weights:
    """An evaluation that needs no file: noise, with a ProbCut model so that it cuts."""
    shape = Weights.zeros().table.shape
    stage, place = np.indices(shape, dtype=np.int64, sparse=True)
    table = ((place * 7919 + stage * 104_729) % 13 - 6).astype(np.int16)
    probcut = {"midgame": [1.0, 0.0, 0.5, -0.2, 0.0], "endgame": [1.5, 0.0, 0.4, -0.1]}
    return Weights(table, {"probcut": probcut})


def test_the_nodes_of_a_fixed_set_of_positions() -> None:
    solver = Solver(table_megabytes=16, weights=made_up_weights())
    nodes = []
    for empties in EMPTIES:
        (pair,) = played_endgames(empties, 1, range(empties, empties + 1))
        solver.clear()
        nodes.append(solver.solve(Position(*pair)).nodes)
    assert sum(nodes) == SIGNATURE, nodes
