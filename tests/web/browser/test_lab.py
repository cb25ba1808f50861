"""The lab: searches side by side, and a small match, in a real browser."""

from __future__ import annotations

import re

import pytest

from outflank import Game
from outflank.rules.squares import parse_square
from tests.web.browser.board_page import BoardPage

SIZES = [(1280, 800), (390, 844)]


def test_searches_think_about_the_position_of_the_game_side_by_side(board: BoardPage) -> None:
    page = board.page
    board.open("/?game=f5d6c3")
    board.wait_for_moves(3)
    board.menu("Lab")
    page.wait_for_url(re.compile("/lab"))
    board.ready()
    position = Game.from_moves(["f5", "d6", "c3"])
    assert board.masks() == (position.current.black, position.current.white)
    page.get_by_role("checkbox", name="mcts", exact=True).check()
    page.get_by_label("How much").fill("3")
    board.press("Compare")
    page.wait_for_function(
        """document.querySelectorAll(".of-run").length === 4 &&
        [...document.querySelectorAll(".of-run p")].every(
            (text) => /best move/.test(text.innerText))
        """
    )
    for card in page.locator(".of-run").all():
        said = card.inner_text()
        move = re.search(r"best move (\w\d)", said)
        assert move is not None
        assert parse_square(move[1]) in position.position.legal_moves()
        assert "Branching" in said
        assert card.get_attribute("aria-label") == "mcts" or re.search(r"Depth\s+3\b", said)
    assert page.locator(".of-chart canvas").count() == 1
    for width, height in SIZES:
        board.fit_into(width, height)
    board.play("d3")
    page.wait_for_selector(".of-run", state="detached")
    assert page.locator(".of-cell--legal").count() > 0


def test_the_lab_can_be_stopped_and_says_what_is_wrong(board: BoardPage) -> None:
    page = board.page
    board.open("/lab")
    page.get_by_label("Limit", exact=True).select_option("time")
    page.get_by_label("How much").fill("10")
    board.press("Compare")
    page.wait_for_selector("text=considering")
    board.press("Stop")
    page.wait_for_function(
        "[...document.querySelectorAll('button')].some("
        "(button) => button.innerText.includes('Compare') && !button.disabled)"
    )
    page.get_by_label("How much").fill("99")
    board.press("Compare")
    page.get_by_text("out of range").wait_for()
    for name in ("minimax", "alphabeta"):
        page.get_by_role("checkbox", name=name, exact=True).uncheck()
    page.get_by_label("How much").fill("1")
    board.press("Compare")
    page.get_by_text("Choose two searches or more.").wait_for()
    page.get_by_label("Moves, board").fill("nonsense")
    board.press("Use the pasted position")
    page.wait_for_function(
        "!document.querySelector('.of-lab .of-problem').innerText.includes('two searches')"
    )


@pytest.mark.parametrize("stops", [False, True])
def test_a_match_is_played_in_the_background(board: BoardPage, stops: bool) -> None:
    page = board.page
    page.goto("/lab/match")
    page.wait_for_function("window.did_handshake === true")
    page.get_by_label("First player", exact=True).fill("plain" if stops else "greedy")
    page.get_by_label("Second player", exact=True).fill("gtp:anything")
    board.press("Start")
    page.get_by_text("cannot play here").wait_for()
    page.get_by_label("Second player", exact=True).fill("plain" if stops else "random")
    page.get_by_label("Games", exact=True).fill("4")
    page.get_by_label("Maximum seconds per move", exact=True).fill("0.5")
    board.press("Start")
    page.get_by_text("Playing:").wait_for()
    if stops:
        board.press("Stop")
    page.get_by_text("Over:").wait_for(timeout=120_000)
    if stops:
        return
    page.get_by_text("Over: 4 of 4").wait_for()
    rows = page.locator(".of-match tbody tr").all()
    figures = [[int(cell) for cell in row.locator("td").all_inner_texts()[:3]] for row in rows]
    assert figures[0] == figures[1][::-1]
    assert sum(figures[0]) == 4
    assert page.get_by_text("Elo difference").is_visible()
    for width, height in SIZES:
        board.fit_into(width, height)
    page.reload()
    page.get_by_text("Over: 4 of 4").wait_for()
    page.get_by_role("link", name="Game 3").click()
    board.ready()
    assert board.check().main_line()[-1].position.is_over()


def test_settings_of_report_000_are_tuned_by_a_match(board: BoardPage) -> None:
    page = board.page
    page.goto("/lab/tuning")
    page.wait_for_function("window.did_handshake === true")
    page.get_by_role("slider", name="Points per move").fill("0")
    page.get_by_text("Weight table").click()
    page.get_by_role("slider", name="Games").fill("20")
    page.get_by_role("slider", name="Depth").fill("1")
    page.wait_for_selector("code:has-text('mobility_factor=0')")
    command = page.locator("code").inner_text()
    assert command == (
        "outflank match alphabeta:depth=1,mobility_factor=0,weights=off alphabeta:depth=1 "
        "--games 20"
    )
    board.press("Play the match")
    row = page.locator("tbody tr").last
    page.wait_for_function(
        """() => [...document.querySelectorAll("tbody tr")].some(
            (row) => parseInt(row.cells[1].innerText) >= 2)""",
        timeout=120_000,
    )
    board.press("Stop")
    page.get_by_text("Over:").wait_for(timeout=60_000)
    assert re.search(r"\d+\t[\d.]+%\t[-+−\d∞]+ \(.* to .*\)", row.inner_text())
    for width, height in SIZES:
        board.fit_into(width, height)
