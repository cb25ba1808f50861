"""`outflank train network` and `compare`: train and compare neural networks (report 004)."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from outflank.training.comparison import Errors
    from outflank.training.dataset import Dataset
    from outflank.training.network import EpochReport

PHASE_DISCS = 6
"""How many disc counts share a row in the table that `compare` prints."""

KindOption = Annotated[str, typer.Option(help="Inputs: patterns, or raw (the 64 squares).")]
WidthOption = Annotated[int, typer.Option(help="Units per layer, a multiple of 16.")]
PhasesOption = Annotated[int, typer.Option(help="Number of networks, one per game phase.")]
FoldersArgument = Annotated[
    list[Path], typer.Argument(help="Folders of labelled positions, from outflank train selfplay.")
]


def add_to(app: typer.Typer) -> None:
    """Add both commands to the command group `outflank train`."""
    app.command()(network)
    app.command()(compare)


def network(
    folders: FoldersArgument,
    output: Annotated[Path, typer.Option("--output", "-o", help="Network file to write.")],
    kind: KindOption = "patterns",
    width: WidthOption = 16,
    phases: PhasesOption = 6,
    epochs: Annotated[int, typer.Option(help="Passes over the positions.")] = 3,
    seed: Annotated[int, typer.Option(help="Random seed; same seed, same network.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Number of PyTorch threads.")] = 1,
) -> None:
    """Train a neural network on labelled positions; rerun the command to resume."""
    from outflank.cli.output import console, progress_bar
    from outflank.cli.warmup import load_kernels
    from outflank.errors import OutflankError

    if kind not in ("patterns", "raw"):
        raise OutflankError(f"--kind {kind} is unknown; give patterns or raw")
    load_kernels()
    from outflank.engine import networks
    from outflank.training.network import NetworkTraining, remove_checkpoints, train_network

    settings = NetworkTraining(
        kind=networks.Kind(kind), width=width, phases=phases, epochs=epochs, seed=seed
    )
    checkpoints = output.with_name(f"{output.name}.checkpoints")
    dataset = _open_dataset(folders, checkpoints)
    with progress_bar() as progress:
        task = progress.add_task("training", total=phases * epochs)

        def advance(report: EpochReport) -> None:
            done = (report.phase * epochs) + report.epoch
            progress.update(task, completed=done, description=f"phase {report.phase + 1}")
            progress.console.print(
                f"phase {report.phase + 1}, epoch {report.epoch}: {report.positions:,} positions, "
                f"mean error {report.trained_error:.3f} discs, held out {report.held_out_error:.3f}"
            )

        trained = train_network(dataset, settings, checkpoints, threads=threads, progress=advance)
    networks.save(trained, output)
    remove_checkpoints(checkpoints)
    console().print(f"Saved {output}. Play it: outflank play --white network:weights={output}")


def compare(
    folders: FoldersArgument,
    evaluations: Annotated[
        list[str],
        typer.Option("--with", "-w", metavar="NAME=FILE", help="Evaluation file; repeatable."),
    ],
    csv: Annotated[Path | None, typer.Option(help="CSV of errors by number of discs.")] = None,
    plot: Annotated[Path | None, typer.Option(help="PNG plot of these errors to write.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare the errors of evaluations on held-out positions.

    Give the folders that the evaluations were trained on, in the same order: the held-out positions
    are then unseen by all of them.
    """
    from outflank.cli.output import print_json
    from outflank.cli.warmup import load_kernels

    files = dict(_named(text) for text in evaluations)
    load_kernels()
    from dataclasses import asdict

    from outflank.players.network import evaluation_in
    from outflank.training import comparison

    compiled = {name: evaluation_in(file) for name, file in files.items()}
    with TemporaryDirectory() as work_folder:
        dataset = _open_dataset(folders, Path(work_folder))
        rows = comparison.compare_evaluations(dataset.held_out, compiled)
    if csv is not None:
        comparison.write_csv(rows, csv)
    if plot is not None:
        comparison.draw_plot(rows, plot)
    if as_json:
        print_json([asdict(row) for row in rows])
    else:
        _show(comparison.by_phase(rows, PHASE_DISCS))


def _open_dataset(folders: list[Path], work_folder: Path) -> Dataset:
    from outflank.cli.train_progress import ProgressLine
    from outflank.jobs.processes import local_processes
    from outflank.training.dataset import open_dataset, sources_of

    with ProgressLine() as line, local_processes() as executor:
        return open_dataset(sources_of(folders, [0.5]), work_folder, executor, line)


def _named(text: str) -> tuple[str, str]:
    from outflank.errors import OutflankError

    name, equals, file = text.partition("=")
    if not (name and equals and file):
        raise OutflankError(
            f"--with {text!r} names no file; write NAME=FILE, such as linear=weights.bin"
        )
    return name, file


def _show(phases: list[Errors]) -> None:
    from rich.table import Table

    from outflank.cli.output import console

    table = Table(box=None, header_style="dim", title="mean absolute error in discs")
    for heading in ("discs", "positions", *phases[0].mean_absolute):
        table.add_column(heading, justify="right")
    for row in phases:
        errors = (f"{error:.3f}" for error in row.mean_absolute.values())
        table.add_row(f"{row.first}–{row.last}", f"{row.positions:,}", *errors)
    console().print(table)
