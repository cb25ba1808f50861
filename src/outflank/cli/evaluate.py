"""`outflank evaluate`: what positions are worth by the evaluation, and how far off that is."""

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
            help="Positions, files of positions (OBF), or games, whose ends are evaluated.",
        ),
    ],
    depth: Annotated[
        int, typer.Option(min=0, max=60, help="Plies to search; 0 is the evaluation itself.")
    ] = 0,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights; ours if not given.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Evaluate positions in discs for the side to move, and compare with the scores in a file."""
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
