"""`outflank best`: search positions for their best moves."""

from __future__ import annotations

from typing import Annotated

import typer

from outflank.cli.options import (
    BookOption,
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
"""Search time per position in seconds if no option sets a limit."""


def best(
    position: PositionsArgument,
    level: LevelOption = None,
    depth: DepthOption = None,
    time: SecondsOption = None,
    exact: Annotated[bool, typer.Option("--exact", help="Solve exactly.")] = False,
    confidence: ConfidenceOption = None,
    lines: Annotated[
        int,
        typer.Option("--lines", "--multipv", min=1, max=64, help="Number of best moves to show."),
    ] = 1,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="Search with this player instead of the engine, such as mtdf or pvs:eval=full.",
        ),
    ] = None,
    threads: ThreadsOption = None,
    table_mb: TableOption = 128,
    book: BookOption = "off",
    as_json: JsonOption = False,
) -> None:
    """Find the best moves, with scores in discs for the side to move."""
    from outflank.cli.warmup import load_kernels
    from outflank.formats import read

    nodes = read(position).nodes
    if player is not None:
        _refuse_with_player(level=level, confidence=confidence, exact=exact, lines=lines, book=book)
    load_kernels()
    if player is not None:
        from outflank.cli.best_player import search_with_player

        if search_with_player(nodes, player, depth=depth, seconds=time, as_json=as_json):
            raise typer.Exit(130)
        return

    from outflank.cli.best_progress import DeepeningView
    from outflank.cli.best_report import Found, JsonReport, Report, TableReport
    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.searching import limit_of, new_engine
    from outflank.engine.analysis import analysis_of_end
    from outflank.engine.book.choosing import chosen_book
    from outflank.engine.merits import with_merits
    from outflank.search.limit import Limit

    limit = limit_of(
        level=level,
        depth=depth,
        seconds=time,
        confidence=confidence,
        exact=exact,
        default=Limit(seconds=DEFAULT_SECONDS),
    )
    chosen_book(book)  # rejects a file that is not a book before the search
    engine = new_engine(threads, table_mb)
    report: Report = JsonReport() if as_json else TableReport()
    view = DeepeningView(engine, len(nodes))
    with at_interrupt(engine.stop) as interrupted:
        for number, node in enumerate(nodes, 1):
            if node.position.is_over():
                report.add(Found(number, node, analysis_of_end(node.position)))
                continue
            with view.showing(number, node):
                if interrupted.is_set():
                    break
                found = engine.search(
                    node.position, limit, lines=lines, progress=view.update, book=book
                )
            report.add(Found(number, node, with_merits(found, node.position)))
    report.end(interrupted.is_set())
    if interrupted.is_set():
        raise typer.Exit(130)


def _refuse_with_player(
    *, level: int | None, confidence: int | None, exact: bool, lines: int, book: str
) -> None:
    """Raise `OutflankError` if an option of the engine was given together with --player."""
    from outflank.errors import OutflankError

    given = {
        "--level": level is not None,
        "--confidence": confidence is not None,
        "--exact": exact,
        "--lines": lines > 1,
    }
    if book != "off":
        raise OutflankError(f"with --player give the book in the spec: SPEC:book={book}")
    for name, is_given in given.items():
        if is_given:
            raise OutflankError(f"{name} does not work with --player; give --depth or --time")
