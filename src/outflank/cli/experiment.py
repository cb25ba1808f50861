"""`outflank experiment`: one of the reports' tables and plots, or our own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.train_options import ProcessesOption
from outflank.errors import OutflankError


def experiment(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="See --list.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Less of it, in two minutes.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the report goes; resumed if begun.")
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="Show all experiments.")] = False,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an experiment: a Markdown report with tables (CSV) and figures (PNG) in a folder."""
    from outflank.cli.output import console, print_json
    from outflank.experiments import EXPERIMENTS, module_of, run_experiment

    if list_all:
        if as_json:
            print_json(EXPERIMENTS)
            return
        from rich.table import Table

        table = Table("experiment", "what it shows", box=None, header_style="dim")
        for each, about in EXPERIMENTS.items():
            table.add_row(each, about)
        console().print(table)
        return
    if name is None:
        raise OutflankError("give the NAME of an experiment; --list shows all of them")
    from outflank.cli.warmup import load_kernels

    load_kernels()
    module_of(name)
    from outflank.arena.match import default_workers
    from outflank.cli.train_progress import ProgressLine
    from outflank.experiments.laboratory import Laboratory, Scale
    from outflank.experiments.report import new_figure
    from outflank.work.processes import local_processes

    new_figure()  # matplotlib is missed now and not at the end
    folder = out or Path("experiments") / (f"{name}-quick" if quick else name)
    scale = Scale.QUICK if quick else Scale.FULL
    with (
        ProgressLine("games") as line,
        local_processes(processes or default_workers()) as executor,
    ):
        laboratory = Laboratory(name, folder, executor, scale, line)
        run_experiment(name, laboratory)
    if as_json:
        print_json({"experiment": name, "report": str(laboratory.report_path)})
    else:
        console().print(f"Written: {laboratory.report_path}", markup=False)
