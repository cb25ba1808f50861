"""Save and load the games that visitors play.

They are stored in the library, each owned by the visitor who created it. Two people share a board
through the public id of its game, which cannot be guessed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.engine.review import Review
from outflank.errors import FormatError
from outflank.library.library import Library
from outflank.library.rows import GameRow
from outflank.library.selection import Selection
from outflank.play.loading import named_players
from outflank.play.saving import session_as_dict, session_from_dict
from outflank.play.session import HUMAN, Session
from outflank.rules.game import BLACK, WHITE, Game
from outflank.web.limits import limits
from outflank.web.loading import visitor_player


@dataclass(frozen=True, slots=True)
class SavedSession:
    """A stored session, the review of its game and the visitor who owns it."""

    session: Session
    review: Review | None
    visitor: str


class VisitorGames:
    """Saves sessions (games with players, clock and cursor) to a library and loads them."""

    def __init__(self, library: Library) -> None:
        self._library = library

    @property
    def path(self) -> Path:
        """Path of the library's database file."""
        return self._library.path

    def close(self) -> None:
        """Close the library."""
        self._library.close()

    def save(
        self, game_id: str, visitor: str, session: Session, review: Review | None = None
    ) -> None:
        """Save `session`, and `review` if given, under the public id `game_id`."""
        own = self._library.owned_by(visitor)
        is_new = own.game_id(game_id) is None
        self._library.save(
            session.game,
            public_id=game_id,
            owner=visitor,
            session=packed_session(session),
            is_open=is_open(session),
        )
        saved_id = own.game_id(game_id)
        if review is not None and saved_id is not None:
            self._library.store_review(saved_id, review, review.settings.name)
        if is_new:
            own.trim(limits().games_of_visitor)

    def load(self, game_id: str) -> SavedSession | None:
        """Load the session with this public id; None if there is none or it is in the trash."""
        saved = self._library.load(game_id)
        if saved is None or saved.is_deleted:
            return None
        if saved.session is None:
            session = record_session(saved.game)
        else:
            # Any player is accepted here; the desk refuses those that are not allowed.
            session = session_from_dict(json.loads(saved.session), allow=str)
        return SavedSession(session, self.review(saved.id), saved.owner)

    def review(self, game_id: int) -> Review | None:
        """The stored review of the library game with this number; None if missing or unreadable."""
        # An unreadable review is dropped; it can be computed again.
        with suppress(FormatError, json.JSONDecodeError):
            return self._library.review(game_id)
        return None

    def find(self, visitor: str, session: Session) -> str | None:
        """The public id of the visitor's stored game with the same moves and players, or None."""
        wanted = session_as_dict(session)
        for game_id in self._library.owned_by(visitor).with_moves(session.game):
            saved = self._library.load(game_id)
            if saved is not None and saved.session is not None:
                values = json.loads(saved.session)
                if all(values[name] == wanted[name] for name in ("sgf", "players")):
                    return game_id
        return None

    def forget(self, game_id: str, visitor: str) -> None:
        """Move a game of this visitor, given by its public id, to the trash."""
        number = self._library.owned_by(visitor).game_id(game_id)
        if number is not None:
            self._library.delete([number])

    def games_of(self, visitor: str, limit: int = 100) -> list[GameRow]:
        """At most `limit` games of a visitor; the one that was changed last comes first."""
        return self._library.search(Selection(owners=(visitor,)), order="changed", limit=limit)

    def settings_of(self, visitor: str) -> dict[str, Any]:
        """The stored settings of a visitor; empty for a new visitor."""
        return self._library.settings(visitor)

    def set_settings(self, visitor: str, settings: dict[str, Any]) -> None:
        """Store the settings of a visitor."""
        self._library.set_settings(visitor, settings)


def record_session(game: Game) -> Session:
    """A session for looking at a game of the library, with the cursor at the start."""
    named = named_players(game, visitor_player)
    session = Session(game, black=named.get(BLACK, HUMAN), white=named.get(WHITE, HUMAN))
    session.is_record = bool(game.root.children)
    game.go_to_start()
    return session


def packed_session(session: Session) -> str:
    """A session as JSON for the library; the time of the current turn is set to 0."""
    values = session_as_dict(session)
    # No player should move when an analysis is reopened.
    values["is_paused"] = session.is_paused or session.is_analysing
    return json.dumps(values | {"is_analysing": False, "turn_seconds": 0.0})


def is_open(session: Session) -> bool:
    """Whether the game is still being played; the library does not index such games yet."""
    return session.game.result is None and not session.is_record
