"""`outflank train human` and `human-losses`: models of how people choose their moves."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outflank.cli.options import JsonOption
from outflank.cli.train_options import ProcessesOption
from outflank.errors import OutflankError

if TYPE_CHECKING:
    from outflank.training.human import Agreement
    from outflank.training.human_losses import Loss

BasesArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="WTHOR...",
        help="WTHOR files (.wtb), or folders of them, with their name files beside them.",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add both commands to the command group `outflank train`."""
    app.command()(human)
    app.command("human-losses")(human_losses)


def human(
    bases: BasesArgument,
    output: Annotated[Path, typer.Option(metavar="FILE", help="People file to write.")],
    games: Annotated[int, typer.Option(min=1, help="Games per group to fit.")] = 1_200,
    held_out: Annotated[int, typer.Option(min=1, help="Games per group to test on.")] = 400,
    ridge: Annotated[float, typer.Option(min=0.01, help="L2 penalty of the weights.")] = 16.0,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same games.")] = 1,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fit a model of how people choose moves to real games, for the players engine:human=…"""
    from outflank.cli.warmup import load_kernels
    from outflank.library.wthor import base_files

    if output.is_dir():
        raise OutflankError(f"--output {output} is a folder; give the name of a file")
    files = [file for base in bases for file in base_files(base)]
    load_kernels()
    from outflank.cli.train_progress import ProgressLine
    from outflank.engine import choice
    from outflank.files import make_folder
    from outflank.jobs.processes import local_processes
    from outflank.training.human import HumanFit, fit_people

    settings = HumanFit(games=games, held_out_games=held_out, ridge=ridge, seed=seed)
    make_folder(output.parent)
    started = time.perf_counter()
    with ProgressLine() as line, local_processes(processes) as executor:
        people, agreements = fit_people(files, settings, executor, line)
    choice.save(people, output)
    seconds = time.perf_counter() - started
    _report_fit(people.card, agreements, output, seconds, as_json)


def _report_fit(
    card: dict[str, Any],
    agreements: list[Agreement],
    output: Path,
    seconds: float,
    as_json: bool,
) -> None:
    from rich.table import Table

    from outflank.cli.output import console, print_json

    if as_json:
        print_json({"output": str(output), "seconds": round(seconds, 3), "card": card})
        return
    table = Table("group", "model", box=None, header_style="dim")
    for heading in ("choices", "log-likelihood", "best", "best three"):
        table.add_column(heading, justify="right")
    for row in agreements:
        likelihood = "–" if row.log_likelihood is None else f"{row.log_likelihood:.3f}"
        table.add_row(
            *(row.group, row.model, f"{row.choices:,}", likelihood),
            *(f"{100 * row.best:.1f} %", f"{100 * row.best_three:.1f} %"),
        )
    out = console()
    out.print(table)
    for name, group in card["groups"].items():
        least, most = group["ratings"]
        out.print(
            f"{name}: {group['people']} people rated {least:+} to {most:+}, "
            f"{group['choices']:,} choices fitted.",
            markup=False,
        )
    out.print(f"Wrote {output} after {seconds:.0f} s.", markup=False)


def human_losses(
    bases: BasesArgument,
    people: Annotated[
        Path | None, typer.Option(metavar="FILE", help="People file; default: the shipped one.")
    ] = None,
    positions: Annotated[int, typer.Option(min=2, help="Positions per group and row.")] = 250,
    depth: Annotated[int, typer.Option(min=1, max=14, help="Search depth in plies.")] = 8,
    exact: Annotated[
        int, typer.Option(min=0, max=20, help="Solve positions with this many empties or fewer.")
    ] = 14,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same positions.")] = 1,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="PNG plot to write.")] = None,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare the mean loss of people's moves with that of the players that imitate them."""
    from outflank.cli.warmup import load_kernels
    from outflank.library.wthor import base_files

    files = [file for base in bases for file in base_files(base)]
    load_kernels()
    from outflank.cli.train_progress import ProgressLine
    from outflank.engine import choice
    from outflank.jobs.plots import import_pyplot
    from outflank.jobs.processes import local_processes
    from outflank.training.human_losses import Measuring, measure_losses, plot_losses

    if plot is not None:
        import_pyplot()
    settings = Measuring(positions=positions, depth=depth, exact_empties=exact, seed=seed)
    compared = choice.shipped() if people is None else choice.load(people)
    with ProgressLine() as line, local_processes(processes) as executor:
        losses = measure_losses(files, compared, settings, executor, line)
    if plot is not None:
        plot_losses(losses, plot)
    _report_losses(losses, as_json)


def _report_losses(losses: list[Loss], as_json: bool) -> None:
    from dataclasses import asdict

    from rich.table import Table

    from outflank.cli.output import console, print_json
    from outflank.engine.choice import STRENGTHS

    if as_json:
        for row in losses:
            print_json(asdict(row))
        return
    table = Table("positions of", box=None, header_style="dim")
    headings = ("empties", "positions", "people", *STRENGTHS)
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in losses:
        table.add_row(
            row.group,
            f"{row.empties[0]}–{row.empties[1]}",
            f"{row.positions:,}",
            f"{row.people:.2f} ± {row.error:.2f}",
            *(f"{row.imitations[name]:.2f}" for name in STRENGTHS),
        )
    console().print(table)
    console().print(
        "Mean loss per move in discs: of people, and of the imitations in the same positions."
    )
