"""Announce moves, passes and results on the board and to screen readers."""

from __future__ import annotations

from nicegui import ui

from outflank.play.session import Session
from outflank.rules.game import Node, Result
from outflank.rules.squares import square_name
from outflank.web.board import Board
from outflank.web.languages import Language
from outflank.web.pages.parts import set_text, span
from outflank.web.pages.status import result_text

PASS_SECONDS = 1.3
RESULT_SECONDS = 3.0


class Announcer:
    """Announces on the board what has changed since the previous call of `show`."""

    def __init__(self, text: Language, board: Board) -> None:
        self._text = text
        self._board = board
        self._shown: tuple[Node, Result | None] | None = None
        self._live = span("", "of-hidden").props("role=status aria-live=polite")

    def forget(self) -> None:
        """Forget what was shown, so that the next `show`, of another game, puts up no notice."""
        self._shown = None

    def show(self, session: Session) -> None:
        """Announce a move, pass or result that is new since the previous call."""
        node, result = session.game.current, session.result
        before, self._shown = self._shown, (node, result)
        if before is not None and before[0] is node and before[1] == result:
            return
        self._board.show_line([])
        notice = self._notice(session)
        set_text(self._live, ". ".join(filter(None, [self._move(node), notice])))
        is_news = before is not None and (
            before[0] is node or len(node.line()) > len(before[0].line())
        )
        self._board.announce(notice if is_news else "")
        if notice and is_news:
            seconds = RESULT_SECONDS if result is not None else PASS_SECONDS
            ui.timer(seconds, lambda: self._board.announce(""), once=True)

    def _move(self, node: Node) -> str:
        played = node.parent if node.is_pass else node
        if played is None or played.parent is None:
            return ""
        side = self._text(played.mover.value)
        return self._text("announce_move", side=side, move=square_name(played.move))

    def _notice(self, session: Session) -> str:
        if session.result is not None:
            return result_text(session.result, self._text)
        node = session.game.current
        return self._text("passes", side=self._text(node.mover.value)) if node.is_pass else ""
