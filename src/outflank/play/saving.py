"""Convert sessions to dictionaries of plain values and back.

The game tree is SGF text, with moves, variations, comments, times and the result. Further values
hold what SGF lacks: the players' specs, the time control, the current node, the line that redo
follows, and whether the session is paused, analysing, or a game that is only viewed (`is_record`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from outflank.errors import FormatError, OutflankError
from outflank.formats.detect import MAX_BYTES
from outflank.formats.sgf import format_sgf, parse_sgf
from outflank.formats.wording import excerpt, placed
from outflank.play.fields import Fields
from outflank.play.paths import node_at, redo_path
from outflank.play.session import HUMAN, Session
from outflank.play.time_control import TimeControl
from outflank.players.spec import parse_spec
from outflank.rules.game import BLACK, WHITE, Game

FORMAT = "outflank session"
"""The value of the key ``format``, which identifies a saved session."""

VERSION = 1

MOST_MOVES = 64
LONGEST_PATH = 2 * MOST_MOVES
LONGEST_SPEC = 1000
LONGEST_SGF = MAX_BYTES
"""Maximum length of the SGF text, in characters."""

MOST_SECONDS = 10_000_000.0
"""Maximum of every time in a file, in seconds: about four months. More must be a mistake."""

Allow: TypeAlias = Callable[[str], str]
"""Checks a player's spec, such as ``engine:level=5``.

Returns its canonical form, or raises `OutflankError` to refuse the player.
"""


def any_player(spec: str) -> str:
    """Accept every valid player spec, such as ``engine:level=5``; return its canonical form."""
    return HUMAN if spec == HUMAN else str(parse_spec(spec))


def session_as_dict(session: Session) -> dict[str, Any]:
    """Convert a session to a dictionary, from which `session_from_dict` makes an equal session."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "players": {colour.value: session.players[colour] for colour in (BLACK, WHITE)},
        "time_control": session.time_control.as_dict(),
        "turn_seconds": round(session.turn_seconds(), 3),
        "opening_moves": session.opening_moves,
        "is_paused": session.is_paused,
        "is_analysing": session.is_analysing,
        "is_record": session.is_record,
        "cursor": session.path,
        "redo": redo_path(session.game),
        "sgf": format_sgf([session.game]),
    }


def session_from_dict(values: object, *, allow: Allow = any_player) -> Session:
    """Make a session from a dictionary of `session_as_dict`; `allow` checks each player's spec.

    An invalid value raises an `OutflankError` that names it.
    """
    fields = Fields(values, "a session")
    _check_version(fields)
    players = fields.inner("players")
    black, white = (
        allow(players.text(colour.value, longest=LONGEST_SPEC)) for colour in (BLACK, WHITE)
    )
    session = Session(
        _game(fields),
        black=black,
        white=white,
        time_control=_time_control(fields.inner("time_control")),
        opening_moves=fields.count("opening_moves", most=MOST_MOVES),
    )
    session.is_paused = fields.flag("is_paused")
    session.is_analysing = fields.flag("is_analysing")
    session.is_record = fields.flag("is_record", missing=False)
    session.start_turn(fields.seconds("turn_seconds", most=MOST_SECONDS))
    return session


def _check_version(fields: Fields) -> None:
    format = fields.text("format", longest=100)
    if format != FORMAT:
        raise FormatError(f"format is {excerpt(format)}; a saved session has {FORMAT!r}")
    version = fields.count("version", most=1_000_000)
    if version != VERSION:
        raise FormatError(f"version {version} cannot be read; this Outflank reads {VERSION}")


def _time_control(fields: Fields) -> TimeControl:
    return TimeControl(
        move_seconds=fields.limit("move_seconds", most=MOST_SECONDS),
        game_seconds=fields.limit("game_seconds", most=MOST_SECONDS),
        increment_seconds=fields.seconds("increment_seconds", most=MOST_SECONDS),
    )


def _game(fields: Fields) -> Game:
    """The saved game, at its current node, and with the line that redo follows."""
    try:
        games = parse_sgf(fields.text("sgf", longest=LONGEST_SGF))
    except FormatError as error:
        raise placed(error, "sgf") from error
    if len(games) != 1:
        raise FormatError(f"sgf has {len(games)} games; a session has one")
    game = games[0]
    # Following the redo path first makes it the line that redo follows from the cursor.
    for name in ("redo", "cursor"):
        path = fields.text(name, longest=LONGEST_PATH)
        try:
            game.go_to(node_at(game, path))
        except OutflankError as error:
            raise FormatError(f"{name}: {error}") from None
    return game
