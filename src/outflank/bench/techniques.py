"""The gain of each technique of the solver.

Nodes and time to solve FFO #40-#44 are measured with the technique switched off.
"""

from __future__ import annotations

from outflank.bench.ffo import Effort, solve_all, warm_up
from outflank.bench.switching import as_measurements, as_table, compare
from outflank.bench.timing import Measurement
from outflank.engine.solver import Solver
from outflank.kernels.switches import SOLVER


def efforts() -> list[Effort]:
    """Solve each FFO position; `bench.switching` calls this in a separate process."""
    solver = Solver()
    warm_up(solver)
    return solve_all(solver)


def measure() -> list[Measurement]:
    """Measure nodes and time without each technique."""
    return as_measurements(compare("techniques", SOLVER))


def markdown() -> str:
    """Measure, and format the result as the table of docs/solver.md."""
    return as_table(compare("techniques", SOLVER))
