"""The opening book in a real browser: in games, analyses and reviews."""

from __future__ import annotations

from outflank.engine.book.file import shipped_book
from outflank.rules.game import Game
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


USE_BOOK = "Use the opening book in analyses and reviews"


def test_an_analysis_takes_its_scores_from_the_book_if_the_setting_is_on(
    fresh_board: BoardPage,
) -> None:
    board = fresh_board
    board.open("/?game=f5d6c3")
    board.press("Analyse")
    head = board.page.locator(".of-analysis__head")
    head.get_by_text("book ").wait_for()
    assert head.get_by_text("from the book").count() == 0, "off at first"
    board.menu("Settings")
    board.dialog().get_by_label(USE_BOOK).check()
    board.dialog().get_by_text("Done").click()
    head.get_by_text("from the book").wait_for()
    entry = shipped_book().find(Game.from_moves("f5d6c3").position)
    assert entry is not None
    assert f"depth {entry.depth}" in head.inner_text()
    first = board.page.locator(".of-line").first
    assert str(entry.moves[0].move) in first.inner_text()
    score = first.locator(".of-line__score").inner_text().replace("\N{MINUS SIGN}", "-")
    assert abs(float(score) - -entry.score) < 0.06, "for Black, while White is to move"
    board.menu("Settings")
    assert board.dialog().get_by_label(USE_BOOK).is_checked()
    board.dialog().get_by_label(USE_BOOK).uncheck()
    board.dialog().get_by_text("Done").click()
    head.get_by_text("from the book").wait_for(state="detached")


def test_a_review_with_the_book_says_so(fresh_board: BoardPage) -> None:
    board = fresh_board
    board.open("/?game=f5d6c3d3c4")
    board.press("Review")
    board.dialog().get_by_label(USE_BOOK).check()
    board.dialog().get_by_role("button", name="Quick").click()
    board.page.wait_for_function(
        "document.querySelector('.of-review table') && !document.querySelector('.of-progress')",
        timeout=120_000,
    )
    corner = board.page.locator(".of-review table .of-explained").first
    assert "Scores come from the opening book" in (corner.get_attribute("title") or "")
    board.press("Review")
    assert board.dialog().get_by_label(USE_BOOK).is_checked(), "it is kept"
    board.dialog().get_by_label(USE_BOOK).uncheck()
    board.dialog().get_by_role("button", name="Quick").click()
    board.page.wait_for_function(
        """() => {
            const corner = document.querySelector('.of-review table .of-explained');
            return corner && !corner.title.includes('opening book');
        }""",
        timeout=120_000,
    )
