"""`outflank play`: a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from outflank.players.player import Player
    from outflank.players.spec import PlayerSpec

DEFAULT_OPPONENT = "corner-greedy"
DEFAULT_HINTER = "alphabeta:depth=8"


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
    from outflank.players.spec import parse_spec
    from outflank.rules.game import BLACK, WHITE

    with suppress(ImportError):
        import readline  # noqa: F401  (gives input() a history and keys to edit the line)

    black_spec, white_spec, hint_spec = parse_spec(black), parse_spec(white), parse_spec(hint)
    if hint_spec.kind.is_interactive:
        raise OutflankError(f"{hint} gives no hints; name another player for --hint")
    session = PlaySession(
        read_game(position),
        {
            colour: None if spec.kind.is_interactive else _make(spec)
            for colour, spec in ((BLACK, black_spec), (WHITE, white_spec))
        },
        make_hinter=lambda: _make(hint_spec),
        console=console(),
        ask=input,
        seconds=time,
    )
    try:
        session.run()
    finally:
        session.close()


def _make(spec: PlayerSpec) -> Player:
    from outflank.cli.warmup import load_kernels
    from outflank.players.making import make_player

    if spec.kind.is_compiled:
        load_kernels()
    return make_player(spec)
