"""Parse a visitor's text or file into sessions: games with players, clocks and cursor.

Sessions are returned as dictionaries, which a worker process can send to the server.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outflank.errors import OutflankError
from outflank.formats import Reading, read_bytes
from outflank.play.files import looks_like_session, parse_session
from outflank.play.loading import session_of
from outflank.play.saving import session_as_dict, session_from_dict
from outflank.play.session import HUMAN, Session
from outflank.rules.game import BLACK, WHITE, Colour
from outflank.web.allowed import web_player
from outflank.web.limits import Limits, limits

TWO_PEOPLE = {BLACK: HUMAN, WHITE: HUMAN}

LISTED_BYTES = 500_000
"""Largest total size of the games of one file that a page offers for choice.

The page keeps them in memory until the visitor chooses one.
"""


def visitor_player(spec: str) -> str:
    """Normalise a player spec; raise `OutflankError` if a visitor may not use that player."""
    return HUMAN if spec == HUMAN else str(web_player(spec))


@dataclass(frozen=True, slots=True)
class Given:
    """A game or saved session from a visitor: its title, and the session as a dictionary."""

    title: str
    values: dict[str, Any]

    def session(self) -> Session:
        """The session as an object; raises if a visitor may not use one of its players."""
        return session_from_dict(self.values, allow=visitor_player)


def read_given(
    data: bytes,
    name: str = "",
    *,
    players: Mapping[Colour, str] = TWO_PEOPLE,
    bounds: Limits | None = None,
) -> list[Given]:
    """Parse `data`, which is a saved session or a file of games; return at least one.

    `name` is the file name for error messages. `players` are used for games that name no players.
    Of a long file, only the first games are returned. A game that has moves becomes a session in
    which new moves are variations (`Session.is_record`). A saved session is paused if a program is
    to move or a clock runs.
    """
    bounds = bounds or limits()
    if len(data) > bounds.file_bytes:
        raise OutflankError(
            f"{len(data):,} bytes are too many; give at most {bounds.file_bytes:,} bytes"
        )
    if looks_like_session(data):
        session = parse_session(data, name, allow=visitor_player)
        if session.awaits_player or session.is_clock_running:
            session.pause()
        return [_given(session, "", bounds)]
    reading = read_bytes(data, name)
    if len(reading.games) == 1:
        return [_given(_session(reading, 0, players), _title(reading, 0), bounds)]
    listed: list[Given] = []
    problem: OutflankError | None = None
    size = 0
    for index in range(min(len(reading.games), bounds.games_listed)):
        try:
            given = _given(_session(reading, index, players), _title(reading, index), bounds)
        except OutflankError as error:  # skip this game
            problem = problem or error
            continue
        size += len(given.values["sgf"])
        if size > LISTED_BYTES:
            break
        listed.append(given)
    if problem and not listed:
        raise problem
    return listed


def _given(session: Session, title: str, bounds: Limits) -> Given:
    values = session_as_dict(session)
    size = len(json.dumps(values))
    if size > bounds.game_bytes:
        raise OutflankError(
            f"a game of {size:,} bytes is too large; at most {bounds.game_bytes:,} are allowed,"
            " with variations and comments"
        )
    return Given(title, values)


def _session(reading: Reading, index: int, players: Mapping[Colour, str]) -> Session:
    session = session_of(reading, index, players=players, allow=visitor_player)
    session.is_record = bool(session.game.root.children)
    if session.awaits_player:
        session.pause()
    return session


def _title(reading: Reading, index: int) -> str:
    game = reading.games[index]
    black, white = (game.tags.get(side, "?")[:100] for side in ("black", "white"))
    return f"{index + 1}. {black} – {white} {game.result or ''}".strip()


def session_from_link(text: str) -> Session:
    """The session for a shared link; `text` is the game in the link."""
    most = limits().link_characters
    if len(text) > most:
        raise OutflankError(
            f"a link of {len(text):,} characters is too long; at most {most:,} are allowed:"
            " load the game as a file"
        )
    return read_given(text.encode(errors="surrogatepass"))[0].session()
