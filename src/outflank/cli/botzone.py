"""`outflank botzone`: any player on Botzone, and the file to upload there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outflank.cli.conversation import PlayerOption
from outflank.protocols.defaults import BOTZONE_PLAYER

app = typer.Typer(help="Play on Botzone: answer its JSON or simple requests.")

TimeOption = Annotated[
    float, typer.Option("--time", min=0.1, metavar="SECONDS", help="Time a move, start included.")
]


@app.callback(invoke_without_command=True)
def botzone(
    context: typer.Context,
    player: PlayerOption = BOTZONE_PLAYER,
    time: TimeOption = 1.0,
    keep_running: Annotated[
        bool, typer.Option("--keep-running", help="Stay for the turns to come.")
    ] = False,
) -> None:
    """Answer Botzone's requests on standard input and output, JSON or simple as they come."""
    if context.invoked_subcommand is None:
        from outflank.protocols.botzone_main import play

        play(player, seconds=time, keeps_running=keep_running)


@app.command()
def pack(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="The file to write.")],
    player: PlayerOption = BOTZONE_PLAYER,
    time: TimeOption = 1.0,
    one_shot: Annotated[
        bool, typer.Option("--one-shot", help="Start anew every turn instead of staying.")
    ] = False,
) -> None:
    """Pack a bot for upload: a zip that Botzone's Python runs."""
    from outflank.cli.output import console
    from outflank.protocols.botzone_pack import write_bot

    size = write_bot(file, player, seconds=time, keeps_running=not one_shot)
    said = f"{file}: {size:,} bytes, plays {player}; upload it as a Python bot."
    console().print(said, markup=False)
