"""FFO #40-#44: five endgames of 20 to 25 empty squares, a common test of Othello solvers."""

from __future__ import annotations

import time
from dataclasses import dataclass

from outflank.engine.solver import Solver
from outflank.errors import OutflankError
from outflank.formats.obf import parse_obf
from outflank.search.limit import Limit

FIRST_NUMBER = 40

POSITIONS = parse_obf(
    """\
O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;
-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X; H4:+0;
--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6;
--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O; G3:-12; C7:-12;
--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O; D2:-14; B8:-14;
"""
)
"""The positions with their best moves, from the test suite of the French Othello federation."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Nodes and time of a search; `cpu_seconds` is the sum over all threads."""

    nodes: int
    cpu_seconds: float
    clock_seconds: float

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            self.nodes + other.nodes,
            self.cpu_seconds + other.cpu_seconds,
            self.clock_seconds + other.clock_seconds,
        )


NOTHING = Effort(0, 0.0, 0.0)


def warm_up(solver: Solver) -> None:
    """Load the kernels and touch the memory of the table, which would distort the first time."""
    solver.solve(POSITIONS[0].position, limit=Limit(nodes=1000))
    solver.clear()


def solve_all(solver: Solver) -> list[Effort]:
    """Solve each of the five positions from an empty table; return the effort of each.

    A wrong score raises `OutflankError`.
    """
    efforts = []
    for number, record in enumerate(POSITIONS, FIRST_NUMBER):
        solver.clear()
        cpu, clock = time.process_time(), time.perf_counter()
        solution = solver.solve(record.position)
        cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
        expected = record.scores[0][1]
        if not solution.complete or solution.score != expected:
            raise OutflankError(
                f"FFO #{number} was solved as {solution.score:+d}, but it is {expected:+d}"
            )
        efforts.append(Effort(solution.nodes, cpu, clock))
    return efforts


def best_of(runs: list[list[Effort]]) -> list[Effort]:
    """Combine several runs over the same positions: mean nodes, at the least time per node.

    `runs` has one list of efforts for each run. Other programs only lengthen the time of a node, so
    the least one counts; the nodes of two threads vary at random, so their mean counts.
    """
    return [_best_of(list(efforts)) for efforts in zip(*runs, strict=True)]


def _best_of(efforts: list[Effort]) -> Effort:
    nodes = round(sum(effort.nodes for effort in efforts) / len(efforts))
    return Effort(
        nodes,
        nodes * min(effort.cpu_seconds / effort.nodes for effort in efforts),
        nodes * min(effort.clock_seconds / effort.nodes for effort in efforts),
    )
