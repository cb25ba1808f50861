"""`outflank best`: the best moves of positions, as far as a limit allows to see."""

from __future__ import annotations

from typing import Annotated

import typer

from outflank.cli.options import (
    ConfidenceOption,
    DepthOption,
    JsonOption,
    LevelOption,
    PositionsArgument,
    SecondsOption,
    TableOption,
    ThreadsOption,
)

DEFAULT_SECONDS = 3.0
"""A position, where no limit is given."""


def best(
    position: PositionsArgument,
    level: LevelOption = None,
    depth: DepthOption = None,
    time: SecondsOption = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Prove the final score, however long it takes.")
    ] = False,
    confidence: ConfidenceOption = None,
    lines: Annotated[
        int,
        typer.Option("--lines", "--multipv", min=1, max=64, help="How many of the best to show."),
    ] = 1,
    threads: ThreadsOption = None,
    table_mb: TableOption = 128,
    as_json: JsonOption = False,
) -> None:
    """Find the best moves: scores in discs for the side to move, and how sure they are."""
    from outflank.cli.warmup import load_kernels
    from outflank.formats import read

    nodes = read(position).nodes
    load_kernels()

    from outflank.cli.best_progress import DeepeningView
    from outflank.cli.best_report import Found, JsonReport, Report, TableReport
    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.searching import limit_of, new_engine
    from outflank.search.limit import Limit

    limit = limit_of(
        level=level,
        depth=depth,
        seconds=time,
        confidence=confidence,
        exact=exact,
        default=Limit(seconds=DEFAULT_SECONDS),
    )
    engine = new_engine(threads, table_mb)
    report: Report = JsonReport() if as_json else TableReport()
    view = DeepeningView(engine, len(nodes))
    is_interrupted = False

    def stop() -> None:
        nonlocal is_interrupted
        is_interrupted = True
        engine.stop()

    with at_interrupt(stop):
        for number, node in enumerate(nodes, 1):
            found = Found(number, node, None, lines)
            if not node.position.is_over():
                with view.showing(found):
                    if is_interrupted:
                        break
                    found.analysis = engine.search(
                        node.position, limit, lines=lines, progress=view.update
                    )
            report.add(found)
    report.end(is_interrupted)
    if is_interrupted:
        raise typer.Exit(130)
