"""`outflank db import`: import files and folders of games into the library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.db_options import LibraryOption, open_library
from outflank.cli.options import JsonOption


def import_files(
    paths: Annotated[
        list[Path], typer.Argument(help="Files of games in any format, or folders of them.")
    ],
    folder: Annotated[
        str | None,
        typer.Option(help="Library folder for the games; default: named after the path."),
    ] = None,
    players: Annotated[
        Path | None, typer.Option(metavar="FILE", help="WTHOR player names (.jou).")
    ] = None,
    tournaments: Annotated[
        Path | None, typer.Option(metavar="FILE", help="WTHOR tournament names (.trn).")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import games without duplicates; rerun the command to resume."""
    from outflank.cli.interrupts import at_interrupt
    from outflank.cli.output import console, print_json, progress_bar
    from outflank.cli.warmup import load_kernels
    from outflank.library.importing import Advance, NameFiles, files_of_games

    for path in paths:
        files_of_games(path)  # raises at once if a file is missing
    load_kernels()
    is_interrupted = False

    def stop() -> None:
        nonlocal is_interrupted
        is_interrupted = True

    with open_library(library) as opened, at_interrupt(stop), progress_bar() as bar:
        task = bar.add_task("importing", total=None)

        def advance(at: Advance) -> None:
            bar.update(
                task,
                description=f"{at.file.name}, {at.games:,} games",
                completed=at.done_bytes,
                total=at.total_bytes,
            )

        report = opened.import_paths(
            paths,
            folder=folder,
            names=NameFiles(players=players, tournaments=tournaments),
            progress=advance,
            should_stop=lambda: is_interrupted,
        )
    if as_json:
        print_json(report.as_dict())
    else:
        out = console()
        for problem in report.problems:
            out.print(problem, markup=False, soft_wrap=True)
        skipped = f", {report.skipped_files} imported before" if report.skipped_files else ""
        out.print(
            f"{report.added:,} games added from {report.files} files{skipped}; "
            f"{report.duplicates:,} duplicates skipped, {len(report.problems)} problems; "
            f"{report.seconds:.1f} s."
        )
        if report.is_interrupted:
            out.print("Interrupted; run the same command to resume.")
    if report.is_interrupted:
        raise typer.Exit(130)
    if report.problems and not report.added and not report.duplicates:
        raise typer.Exit(2)
