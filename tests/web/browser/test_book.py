"""The opening book in a real browser: chosen for a game, and shown beside the analysis."""

from __future__ import annotations

from outflank.engine.book.file import shipped_book
from outflank.rules.position import Position
from tests.web.browser.board_page import BoardPage


def test_a_player_with_the_book_answers_from_it_and_keeps_its_name(fresh_board: BoardPage) -> None:
    board = fresh_board
    board.menu("New game")
    board.choose("Black", "human")
    board.choose("White", "engine:level=4")
    board.choose("Opening book", "best")
    board.dialog().get_by_text("Start", exact=True).click()
    board.dialog().wait_for(state="hidden")
    board.play("f5")
    board.wait_for_moves(2)
    entry = shipped_book().find(Position.start().play("f5"))
    assert entry is not None
    assert board.moves()[1] == str(entry.moves[0].move)
    assert board.page.get_by_text("book=on").count() == 0
    board.press("Analyse")
    head = board.page.locator(".of-analysis__head")
    head.get_by_text("book ").wait_for()
