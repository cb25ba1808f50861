"""Arguments and options that several verbs share."""

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
        help="A position, or a file of positions (OBF) or of games, whose ends are meant.",
    ),
]

# What a search may take

MOST_MEGABYTES = 1 << 20
"""A terabyte: far beyond what helps."""

ThreadsOption: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=256, help="One a core if not given.")
]

TableOption: TypeAlias = Annotated[
    int,
    typer.Option(
        "--table-mb", min=1, max=MOST_MEGABYTES, help="Megabytes for the transposition table."
    ),
]

LevelOption: TypeAlias = Annotated[
    int | None,
    typer.Option(min=1, max=60, help="Depth, confidence and solving in one: docs/engine.md."),
]

ReviewOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="quick, standard or deep: about 1, 6 or 30 seconds for a game on one core.",
    ),
]

DepthOption: TypeAlias = Annotated[int | None, typer.Option(min=1, max=60, help="Plies to search.")]

SecondsOption: TypeAlias = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", help="The most that a position may take."),
]

ConfidenceOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        metavar="PERCENT",
        help="With --depth or --time, how sure to be: 73, 87, 95, 98, 99 or 100.",
    ),
]

BookOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="on|off|FILE",
        help="Answer from an opening book where it knows the position: the shipped one or a file.",
    ),
]
