"""`outflank db`: bases of real games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption

app = typer.Typer(help="Bases of real games.", no_args_is_help=True)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="WTHOR files (.wtb), or folders of them.")],
    as_json: JsonOption = False,
) -> None:
    """Replay every game of WTHOR bases and report by number those with a faulty record."""
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
