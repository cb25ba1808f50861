"""`outflank evaluate`: evaluate positions, and compare with scores known from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.options import JsonOption


def evaluate(
    positions: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|POSITION...",
            help="Positions, files of positions (OBF), or games (final positions are used).",
        ),
    ],
    depth: Annotated[
        int, typer.Option(min=0, max=60, help="Search depth in plies; 0 is the static evaluation.")
    ] = 0,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights file; default: the shipped one.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Evaluate positions in discs for the side to move, and compare with scores in the file."""
    from outflank.cli.warmup import load_kernels
    from outflank.formats import read

    nodes = [node for text in positions for node in read(text).nodes]
    load_kernels()

    from outflank.cli.evaluate_report import JsonReport, Report, TableReport, Valued
    from outflank.engine.evaluator import Evaluator
    from outflank.engine.weights import load

    evaluator = Evaluator(weights=None if weights is None else load(weights))
    report: Report = JsonReport() if as_json else TableReport(nodes)
    found = []
    for number, node in enumerate(nodes, 1):
        found.append(Valued(number, node, evaluator.value(node.position, depth), depth))
        report.add(found[-1])
    report.end(found)
