"""Save a game to the library, with retries after a failure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from outflank.engine.review import Review
from outflank.formats.sgf import format_sgf
from outflank.library.database import StorageError
from outflank.play.session import Session
from outflank.rules.game import Game
from outflank.web.visitor_games import VisitorGames

RETRY_SECONDS = 5.0


class Keeper:
    """Saves a visitor's game under its id; after a failure, calls `try_again` later.

    `review` is the stored review. `reason` says why the last save failed; empty after a success.
    """

    def __init__(
        self,
        store: VisitorGames,
        game_id: str,
        visitor: str,
        try_again: Callable[[], None],
        game: Game,
        *,
        is_saved: bool,
        review: Review | None = None,
    ) -> None:
        self._store = store
        self._id = game_id
        self._visitor = visitor
        self._try_again = try_again
        self._timer: asyncio.TimerHandle | None = None
        self._given = "" if is_saved else format_sgf([game])
        self._saved_review = review
        self.is_saved = is_saved
        self.reason = ""

    def save(
        self, session: Session, review: Review | None, *, even_unchanged: bool = False
    ) -> None:
        """Save the game, and its review if it has changed; after a failure, schedule a retry.

        A game that is not in the library yet is saved only if it was changed (or `even_unchanged`):
        looking through a shared game saves nothing.
        """
        is_new = review is not self._saved_review
        is_wanted = self.is_saved or even_unchanged or is_new
        if not is_wanted and format_sgf([session.game]) == self._given:
            return
        try:
            is_stored = self.is_saved and not is_new
            self._store.save(self._id, self._visitor, session, None if is_stored else review)
        except StorageError as problem:
            self.reason = problem.reason
            if self._timer is None:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(RETRY_SECONDS, self._again)
        else:
            self._saved_review = review
            self.is_saved = True
            self.reason = ""

    def _again(self) -> None:
        self._timer = None
        self._try_again()

    def give_up(self) -> None:
        """Cancel pending retries."""
        self.reason = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
