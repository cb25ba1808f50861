"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]

PositionArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="A board, a transcript (f5d6c3), a game, a file with one of these, or start.",
    ),
]

PositionsArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FILE|POSITION",
        help="A position, or a file of positions (OBF) or games (their final positions are used).",
    ),
]

# Search limits

MOST_MEGABYTES = 1 << 20
"""Upper limit of the table size: a terabyte, far beyond what helps."""

ThreadsOption: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=256, help="Number of threads; default: one per core.")
]

TableOption: TypeAlias = Annotated[
    int,
    typer.Option(
        "--table-mb", min=1, max=MOST_MEGABYTES, help="Transposition table size in megabytes."
    ),
]

LevelOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=1, max=60, help="Strength: sets depth, confidence and solving (docs/engine.md)."
    ),
]

ReviewOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="quick, standard or deep: about 1, 6 or 30 seconds per game on one core.",
    ),
]

DepthOption: TypeAlias = Annotated[int | None, typer.Option(min=1, max=60, help="Depth in plies.")]

SecondsOption: TypeAlias = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", help="Time limit per position in seconds."),
]

ConfidenceOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="PERCENT",
        help="Selectivity with --depth or --time: 73, 87, 95, 98, 99 or 100 (full width).",
    ),
]

BookOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="on|off|FILE", help="Opening book to answer from: on is the shipped book."
    ),
]
