"""Save a visitor's game to the library, with retries after a failure such as a full disk."""

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
    """Saves one game of a visitor to the library under the public id `game_id`.

    If a save fails, `try_again` is called after `RETRY_SECONDS`; it should call `save` again.
    `is_saved` tells whether the library has the game already, `game` is its current state, and
    `review` its stored review. The attribute `reason` says why the last save failed; it is empty
    after a success.
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
        """Save the game, and its review if that has changed; after a failure, schedule a retry.

        A game that is not in the library yet is saved only if it was changed, it has a new review,
        or `even_unchanged` is True: looking through a shared game saves nothing.
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
        """Cancel a scheduled retry and forget the reason of the last failure."""
        self.reason = ""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
