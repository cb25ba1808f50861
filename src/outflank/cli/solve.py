"""`outflank solve`: exact endgame scores, best moves and lines of play."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from outflank.engine.solver import Solver

MOST_MEGABYTES = 1 << 20
"""A terabyte: far beyond what helps."""


def solve(
    position: Annotated[
        str,
        typer.Argument(
            metavar="FILE|POSITION",
            help="A position, or a file of positions (OBF) or of games, whose ends are solved.",
        ),
    ],
    wld: Annotated[bool, typer.Option("--wld", help="Only who wins, which is quicker.")] = False,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="The score of every legal move as well.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="One a core if not given.")
    ] = None,
    table_mb: Annotated[
        int,
        typer.Option(
            "--table-mb", min=1, max=MOST_MEGABYTES, help="Megabytes for the transposition table."
        ),
    ] = 128,
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="The most that a position may take.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve endgames: the score in discs for the side to move if both sides play their best."""
    from outflank.cli.warmup import load_kernels
    from outflank.formats import read
    from outflank.search.limit import Limit

    nodes = read(position).nodes
    limit = Limit(seconds=time)
    load_kernels()

    from outflank.cli.solve_progress import ProgressLine
    from outflank.cli.solve_report import Answer, JsonReport, Report, TableReport, Totals

    solver = _new_solver(threads, table_mb)
    report: Report = JsonReport() if as_json else TableReport(nodes)
    totals = Totals(len(nodes))
    # With all moves the solver reports the bounds of one child after the other.
    line = ProgressLine(
        [node.position for node in nodes], limit_seconds=time, shows_bounds=not all_moves
    )

    def stop() -> None:
        totals.is_interrupted = True
        solver.stop()

    with _at_interrupt(stop):
        for number, node in enumerate(nodes, 1):
            with line.showing(node.position):
                if totals.is_interrupted:
                    break
                solution = solver.solve(
                    node.position, wld=wld, all_moves=all_moves, limit=limit, progress=line.update
                )
            line.learn(solution)
            answer = Answer(number, node, solution, wld)
            totals.add(answer)
            report.add(answer)
    report.end(totals)
    if totals.is_interrupted:
        raise typer.Exit(130)


def _new_solver(threads: int | None, table_megabytes: int) -> Solver:
    from outflank.arena.match import default_workers
    from outflank.engine.solver import Solver
    from outflank.errors import OutflankError

    try:
        return Solver(threads=threads or default_workers(), table_megabytes=table_megabytes)
    except MemoryError:
        raise OutflankError(
            f"--table-mb {table_megabytes} is more memory than there is; give less"
        ) from None


@contextmanager
def _at_interrupt(action: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C call `action` and nothing else, so that the work at hand ends by itself."""

    def handle(_signal: int, _frame: Any) -> None:
        action()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
