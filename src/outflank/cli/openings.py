"""`outflank openings`: make lists of balanced openings, for matches."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.places import ClusterOption, job_executor
from outflank.cli.train_options import ConfidenceOption, ProcessesOption

app = typer.Typer(help="Make lists of balanced openings.", no_args_is_help=True)


@app.command()
def make(
    output: Annotated[
        Path, typer.Argument(metavar="FILE", help="File to write; resumes from FILE.work.")
    ],
    lines: Annotated[int, typer.Option(min=1, help="Number of lines to keep.")] = 8_000,
    plies: Annotated[int, typer.Option(min=1, max=10, help="Plies per line.")] = 8,
    depth: Annotated[int, typer.Option(min=1, max=30, help="Search depth in plies.")] = 12,
    confidence: ConfidenceOption = 73,
    discs: Annotated[float, typer.Option(min=0, help="Maximum imbalance in discs.")] = 2.0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the sample.")] = 1,
    processes: ProcessesOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Search all lines of --plies plies and keep a random sample of the balanced ones."""
    from outflank.arena.balanced import Balance, write_balanced
    from outflank.cli.output import console, print_json
    from outflank.cli.train_progress import ProgressLine

    balance = Balance(plies=plies, depth=depth, confidence=confidence, discs=discs)
    started = time.perf_counter()
    with job_executor(cluster, processes) as executor, ProgressLine() as line:
        balanced = write_balanced(balance, output, executor, lines=lines, seed=seed, progress=line)
    seconds = time.perf_counter() - started
    if as_json:
        print_json(
            {
                "file": str(output),
                "lines": lines,
                "balanced": balanced,
                "seconds": round(seconds, 3),
            }
        )
        return
    console().print(
        f"{output} has {lines:,} of the {balanced:,} balanced lines of {plies} plies; "
        f"{seconds:.0f} s.",
        markup=False,
    )
