"""`outflank botzone`: run any player as a Botzone bot, or pack it for upload."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.conversation import PlayerOption
from outflank.protocols.defaults import BOTZONE_PLAYER

app = typer.Typer(help="Play on Botzone, or pack a bot for upload.")

TimeOption = Annotated[
    float,
    typer.Option("--time", min=0.1, metavar="SECONDS", help="Seconds per move, start-up included."),
]


@app.callback(invoke_without_command=True)
def botzone(
    context: typer.Context,
    player: PlayerOption = BOTZONE_PLAYER,
    time: TimeOption = 1.0,
    keep_running: Annotated[
        bool, typer.Option("--keep-running", help="Keep the process running between turns.")
    ] = False,
) -> None:
    """Answer Botzone's requests, in JSON or simple form, on standard input and output."""
    if context.invoked_subcommand is None:
        from outflank.protocols.botzone_main import play

        play(player, seconds=time, keeps_running=keep_running)


@app.command()
def pack(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="File to write.")],
    player: PlayerOption = BOTZONE_PLAYER,
    time: TimeOption = 1.0,
    one_shot: Annotated[
        bool, typer.Option("--one-shot", help="Start a new process every turn.")
    ] = False,
) -> None:
    """Pack a player into a zip file for upload as a Python bot."""
    from outflank.cli.output import console
    from outflank.protocols.botzone_pack import write_bot

    size = write_bot(file, player, seconds=time, keeps_running=not one_shot)
    message = f"{file}: {size:,} bytes, plays {player}; upload it as a Python bot."
    console().print(message, markup=False)
