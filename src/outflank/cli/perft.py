"""`outflank perft`: count the leaves of the game tree, a test of the move generator."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from outflank.cli.options import JsonOption, PositionArgument


def perft(
    depth: Annotated[int, typer.Argument(min=1, max=20, help="Depth in plies; passes count.")],
    position: PositionArgument = "start",
    as_json: JsonOption = False,
) -> None:
    """Count the leaves of the game tree for every depth up to DEPTH."""
    from outflank.cli.output import console, print_json
    from outflank.cli.warmup import load_kernels
    from outflank.formats import read

    start = read(position).position
    load_kernels()
    from outflank.kernels.perft import perft as count_leaves

    out = console()
    for plies in range(1, depth + 1):
        started = time.perf_counter()
        leaves = int(count_leaves(start.player, start.opponent, plies))
        seconds = time.perf_counter() - started
        if as_json:
            print_json({"depth": plies, "leaves": leaves, "seconds": round(seconds, 6)})
        else:
            rate = leaves / seconds / 1e6
            out.print(f"{plies:>3}  {leaves:>22,}  {seconds:>9.3f} s  {rate:>7.0f} M/s")
