"""`outflank solve`: solve endgame positions exactly."""

from __future__ import annotations

from typing import Annotated

import typer

from outflank.cli.options import (
    JsonOption,
    PositionsArgument,
    SecondsOption,
    TableOption,
    ThreadsOption,
)


def solve(
    position: PositionsArgument,
    wld: Annotated[bool, typer.Option("--wld", help="Only win, loss or draw; faster.")] = False,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Also score every legal move.")
    ] = False,
    threads: ThreadsOption = None,
    table_mb: TableOption = 128,
    time: SecondsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve endgames: the score in discs for the side to move with best play by both sides."""
    from outflank.cli.warmup import load_kernels
    from outflank.formats import read
    from outflank.search.limit import Limit

    nodes = read(position).nodes
    limit = Limit(seconds=time)
    load_kernels()

    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.searching import table_that_fits
    from outflank.cli.solve_progress import ProgressLine
    from outflank.cli.solve_report import Answer, JsonReport, Report, TableReport, Totals
    from outflank.engine.solver import Solver
    from outflank.jobs.processes import default_workers

    with table_that_fits(table_mb):
        solver = Solver(threads=threads or default_workers(), table_megabytes=table_mb)
    report: Report = JsonReport() if as_json else TableReport(nodes)
    totals = Totals(len(nodes))
    # With --all-moves the solver reports bounds of single children, not of the position.
    line = ProgressLine(
        [node.position for node in nodes], limit_seconds=time, shows_bounds=not all_moves
    )

    def stop() -> None:
        totals.is_interrupted = True
        solver.stop()

    with at_interrupt(stop):
        for number, node in enumerate(nodes, 1):
            with line.showing(node.position):
                if totals.is_interrupted:
                    break
                solution = solver.solve(
                    node.position, wld=wld, all_moves=all_moves, limit=limit, progress=line.update
                )
            line.learn(solution)
            answer = Answer(number, node, solution)
            totals.add(answer)
            report.add(answer)
    report.end(totals)
    if totals.is_interrupted:
        raise typer.Exit(130)
