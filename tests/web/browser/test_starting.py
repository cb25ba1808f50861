"""The start: what a visitor finds at the address without a game, and what it begins."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator

from tests.web.browser.board_page import BoardPage
from tests.web.browser.conftest import new_visitor
from tests.web.serving import Serving


@pytest.fixture
def start(fresh_board: BoardPage) -> Locator:
    """The start of a visitor who has never been here."""
    return fresh_board.page.locator(".of-start:visible")


def sides(board: BoardPage) -> list[str]:
    return board.page.locator(".of-side__name").all_inner_texts()


def test_a_first_visit_finds_all_opponents_by_name(fresh_board: BoardPage, start: Locator) -> None:
    """Report 004's levels and the programs of all five reports, each with its sentence."""
    assert sides(fresh_board) == ["Human", "Level 3: Patient"]
    groups = {
        "Levels of report 004": ["1 Greedy", "2 Careful", "3 Patient"],
        "Programs of the five reports": [
            "000 alpha-beta",
            "001 MTD(f)",
            "002 minimax",
            "002 NEAT",
            "003 Monte-Carlo",
            "004 PVS",
        ],
    }
    for caption, names in groups.items():
        group = start.get_by_role("group", name=caption)
        assert group.get_by_role("button").all_inner_texts() == names
    start.get_by_text("000 alpha-beta").click()
    fresh_board.page.wait_for_function(
        "document.querySelector('.of-start__sentence').innerText.includes('Xu Zhen, 2020')"
    )
    assert sides(fresh_board)[1] == "Report 000: alpha-beta"


def test_a_choice_is_on_the_board_at_once_and_is_remembered(
    fresh_board: BoardPage, start: Locator
) -> None:
    """A move on the board begins the game that is shown; the next visit has its opponent."""
    start.get_by_text("1 Greedy").click()
    fresh_board.page.get_by_text("Level 1: Greedy").wait_for()
    fresh_board.play("d3")
    start.wait_for(state="hidden")
    fresh_board.wait_for_turn(after=1)
    assert fresh_board.button("Undo").is_visible()
    fresh_board.open("/")
    assert sides(fresh_board) == ["Human", "Level 1: Greedy"]
    assert start.is_visible()
    assert fresh_board.page.get_by_text("You have an unfinished game.").is_visible()


def test_white_and_a_clock_are_begun_by_play(fresh_board: BoardPage, start: Locator) -> None:
    """No side moves before *Play*."""
    start.get_by_text("1 Greedy").click()
    start.get_by_text("White", exact=True).click()
    start.get_by_text("5 minutes", exact=True).click()
    fresh_board.page.get_by_text("5:00").first.wait_for()
    assert sides(fresh_board) == ["Level 1: Greedy", "Human"]
    assert fresh_board.moves() == []
    start.get_by_text("Play", exact=True).click()
    fresh_board.wait_for_turn(after=0)
    assert "/g/" in fresh_board.page.url


def test_two_people_and_analysis_begin_there_too(fresh_board: BoardPage, start: Locator) -> None:
    start.get_by_text("Two people").click()
    fresh_board.play("d3")
    fresh_board.play("c3")
    fresh_board.wait_for_moves(2)
    fresh_board.open("/")
    start.get_by_text("Analyse").click()
    fresh_board.wait_for_status("Analysis")
    assert not start.is_visible()


def test_a_shared_game_opens_directly(fresh_board: BoardPage, start: Locator) -> None:
    fresh_board.open("/?game=f5d6c3")
    assert fresh_board.moves() == ["f5", "d6", "c3"]
    assert not start.is_visible()


@pytest.mark.parametrize("locale", ["en-US", "zh-CN", "zh-TW", "ja-JP"])
def test_it_fits_on_a_laptop_and_a_phone(chromium: Browser, server: Serving, locale: str) -> None:
    context = new_visitor(chromium, server.address, locale)
    board = BoardPage(context.new_page())
    board.open("/")
    button = board.page.locator(".of-start__play")
    bottom = button.evaluate("element => element.getBoundingClientRect().bottom")
    assert bottom < 800
    board.fit_into(390, 844)
    assert button.is_visible()
    context.close()
