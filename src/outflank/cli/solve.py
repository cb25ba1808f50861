"""`outflank solve`: exact endgame scores, best moves and lines of play."""

from __future__ import annotations

import signal
import time as clock
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from outflank.cli.options import JsonOption

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from outflank.engine.solver import Progress, Solution, Solver
    from outflank.rules.game import Node
    from outflank.search.limit import Limit


def solve(
    position: Annotated[
        str,
        typer.Argument(
            metavar="FILE|POSITION",
            help="A file of positions (OBF) or games, whose ends are solved; or a position.",
        ),
    ],
    wld: Annotated[bool, typer.Option("--wld", help="Only who wins, which is quicker.")] = False,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="The score of every legal move as well.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="One a core if not given.")
    ] = None,
    table_mb: Annotated[
        int, typer.Option("--table-mb", min=1, help="Memory of the transposition table.")
    ] = 128,
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="The most that a position may take.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve endgames: the score in discs for the side to move if both play their best."""
    from outflank.cli.warmup import load_kernels
    from outflank.formats import read
    from outflank.search.limit import Limit

    nodes = read(position).nodes
    limit = Limit(seconds=time)
    load_kernels()
    solver = _solver(threads, table_mb)
    report: _Report = _Lines() if as_json else _Rows(nodes)
    report.begin()
    totals = _Totals(len(nodes))
    with _interrupt_stops(solver, totals):
        for answer in _answers(solver, nodes, totals, wld=wld, all_moves=all_moves, limit=limit):
            report.add(answer)
    report.end(totals)
    if totals.interrupted:
        raise typer.Exit(130)
