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
