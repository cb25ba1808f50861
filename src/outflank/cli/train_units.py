"""`outflank train units`: train hidden units whose output is added to linear weights."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.train_options import (
    TRACE_DECAY,
    ProcessesOption,
    TraceDecayOption,
    WorkOption,
    prepare_training,
)


def units(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Folders of shards.")],
    weights: Annotated[
        Path, typer.Option(metavar="FILE", help="Linear weights from outflank train fit.")
    ],
    output: Annotated[Path, typer.Option(metavar="FILE", help="File to write, weights and units.")],
    work: WorkOption = None,
    trace_decay: TraceDecayOption = None,
    passes: Annotated[int, typer.Option(min=1, max=20, help="Passes over all positions.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same units.")] = 1,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train hidden units on the residuals of linear weights; report errors on held-out games."""
    prepare_training()
    from outflank.cli.output import console, print_json
    from outflank.cli.train_progress import ProgressLine
    from outflank.engine import weights as weight_files
    from outflank.jobs.processes import default_workers, local_processes
    from outflank.training.dataset import open_dataset, sources_of
    from outflank.training.units import UnitTraining, falling_rates, train_units

    settings = UnitTraining(rates=falling_rates(passes), seed=seed)
    sources = sources_of(folders, trace_decay or [TRACE_DECAY])
    place = work or output.with_name(f"{output.name}.work")
    started = time.perf_counter()
    with ProgressLine() as line, local_processes(processes or default_workers()) as executor:
        dataset = open_dataset(sources, place, executor, line)
        trained, reports = train_units(dataset, weights, settings, place, executor, line)
    weight_files.save(trained, output)
    seconds = time.perf_counter() - started
    if as_json:
        card = trained.card["units"]
        print_json({"output": str(output), "seconds": round(seconds, 3), **card})
        return
    for report in reports:
        last = report.passes[-1]
        console().print(
            f"{report.first:2}–{report.end - 1:2} discs: {report.positions:,} positions, mean "
            f"absolute error {last['linear_mean_absolute']:.3f} → {last['mean_absolute']:.3f} "
            f"discs on {report.held_out:,} held out",
            markup=False,
        )
    console().print(f"Wrote {output} after {seconds:.0f} s.", markup=False)
