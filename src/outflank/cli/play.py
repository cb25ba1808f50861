"""`outflank play`: a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from outflank.players.player import Player

DEFAULT_OPPONENT = "corner-greedy"
DEFAULT_HINTER = "roxanne"


def play(
    black: Annotated[
        str, typer.Option(metavar="SPEC", help="Who plays Black: see outflank players.")
    ] = "human",
    white: Annotated[str, typer.Option(metavar="SPEC", help="Who plays White.")] = DEFAULT_OPPONENT,
    position: Annotated[
        str,
        typer.Option(metavar="POSITION", help="Where to begin: a board, moves, a game or a file."),
    ] = "start",
    time: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            metavar="SECONDS",
            help="Time a move; without it people have no limit and players a minute.",
        ),
    ] = None,
    hint: Annotated[
        str, typer.Option(metavar="SPEC", help="Who answers when you ask for a hint.")
    ] = DEFAULT_HINTER,
) -> None:
    """Play in the terminal, against any player or another person, or watch two players."""
    from contextlib import suppress

    from outflank.cli.output import console
    from outflank.cli.play_session import PlaySession, read_game
    from outflank.errors import OutflankError
    from outflank.rules.game import BLACK, WHITE

    with suppress(ImportError):
        import readline  # noqa: F401  (gives input() a history and keys to edit the line)

    if (hinter := _player(hint)) is None:
        raise OutflankError(f"{hint} gives no hints; name another player for --hint")
    session = PlaySession(
        read_game(position),
        {BLACK: _player(black), WHITE: _player(white)},
        hinter=hinter,
        console=console(),
        ask=input,
        seconds=time,
    )
    try:
        session.run()
    finally:
        session.close()


def _player(text: str) -> Player | None:
    """The player of a spec, or None for a person."""
    from outflank.cli.warmup import load_kernels
    from outflank.players.making import make_player
    from outflank.players.spec import parse_spec

    spec = parse_spec(text)
    if spec.kind.is_interactive:
        return None
    if spec.kind.is_compiled:
        load_kernels()
    return make_player(spec)
