"""`outflank bench`: benchmark this machine and compare kernels with their baselines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="Benchmarks to run; default: all but the very long ones."
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=1, help="Duration of fuzz in seconds; default: 10.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Random seed of fuzz; default: 1.")
    ] = None,
    games: Annotated[
        Path | None,
        typer.Option(help="Games: a file for steadiness, a file or folder to import for library."),
    ] = None,
    as_json: JsonOption = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown tables, for bench/results and docs.")
    ] = False,
) -> None:
    """Run benchmarks; ratios to a baseline in the same run mean more than seconds."""
    from outflank.cli.output import console, print_json
    from outflank.cli.warmup import load_kernels
    from outflank.errors import OutflankError

    if (seconds is not None or seed is not None) and names != ["fuzz"]:
        raise OutflankError("--seconds and --seed are for: outflank bench fuzz")
    if games is not None and names not in (["steadiness"], ["library"]):
        raise OutflankError("--games is for: outflank bench steadiness, outflank bench library")
    load_kernels()
    from outflank.bench import fuzz, library, run_benchmarks, steadiness, tables_of_benchmarks

    if as_markdown:
        print(tables_of_benchmarks(names or []))
        return
    if names == ["fuzz"]:
        found = fuzz.measure(
            fuzz.SECONDS if seconds is None else seconds, fuzz.SEED if seed is None else seed
        )
        measurements = [("fuzz", measurement) for measurement in found]
    elif games is not None:
        name = "library" if names == ["library"] else "steadiness"
        found = (library if name == "library" else steadiness).measure(games=games)
        measurements = [(name, measurement) for measurement in found]
    else:
        measurements = run_benchmarks(names or [])
    if as_json:
        for name, measurement in measurements:
            print_json({"benchmark": name, **measurement.as_dict()})
        return
    from rich.table import Table

    table = Table("benchmark", "what", "figure", "against the baseline", box=None)
    for name, measurement in measurements:
        table.add_row(
            name,
            measurement.what,
            f"{measurement.value:,.1f} {measurement.unit}",
            f"{measurement.ratio:.2f} ×" if measurement.ratio else "",
        )
    console().print(table)
