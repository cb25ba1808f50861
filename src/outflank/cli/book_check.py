"""`outflank book check`: find inconsistencies in a book, and compare it with deeper searches."""

from __future__ import annotations

from typing import Annotated

import typer

from outflank.cli.book_options import BookArgument, opened
from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, WorkersOption, job_executor

DEEPER_PLIES = 4


def check(
    book: BookArgument = None,
    deeper: Annotated[
        bool, typer.Option("--deeper", help="Also search random positions deeper than the book.")
    ] = False,
    count: Annotated[int, typer.Option(min=1, help="Number of positions for --deeper.")] = 1000,
    depth: Annotated[
        int | None,
        typer.Option(min=2, max=60, help="Plies for --deeper; default: 4 more than the book's."),
    ] = None,
    confidence: Annotated[
        int | None, typer.Option(metavar="PERCENT", help="For --deeper; default: the book's.")
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="Random seed of the positions for --deeper.")
    ] = 0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check that a book is consistent; with --deeper, compare its scores with deeper searches."""
    from outflank.cli.output import console, print_json, progress_bar
    from outflank.engine.book.checking import check_deeper, inconsistencies
    from outflank.engine.book.settings import BuildSettings

    graph = opened(book).graph()
    problems = inconsistencies(graph)
    facts: dict[str, object] = {"positions": len(graph), "problems": problems}
    out = console()
    if not as_json:
        for problem in problems[:20]:
            out.print(problem, markup=False)
        out.print(f"{len(graph):,} positions, {len(problems)} problems.")
    if deeper:
        settings = BuildSettings.from_dict(graph.card.get("settings", {}))
        with job_executor(cluster, workers) as executor, progress_bar() as bar:
            task = bar.add_task("searching", total=min(count, len(graph)))
            found = check_deeper(
                graph,
                executor,
                count=count,
                depth=depth or settings.depth + DEEPER_PLIES,
                confidence=confidence or settings.confidence,
                seed=seed,
                progress=lambda: bar.advance(task),
            )
        facts |= found.as_dict()
        if not as_json:
            out.print(
                f"{found.positions:,} positions searched again, {found.depth} plies at "
                f"{found.confidence} %. Book score minus search score in discs: "
                f"mean {found.mean_error:+.2f}, mean absolute {found.mean_absolute_error:.2f}, "
                f"root mean square {found.root_mean_square:.2f}.",
                markup=False,
                soft_wrap=True,
            )
    if as_json:
        print_json(facts)
    if problems:
        raise typer.Exit(1)
