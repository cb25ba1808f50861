"""Step through the mistakes of a reviewed game, and try to find better moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.engine.review import MoveReview
from outflank.errors import OutflankError
from outflank.play.paths import node_at, path_of
from outflank.rules.squares import Square, square_name

if TYPE_CHECKING:
    from outflank.web.pages.play import GamePage

GOOD_DISCS = 1.0
"""A tried move counts as good if it loses less than this many discs."""


class Tour:
    """Steps through the mistakes on a game's page.

    In a retry, the visitor looks for a better move than the mistake; `answer` is the message about
    the tried move.
    """

    def __init__(self, page: GamePage) -> None:
        self._page = page
        self._retried: MoveReview | None = None
        self._position_path = ""
        self._game_path = ""
        self.answer = ""

    @property
    def is_retrying(self) -> bool:
        """Whether the page shows the position before a mistake, for a retry."""
        is_there = self._page.session.path == self._position_path
        return self._retried is not None and is_there

    @property
    def shown_answer(self) -> str:
        """The message of the current retry; empty if there is no retry."""
        return self.answer if self.is_retrying else ""

    # From mistake to mistake

    def next_mistake(self) -> None:
        """Go to the next mistake of the game, if there is one."""
        self._go(1)

    def previous_mistake(self) -> None:
        """Go to the previous mistake of the game, if there is one."""
        self._go(-1)

    def _go(self, direction: int) -> None:
        page = self._page
        paths = [path for path, move in page.room.reviewed_moves().items() if move.is_mistake]
        here = len(page.session.game_path)
        if self.is_retrying and direction > 0 and self._retried is not None:
            here += 2  # past the mistake that was retried
        ahead = [path for path in paths if (len(path) - here) * direction > 0]
        if ahead:
            self._retried = None
            target = ahead[0] if direction > 0 else ahead[-1]
            page.act(lambda: self._look_at(target))

    def _look_at(self, path: str) -> None:
        self._page.session.return_to_game()
        self._page.session.go_to(path)

    # Back from a variation

    def note_place(self) -> None:
        """Remember the cursor while it is in the game, for the return from a variation."""
        if not self._page.session.is_in_variation:
            self._game_path = self._page.session.path

    def leave_variation(self) -> None:
        """Go back to the mistake that the variation replaces if it was entered from there.

        Otherwise go to the move of the game after which the variation begins.
        """
        session = self._page.session
        move = self._page.room.reviewed_moves().get(self._game_path)
        is_replaced = self._game_path[:-2] == session.game_path
        if move is not None and move.is_mistake and is_replaced:
            self._page.act(lambda: self._look_at(self._game_path))
        else:
            self._page.act(session.return_to_game)

    # The better line of the mistake at the cursor

    def show_better(self, line: list[Square]) -> None:
        """Preview `line`, which is better than the mistake, from the position before it."""
        node = self._page.session.game.current
        move = node_at(self._page.session.game, path_of(node))
        self._page.show_line(line, move.parent)

    def play_better(self, line: list[Square]) -> None:
        """Play `line`, which is better than the mistake, as a variation."""
        session = self._page.session
        before = session.path[:-2]

        def play() -> None:
            session.go_to(before)
            for square in line:
                if square < 64:
                    session.play(square)

        self._page.act(play)

    # Retry

    @property
    def mistake_here(self) -> MoveReview | None:
        """The mistake at the cursor, which `retry` asks about; None during a retry."""
        session = self._page.session
        if session.is_in_variation or self.is_retrying:
            return None
        move = self._page.room.reviewed_moves().get(session.path)
        return move if move is not None and move.is_mistake else None

    def retry(self) -> None:
        """Go to the position before the mistake at the cursor, if any, to find a better move."""
        page = self._page
        mistake = self.mistake_here
        if mistake is None:
            return
        self._position_path = page.session.path[:-2]
        self._retried = mistake
        self.answer = page.text("retry_find", side=page.text(mistake.colour.value))
        page.act(lambda: page.session.go_to(self._position_path))

    def show_solution(self) -> None:
        """End the retry: go back to the mistake, where the page shows the better move."""
        if self._retried is not None:
            path = self._position_path + square_name(self._retried.move)
            self._retried = None
            self._page.act(lambda: self._look_at(path))

    async def try_move(self, square: Square) -> None:
        """Review the move that the visitor tries instead of the mistake; set `answer`."""
        mistake, page = self._retried, self._page
        assert mistake is not None, "only a retry tries moves"
        move = square_name(square)
        self.answer = page.text("retry_looks", move=move)
        page.room.tell()
        try:
            tried = await page.room.review_try(mistake, square)
        except OutflankError as error:
            self.answer = str(error)
        else:
            key = "retry_best" if square == mistake.best else _grade(tried, mistake)
            loss = f"{tried.loss_discs:.1f}"
            self.answer = page.text(key, move=move, loss=loss)
        page.room.tell()


def _grade(tried: MoveReview, mistake: MoveReview) -> str:
    """The language-file key of the verdict on a tried move that is not the best move."""
    if tried.loss_discs < GOOD_DISCS:
        return "retry_good"
    return "retry_better" if tried.loss_discs < mistake.loss_discs else "retry_worse"
