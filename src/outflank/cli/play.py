"""`outflank play`: play a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from outflank.play.session import Session
    from outflank.players.player import Player

DEFAULT_OPPONENT = "corner-greedy"
DEFAULT_HINTER = "alphabeta:depth=8,corners=off"


def play(
    black: Annotated[
        str, typer.Option(metavar="SPEC", help="Player of Black: see outflank players.")
    ] = "human",
    white: Annotated[str, typer.Option(metavar="SPEC", help="Player of White.")] = DEFAULT_OPPONENT,
    position: Annotated[
        str, typer.Option(metavar="POSITION", help="Start from a board, moves, a game or a file.")
    ] = "start",
    load: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Continue a saved session or game. Players named in the file take precedence over "
            "--black and --white.",
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            metavar="SECONDS",
            help="Seconds per move; default: no limit for people, 60 for programs.",
        ),
    ] = None,
    hint: Annotated[
        str, typer.Option(metavar="SPEC", help="Player that gives hints.")
    ] = DEFAULT_HINTER,
    loop: Annotated[
        bool,
        typer.Option(
            "--loop", help="After a game between two programs, ask for commands such as restart."
        ),
    ] = False,
) -> None:
    """Play in the terminal, against any player or another person, or watch two players."""
    from contextlib import suppress

    from outflank.cli.output import console
    from outflank.cli.play_view import PlayView
    from outflank.errors import OutflankError
    from outflank.players.spec import parse_spec

    with suppress(ImportError):
        import readline  # noqa: F401  (adds history and line editing to input())

    if load is not None and position != "start":
        raise OutflankError("give either --load or --position, not both")
    if parse_spec(hint).kind.is_interactive:
        raise OutflankError(f"{hint} gives no hints; name another player for --hint")
    view = PlayView(
        _session(black, white, position, load, time),
        make=_make,
        make_hinter=lambda: _make(hint),
        console=console(),
        ask=input,
        asks_at_end=loop,
    )
    try:
        view.run()
    finally:
        view.close()


def _session(
    black: str, white: str, position: str, load: Path | None, time: float | None
) -> Session:
    from outflank.formats import read
    from outflank.play.loading import game_of, load_session
    from outflank.play.saving import any_player
    from outflank.play.session import Session
    from outflank.play.time_control import TimeControl
    from outflank.rules.game import BLACK, WHITE

    players = {BLACK: any_player(black), WHITE: any_player(white)}
    control = TimeControl(move_seconds=time)
    if load is not None:
        return load_session(load.expanduser(), players=players, time_control=control)
    game = game_of(read(position))
    return Session(game, black=players[BLACK], white=players[WHITE], time_control=control)


def _make(spec: str) -> Player:
    from outflank.cli.warmup import load_kernels
    from outflank.players.making import make_player
    from outflank.players.spec import parse_spec

    if parse_spec(spec).kind.is_compiled:
        load_kernels()
    return make_player(spec)
