"""`outflank bench`: what this machine does, and how the kernels compare with their baselines."""

from __future__ import annotations

from typing import Annotated

import typer

from outflank.cli.options import JsonOption


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]...", help="If none is named, all but `techniques` and `cluster`."
        ),
    ] = None,
    as_json: JsonOption = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print tables for bench/results and docs.")
    ] = False,
) -> None:
    """Measure this machine; ratios are taken in one run and mean more than seconds."""
    from outflank.cli.output import console, print_json
    from outflank.cli.warmup import load_kernels

    load_kernels()
    from outflank.bench import run_benchmarks, tables_of_benchmarks

    if as_markdown:
        print(tables_of_benchmarks(names or []))
        return
    measurements = run_benchmarks(names or [])
    if as_json:
        for measurement in measurements:
            print_json(measurement.as_dict())
        return
    from rich.table import Table

    table = Table("benchmark", "what", "figure", "against the baseline", box=None)
    for measurement in measurements:
        table.add_row(
            measurement.benchmark,
            measurement.what,
            f"{measurement.value:,.1f} {measurement.unit}",
            f"{measurement.ratio:.2f} ×" if measurement.ratio else "",
        )
    console().print(table)
