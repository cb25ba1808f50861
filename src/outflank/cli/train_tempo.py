"""`outflank train tempo`: constants by stage that make odd and even depths agree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.train_options import ProcessesOption, prepare_training


def tempo(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of shards to choose from.")
    ],
    weights: Annotated[Path, typer.Option(metavar="FILE", help="The weights to add them to.")],
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go.")],
    positions: Annotated[int, typer.Option(min=8, help="For each number of empties.")] = 30,
    depth: Annotated[int, typer.Option(min=6, max=14, help="Of the deepest searches.")] = 9,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same positions.")] = 1,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how far odd depths stand above even ones, and balance it by stage."""
    prepare_training()
    from outflank.cli.output import console, print_json
    from outflank.cli.train_progress import ProgressLine
    from outflank.engine import weights as weight_files
    from outflank.jobs.processes import local_processes
    from outflank.training.probcut_fit import Measuring, choose_positions
    from outflank.training.tempo import fit_tempo, measure_values, with_tempo

    settings = Measuring(positions=positions, depth=depth, solve_empties=14, seed=seed)
    before = weight_files.load(weights)
    pairs = choose_positions(folders, settings)
    with ProgressLine() as line, local_processes(processes) as executor:
        rows = measure_values(pairs, str(weights), settings, executor, line)
    changed = with_tempo(before, fit_tempo(rows))
    weight_files.save(changed, output)
    if as_json:
        print_json({"output": str(output), "tempo": changed.card["tempo"]})
        return
    worth = changed.card["tempo"]
    constants = ", ".join(f"{discs}: {worth[discs]:+.2f}" for discs in range(8, 60, 4))
    console().print(f"What having the move is worth, by discs: {constants}.", markup=False)
