"""The endgame solver: FFO #40-#44 with one thread and two, and positions with 14 empty squares.

Other programs on the machine can only lengthen a time, so the least of several runs counts. The
time of one thread is CPU time, which excludes waiting for a core.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from outflank.bench.ffo import FIRST_NUMBER, NOTHING, Effort, best_of, solve_all, warm_up
from outflank.bench.timing import Measurement
from outflank.classics.alphabeta import AlphaBeta
from outflank.engine.solver import Solver
from outflank.rules.position import Position
from outflank.search.limit import Limit

ROUNDS = 5
TABLE_MEGABYTES = 128

EMPTIES = 14
GAMES = 200
RANDOM_PLIES, DEPTH = 10, 3
"""Positions are from games with this many random plies, then alpha-beta at this depth."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Results: nodes and time of each FFO position with one thread (`one`) and with two (`two`).

    `few_empties` is for all positions with `EMPTIES` empty squares together, with one thread.
    """

    one: list[Effort]
    two: list[Effort]
    few_empties: Effort

    @property
    def clock_gain(self) -> float:
        """Speedup of two threads over one by wall-clock time; meaningless on busy cores."""
        return total(self.one).clock_seconds / total(self.two).clock_seconds

    @property
    def work_gain(self) -> float:
        """Speedup of two threads over one by CPU time, as if each always had its own core."""
        return 2 * total(self.one).cpu_seconds / total(self.two).cpu_seconds

    @property
    def positions_per_second(self) -> float:
        """Positions with `EMPTIES` empty squares solved per second of CPU time."""
        return GAMES / self.few_empties.cpu_seconds


def total(efforts: list[Effort]) -> Effort:
    """The sum of the efforts."""
    return sum(efforts, NOTHING)


def run() -> Figures:
    """Run all measurements several times; the solvers with one thread and two take turns."""
    solvers = [Solver(threads=threads, table_megabytes=TABLE_MEGABYTES) for threads in (1, 2)]
    runs: tuple[list[list[Effort]], ...] = ([], [])
    positions = played_positions(GAMES)
    few_empties = []
    for solver in solvers:
        warm_up(solver)
    for _ in range(ROUNDS):
        for solver, efforts in zip(solvers, runs, strict=True):
            efforts.append(solve_all(solver))
        few_empties.append([_solve_each(solvers[0], positions)])
    return Figures(best_of(runs[0]), best_of(runs[1]), best_of(few_empties)[0])


def _solve_each(solver: Solver, positions: list[Position]) -> Effort:
    solver.clear()
    cpu, clock = time.process_time(), time.perf_counter()
    nodes = sum(solver.solve(position).nodes for position in positions)
    return Effort(nodes, time.process_time() - cpu, time.perf_counter() - clock)


def played_positions(count: int) -> list[Position]:
    """Fixed positions with `EMPTIES` empty squares, each from a different game."""
    chance = random.Random(7)
    search = AlphaBeta("full")
    found: list[Position] = []
    while len(found) < count:
        position = Position.start()
        plies = 0
        while position.empty_count > EMPTIES and not position.is_over():
            moves = position.legal_moves()
            move = (
                chance.choice(moves)
                if plies < RANDOM_PLIES
                else search.search(position, Limit(depth=DEPTH)).move
            )
            position = position.play(move)
            plies += 1
        if not position.is_over():
            found.append(position)
    return found


def measure() -> list[Measurement]:
    """Run all measurements and list the results."""
    figures = run()
    one, two = total(figures.one), total(figures.two)
    return [
        *(
            Measurement(f"FFO #{number}, one thread", effort.cpu_seconds, "s")
            for number, effort in enumerate(figures.one, FIRST_NUMBER)
        ),
        Measurement("FFO #40-#44, one thread", one.cpu_seconds, "s"),
        Measurement("their nodes", one.nodes / 1e6, "M nodes"),
        Measurement("nodes of one thread", one.nodes / one.cpu_seconds / 1e6, "M nodes/s"),
        Measurement(
            "FFO #40-#44, two threads by the clock, against one",
            two.clock_seconds,
            "s",
            figures.clock_gain,
        ),
        Measurement(
            "half the processor time of two threads, against one",
            two.cpu_seconds / 2,
            "s",
            figures.work_gain,
        ),
        Measurement("nodes of two threads", two.nodes / 1e6, "M nodes"),
        Measurement(
            f"positions with {EMPTIES} empty squares, one thread",
            figures.positions_per_second,
            "positions/s",
        ),
        Measurement(
            "nodes of such a position", figures.few_empties.nodes / GAMES / 1e3, "thousand"
        ),
    ]


# The tables of docs/solver.md


def markdown() -> str:
    """Run all measurements and format the results as the tables of docs/solver.md."""
    figures = run()
    numbers = range(FIRST_NUMBER, FIRST_NUMBER + len(figures.one))
    one, two = total(figures.one), total(figures.two)
    seconds = " | ".join(f"{effort.cpu_seconds:.2f}" for effort in figures.one)
    lines = [
        "| | " + " | ".join(f"#{number}" for number in numbers) + " | sum |",
        "|---" * (len(numbers) + 2) + "|",
        _row("one thread: million nodes", [effort.nodes / 1e6 for effort in figures.one], 3),
        _row("processor seconds", [effort.cpu_seconds for effort in figures.one], 2),
        _row("two threads: million nodes", [effort.nodes / 1e6 for effort in figures.two], 1),
        _row("processor seconds of both", [effort.cpu_seconds for effort in figures.two], 2),
        _row("seconds by the clock", [effort.clock_seconds for effort in figures.two], 2),
        "",
        f"One thread searches {one.nodes / one.cpu_seconds / 1e6:.1f} million nodes a second. "
        f"Two are {figures.clock_gain:.2f} × as fast by the clock and "
        f"{figures.work_gain:.2f} × by processor time.",
        f"{EMPTIES} empty squares: {figures.positions_per_second:.0f} positions a second with "
        f"one thread, {figures.few_empties.nodes / GAMES:,.0f} nodes each.",
        "",
        "The row for the comparison with other programs:",
        "",
        f"| Outflank | {seconds} | {one.cpu_seconds:.1f} | {one.nodes / 1e6:.0f} "
        f"| {two.cpu_seconds / 2:.1f} |",
    ]
    return "\n".join(lines)


def _row(what: str, values: list[float], places: int) -> str:
    cells = " | ".join(f"{value:.{places}f}" for value in [*values, sum(values)])
    return f"| {what} | {cells} |"
