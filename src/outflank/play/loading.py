"""Make a session from a session file, or from a game or position in any format."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from outflank.bounded import read_bounded
from outflank.errors import OutflankError
from outflank.formats import Feature, Reading, format_named, read_file
from outflank.formats.detect import MAX_BYTES
from outflank.play.files import looks_like_session, parse_session
from outflank.play.saving import Allow, any_player
from outflank.play.session import HUMAN, Session
from outflank.play.time_control import UNLIMITED, TimeControl
from outflank.players.spec import parse_spec
from outflank.rules.game import BLACK, WHITE, Colour, Game

PERSONS = {BLACK: HUMAN, WHITE: HUMAN}


def load_session(
    path: str | Path,
    *,
    players: Mapping[Colour, str] = PERSONS,
    time_control: TimeControl = UNLIMITED,
) -> Session:
    """Load a session file, or make a session from the first game or position in another file.

    `players` and `time_control` apply if the file has none. An untrusted file must not start
    programs: players that run a program are allowed only if they are among `players`.
    """
    path = Path(path)
    allow = _unless_program(players.values())
    data = read_bounded(path, MAX_BYTES)
    if looks_like_session(data):
        return parse_session(data, str(path), allow=allow)
    return session_of(read_file(path), players=players, time_control=time_control, allow=allow)


def session_of(
    reading: Reading,
    index: int = 0,
    *,
    players: Mapping[Colour, str],
    time_control: TimeControl = UNLIMITED,
    allow: Allow = any_player,
) -> Session:
    """Make a session with game number `index` (from 0) of a file that has been read.

    Play continues at the current node stored in the file, or at the end of the game. Files of
    Outflank name the players by spec, such as ``engine:level=5``; these players, if `allow` accepts
    them, take precedence over `players`.
    """
    game = game_of(reading, index)
    seated = {**players, **named_players(game, allow)}
    return Session(game, black=seated[BLACK], white=seated[WHITE], time_control=time_control)


def game_of(reading: Reading, index: int = 0) -> Game:
    """Game number `index` (from 0) of a file that has been read, at the node where play continues.

    This is the current node stored in the file; else the end of a game, or the start of a position.
    """
    game = reading.games[index]
    holds = format_named(reading.format).holds
    if Feature.CURSOR in holds:
        return game
    if Feature.MOVES in holds:
        game.go_to_end()
    else:
        game.go_to_start()
    return game


def named_players(game: Game, allow: Allow = any_player) -> dict[Colour, str]:
    """The players that the tags of `game` name by spec and that `allow` accepts, by colour.

    A spec is text such as ``engine:level=5``; other names are those of people and are ignored.
    """
    named = {}
    for colour in (BLACK, WHITE):
        name = game.tags.get(colour.value, "")
        try:
            spec = allow(name)
        except OutflankError:
            continue
        # Outflank writes canonical specs: "Roxanne" is a person, "roxanne" a program.
        if spec == name:
            named[colour] = spec
    return named


def _unless_program(present: Collection[str]) -> Allow:
    """Return a check of specs that refuses players which run an external program or user code.

    Such players are accepted only if their spec is in `present`.
    """

    def allow(text: str) -> str:
        spec = any_player(text)
        if parse_spec(spec).kind.takes_argument and spec not in present:
            raise OutflankError(f"{spec} runs a program; to allow it, start with this player")
        return spec

    return allow
