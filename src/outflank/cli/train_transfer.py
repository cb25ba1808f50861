"""`outflank train transfer`: train networks on two sources of games in turn (report 004).

It shows how much a network forgets of one source while it is trained on the other.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.train_network import KindOption, PhasesOption, WidthOption

if TYPE_CHECKING:
    from outflank.training.transfer import Transfer


def add_to(app: typer.Typer) -> None:
    """Add the command to the command group `outflank train`."""
    app.command()(transfer)


def transfer(
    first: Annotated[Path, typer.Argument(help="Folder of labelled positions.")],
    second: Annotated[Path, typer.Argument(help="Folder of labelled positions of other games.")],
    turns: Annotated[int, typer.Option(min=1, max=20, help="Number of trainings.")] = 4,
    kind: KindOption = "patterns",
    width: WidthOption = 16,
    phases: PhasesOption = 3,
    epochs: Annotated[int, typer.Option(min=1, help="Epochs per training.")] = 2,
    outcome: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Trace decay (lambda) of labels: 0 for search values, 1 for game results.",
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed; same seed, same result.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Train a network alternately on positions of two folders.

    After each training, the errors on held-out positions of both folders are measured.
    """
    from outflank.cli.output import print_json
    from outflank.cli.train_progress import ProgressLine
    from outflank.cli.warmup import load_kernels
    from outflank.errors import OutflankError

    if kind not in ("patterns", "raw"):
        raise OutflankError(f"--kind {kind} is unknown; give patterns or raw")
    if first.name == second.name:
        raise OutflankError(f"both sources are called {first.name}; rename one folder")
    load_kernels()
    from dataclasses import asdict

    from outflank.engine.networks import Kind
    from outflank.jobs.processes import local_processes
    from outflank.training.dataset import Source, open_dataset
    from outflank.training.network import NetworkTraining
    from outflank.training.transfer import measure_transfer

    settings = NetworkTraining(
        kind=Kind(kind), width=width, phases=phases, epochs=epochs, seed=seed
    )
    with TemporaryDirectory() as work, ProgressLine() as line:
        with local_processes() as executor:
            datasets = {
                folder.name: open_dataset([Source(folder, outcome)], Path(work), executor, line)
                for folder in (first, second)
            }
        line.begin("trainings", phases * (turns + 1))
        result = measure_transfer(datasets, settings, turns, lambda said: line.step(1))
    if as_json:
        print_json(asdict(result))
    else:
        _show(result)


def _show(result: Transfer) -> None:
    from rich.table import Table

    from outflank.cli.output import console

    table = Table(box=None, header_style="dim", title="mean absolute error in discs")
    for heading in ("trained on", *(f"on {name}" for name in result.sources)):
        table.add_column(heading, justify="left" if heading == "trained on" else "right")
    table.add_row("nothing (always 0)", *(f"{size:.2f}" for size in result.score_sizes))
    for number, turn in enumerate(result.turns, start=1):
        is_last = number == len(result.turns)
        name = turn.trained_on if is_last or number == 1 else f"then {turn.trained_on}"
        table.add_row(name, *(f"{error:.2f}" for error in turn.errors))
    out = console()
    out.print(table)
    for name, count, shares in zip(result.sources, result.positions, result.unseen, strict=True):
        told = ", ".join(
            f"{share:.2%} in {other}" for other, share in zip(result.sources, shares, strict=True)
        )
        out.print(f"{name}: {count:,} positions. Pattern states missing from them: {told}.")
