"""`outflank train tempo`: correct weights for the odd-even effect.

Searches of odd depth score higher than those of even depth. The command measures the difference and
adds a constant per stage of the game that removes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.train_options import ProcessesOption, prepare_training


def tempo(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of shards to sample from.")
    ],
    weights: Annotated[Path, typer.Option(metavar="FILE", help="Weights to add the constants to.")],
    output: Annotated[Path, typer.Option(metavar="FILE", help="Weights file to write.")],
    positions: Annotated[int, typer.Option(min=8, help="Positions per number of empties.")] = 30,
    depth: Annotated[int, typer.Option(min=6, max=14, help="Maximum depth in plies.")] = 9,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same positions.")] = 1,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how much odd search depths score above even ones; add a correction per stage."""
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
    console().print(
        f"Value of having the move in discs, by discs on the board: {constants}.", markup=False
    )
