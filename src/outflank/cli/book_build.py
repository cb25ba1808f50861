"""`outflank book build`: make a book, or let one grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, job_executor

if TYPE_CHECKING:
    from outflank.engine.book.building import BuildState


def build(
    book: Annotated[Path, typer.Argument(metavar="BOOK", help="The file; it grows if it exists.")],
    time: Annotated[
        str, typer.Option(metavar="TIME", help="How long to build: 90s, 30m, 1h30m.")
    ] = "1h",
    positions: Annotated[
        int | None, typer.Option(min=1, help="Stop at this number of positions.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=2, max=60, help="Plies to search behind a move.")
    ] = None,
    confidence: Annotated[
        int | None,
        typer.Option(metavar="PERCENT", help="Of these searches: 73, 87, 95, 98, 99 or 100."),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="DISCS", help="Moves worse than the best by more are searched half as deep."
        ),
    ] = None,
    ply_cost: Annotated[
        float | None,
        typer.Option(metavar="DISCS", help="More of it: wider; less: deeper along the best line."),
    ] = None,
    most_cost: Annotated[
        float | None,
        typer.Option(metavar="DISCS", help="How far from the best line: losses and plies added."),
    ] = None,
    plies: Annotated[
        int | None, typer.Option(min=1, max=60, help="How many moves from the start at most.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; one a core if not given.")
    ] = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Build a book best-first; a build that was ended or killed goes on with the same command.

    Settings that are not given are those the book was built with before, or else the defaults.
    """
    from outflank.cli.durations import seconds_of
    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.output import console, print_json
    from outflank.engine.book import file as book_files
    from outflank.engine.book.building import Builder
    from outflank.engine.book.settings import BuildSettings
    from outflank.jobs.processes import default_workers

    seconds = seconds_of(time)
    before = book_files.load(book).card.get("settings", {}) if book.exists() else {}
    given = {
        "depth": depth,
        "confidence": confidence,
        "margin": margin,
        "ply_cost": ply_cost,
        "most_cost": most_cost,
        "plies": plies,
    }
    settings = BuildSettings.from_dict(
        before | {name: value for name, value in given.items() if value is not None}
    )
    with job_executor(cluster, workers) as executor:
        builder = Builder(book, settings, most_positions=positions)
        with at_interrupt(builder.stop), _showing(seconds) as show:
            # A cluster is given more than it has workers; it queues the rest.
            state = builder.run(
                executor, workers or (default_workers() if cluster is None else 64), seconds, show
            )
    if as_json:
        print_json(state.as_dict())
    else:
        console().print(
            f"{book}: {state.positions:,} positions, {state.added:,} of them new in "
            f"{state.seconds:.0f} s; the start is worth {state.score:+.2f}.",
            markup=False,
            soft_wrap=True,
        )
    if builder.is_stopped:
        raise typer.Exit(130)


@contextmanager
def _showing(seconds: float) -> Iterator[Callable[[BuildState], None]]:
    """Show how far a build has come, on standard error."""
    from outflank.cli.output import progress_bar

    with progress_bar() as bar:
        task = bar.add_task("building", total=round(seconds))

        def show(state: BuildState) -> None:
            rate = state.added / max(state.seconds, 1e-9)
            bar.update(
                task,
                completed=min(round(state.seconds), round(seconds)),
                description=f"{state.positions:,} positions, {rate:.1f} a second, "
                f"start {state.score:+.2f}",
            )

        yield show
