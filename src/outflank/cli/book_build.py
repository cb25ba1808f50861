"""`outflank book build`: build an opening book, or extend an existing one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, WorkersOption, job_executor

if TYPE_CHECKING:
    from outflank.engine.book.building import BuildState


def build(
    book: Annotated[Path, typer.Argument(metavar="BOOK", help="Book file; extended if it exists.")],
    time: Annotated[
        str, typer.Option(metavar="TIME", help="Time to build: 90s, 30m, 1h30m.")
    ] = "1h",
    positions: Annotated[
        int | None, typer.Option(min=1, help="Stop at this number of positions.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=2, max=60, help="Search depth after each move in plies.")
    ] = None,
    confidence: Annotated[
        int | None, typer.Option(metavar="PERCENT", help="Selectivity: 73, 87, 95, 98, 99 or 100.")
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="DISCS", help="Moves that lose more than this are searched half as deep."
        ),
    ] = None,
    ply_cost: Annotated[
        float | None,
        typer.Option(metavar="DISCS", help="Cost per ply: higher is wider, lower is deeper."),
    ] = None,
    most_cost: Annotated[
        float | None,
        typer.Option(metavar="DISCS", help="Maximum cost of a position: losses plus ply costs."),
    ] = None,
    plies: Annotated[
        int | None, typer.Option(min=1, max=60, help="Maximum number of moves from the start.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Build a book best-first; rerun the command to resume.

    Settings default to those the book was built with, if it exists.
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
            # More tasks than a cluster has workers: its scheduler queues the rest.
            state = builder.run(
                executor, workers or (default_workers() if cluster is None else 64), seconds, show
            )
    if as_json:
        print_json(state.as_dict())
    else:
        console().print(
            f"{book}: {state.positions:,} positions, {state.added:,} of them new in "
            f"{state.seconds:.0f} s; start position {state.score:+.2f}.",
            markup=False,
            soft_wrap=True,
        )
    if builder.is_stopped:
        raise typer.Exit(130)


@contextmanager
def _showing(seconds: float) -> Iterator[Callable[[BuildState], None]]:
    """Show a progress bar on standard error; yields a function that updates it.

    `seconds` is the time limit of the build.
    """
    from outflank.cli.output import progress_bar

    with progress_bar() as bar:
        task = bar.add_task("building", total=round(seconds))

        def show(state: BuildState) -> None:
            rate = state.added / max(state.seconds, 1e-9)
            bar.update(
                task,
                completed=min(round(state.seconds), round(seconds)),
                description=f"{state.positions:,} positions, {rate:.1f} per second, "
                f"start {state.score:+.2f}",
            )

        yield show
