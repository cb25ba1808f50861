"""`outflank experiment`: reproduce the tables and plots of the project reports, or new ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption
from outflank.cli.train_options import ProcessesOption
from outflank.errors import OutflankError


def experiment(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME|all", help="Experiment (see --list), or all.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Reduced version, about two minutes.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Report folder; resumes if it exists. With all: subfolders."
        ),
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="Show all experiments.")] = False,
    processes: ProcessesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an experiment: a Markdown report with tables (CSV) and figures (PNG) in a folder."""
    from outflank.cli.output import console, print_json
    from outflank.experiments import EXPERIMENTS, check_name, run_experiment

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
    names = list(EXPERIMENTS) if name == "all" else [check_name(name)]
    from outflank.cli.warmup import load_kernels

    load_kernels()
    from outflank.cli.train_progress import ProgressLine
    from outflank.experiments.laboratory import Laboratory, Scale
    from outflank.experiments.report import new_figure
    from outflank.jobs.processes import local_processes

    new_figure()  # fails now, not at the end, if matplotlib is missing
    scale = Scale.QUICK if quick else Scale.FULL
    with (
        ProgressLine("games") as line,
        local_processes(processes) as executor,
    ):
        for each in names:
            folder = _folder(each, out, is_one_of_all=name == "all", is_quick=quick)
            laboratory = Laboratory(each, folder, executor, scale, line)
            run_experiment(each, laboratory)
            with line.aside():
                if as_json:
                    print_json({"experiment": each, "report": str(laboratory.report_path)})
                else:
                    console().print(f"Written: {laboratory.report_path}", markup=False)


def _folder(name: str, out: Path | None, *, is_one_of_all: bool, is_quick: bool) -> Path:
    """The folder for the results of the experiment `name`.

    This is `out` for a single experiment. Without `out`, or if all experiments are run
    (`is_one_of_all`), it is a subfolder of `out` (default: experiments/) named after the
    experiment.
    """
    if out is not None and not is_one_of_all:
        return out
    return (out or Path("experiments")) / (f"{name}-quick" if is_quick else name)
