"""`outflank db check`: look for faulty games in WTHOR files, or for damage in the library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.db_options import LibraryOption, open_library
from outflank.cli.options import JsonOption


def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="WTHOR files (.wtb), or folders of them; default: the library."),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay every game of WTHOR files, or check the library for damage."""
    if files:
        _check_bases(files, as_json)
    else:
        _check_library(library, as_json)


def _check_bases(files: list[Path], as_json: bool) -> None:
    from outflank.cli.output import console, print_json
    from outflank.cli.warmup import load_kernels

    load_kernels()
    from outflank.library.wthor import check_bases

    report = check_bases(files)
    if as_json:
        print_json(report.as_dict())
        return
    out = console()
    for fault in report.faults:
        out.print(str(fault), markup=False)
    out.print(
        f"{report.games:,} games in {report.files} files replayed in {report.seconds:.2f} s: "
        f"{len(report.faults)} with a faulty record."
    )


def _check_library(path: Path | None, as_json: bool) -> None:
    from outflank.cli.output import console, print_json

    with open_library(path) as library:
        problems = library.check()
        facts = {"library": str(library.path), "games": library.count(), "problems": problems}
    if as_json:
        print_json(facts)
    else:
        out = console()
        for problem in problems:
            out.print(problem, markup=False)
        out.print(
            f"{facts['library']}: {facts['games']:,} games, {len(problems)} problems.",
            markup=False,
        )
    if problems:
        raise typer.Exit(1)
