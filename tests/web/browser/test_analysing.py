"""Analysis, review and settings in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from outflank.web.languages import LANGUAGES, LOCALES, language
from tests.web.browser.board_page import BoardPage
from tests.web.browser.conftest import new_visitor
from tests.web.serving import Serving

MOVES = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]


def test_scores_stand_on_every_legal_square_and_lines_can_be_played(board: BoardPage) -> None:
    board.open(f"/?game={''.join(MOVES)}")
    board.press("Analyse")
    legal = board.legal()
    board.page.wait_for_function(
        "count => document.querySelectorAll('.of-score').length === count", arg=len(legal)
    )
    spoken = board.label(legal[0])
    assert re.search(r"score ([+−]?\d+(\.\d)?)$", spoken), spoken
    head = board.page.locator(".of-analysis__head")
    board.page.wait_for_function(
        """Number(document.querySelector(".of-analysis__head b").innerText) >= 8"""
    )
    assert re.search(r"depth \d+.*(selective|exact).*M positions/s", head.inner_text(), re.S)
    assert board.page.locator(".of-best").count() >= 1
    third = board.page.locator("[data-line='0.3']")
    third.hover()
    board.page.wait_for_selector(".of-number")
    assert board.page.locator(".of-number").count() == 3
    board.page.locator("[data-line='0.2']").click()
    board.wait_for_moves(len(MOVES) + 2)
    # The pointer is over the new lines, one of which the board would show.
    board.page.mouse.move(2, 2)
    board.page.wait_for_selector(".of-number", state="detached")
    board.check()
    board.play(board.legal()[0])  # while the engine analyses
    board.wait_for_moves(len(MOVES) + 3)
    board.page.wait_for_selector(".of-graph:not(.of-gone) canvas")
    board.press("Analyse")
    board.page.wait_for_selector(".of-score", state="detached")


def test_a_review_marks_mistakes_and_is_there_the_next_time(board: BoardPage) -> None:
    board.open("/?game=f5d6c3d3c4b3b2c2b1a1")  # b2 gives a corner away
    board.press("Review")
    board.dialog().get_by_role("button", name="Quick").click()
    board.page.wait_for_selector(".of-progress")
    board.page.wait_for_selector(".of-progress", state="detached")
    table = board.page.locator(".of-review table")
    assert "Accuracy" in table.inner_text()
    marked = board.page.locator(".of-move--blunder")
    assert marked.count() >= 1
    marked.first.click()
    better = board.page.locator(".of-better")
    better.get_by_text("was a blunder").wait_for()
    assert "Better was" in better.inner_text()
    assert board.page.locator(".of-mark--blunder").count() == 1
    said = table.inner_text()
    board.page.reload()
    board.ready()
    assert table.inner_text() == said
    board.page.wait_for_selector(".of-graph:not(.of-gone) canvas")
    box = board.page.locator(".of-graph canvas").bounding_box()
    assert box is not None
    board.page.mouse.click(box["x"] + 40, box["y"] + 20)
    board.page.wait_for_function(
        """!document.querySelector(".of-move--current") ||
        document.querySelector(".of-move--current i").innerText === "1" """
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_speaks_the_language_of_the_browser(
    chromium: Browser, server: Serving, code: str
) -> None:
    context = new_visitor(chromium, server.address, LOCALES[code])
    page = BoardPage(context.new_page())
    page.open("/")
    text = language(code)
    assert page.status == text("status_yours", side=text("black"))
    assert page.page.locator("html").get_attribute("lang") is not None
    assert page.page.get_by_role("grid").get_attribute("aria-label") == text("board")
    assert page.complaints == []
    context.close()


def test_the_language_can_be_switched_and_is_kept(fresh_board: BoardPage) -> None:
    fresh_board.play("f5")
    fresh_board.wait_for_turn(1)
    moves = fresh_board.moves()
    fresh_board.menu("Settings")
    fresh_board.choose("Language", "ja")
    fresh_board.page.wait_for_selector("text=新しい対局")
    fresh_board.ready()
    assert fresh_board.moves() == moves
    fresh_board.page.locator("header nav").get_by_text("設定").click()
    fresh_board.choose("言語", "en")
    fresh_board.page.wait_for_selector("text=New game")
    fresh_board.ready()
    assert fresh_board.moves() == moves


def test_settings_take_effect_at_once_and_stay(fresh_board: BoardPage) -> None:
    page = fresh_board.page
    fresh_board.menu("Settings")
    fresh_board.choose("Board", "ocean")
    fresh_board.choose("Discs", "colours")
    fresh_board.choose("Page", "dark")
    page.wait_for_selector("body.body--dark[data-board=ocean][data-discs=colours]")
    fresh_board.dialog().get_by_label("Show legal moves").uncheck()
    page.wait_for_selector(".of-legal", state="detached")
    fresh_board.dialog().get_by_label("Show coordinates").uncheck()
    page.wait_for_selector(".of-labels", state="detached")
    page.keyboard.press("Escape")
    page.reload()
    fresh_board.ready()
    page.wait_for_selector("body.body--dark[data-board=ocean][data-discs=colours]")
    assert page.locator(".of-legal").count() == 0
    assert page.locator(".of-labels").count() == 0
    assert len(fresh_board.legal()) == 4


def test_the_board_is_as_large_as_fits(board: BoardPage) -> None:
    page = board.page
    for width, height in ((1280, 800), (390, 844), (820, 1180), (1920, 1080), (844, 390)):
        board.fit_into(width, height)
        box = page.locator(".of-board").bounding_box()
        assert box is not None
        assert box["width"] == box["height"]
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        assert box["width"] >= 0.68 * min(width, height)
        panel = page.locator(".of-panel").bounding_box()
        assert panel is not None
        is_beside = panel["x"] >= box["x"] + box["width"]
        assert is_beside or panel["y"] >= box["y"] + box["height"]
