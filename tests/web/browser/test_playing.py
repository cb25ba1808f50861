"""Games in a real browser: against a player, by two people, by keyboard, with undo and passes."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from outflank import BLACK, WHITE
from outflank.formats.transcript import format_transcript
from outflank.rules.squares import square_name
from tests.web.browser.board_page import BoardPage, discs_of, squares_on_the_way
from tests.web.browser.conftest import new_visitor
from tests.web.games import game_before_pass
from tests.web.serving import Serving

GREEDY = "corner-greedy"


def test_a_game_is_ready_to_play_and_goes_to_its_end(board: BoardPage) -> None:
    assert board.status == "Your turn: Black"
    assert sorted(board.legal()) == ["c4", "d3", "e6", "f5"]
    while not board.is_over():
        made = len(board.moves())
        board.play(board.legal()[0])
        board.wait_for_turn(made)
        if made % 8 == 0:
            board.check()
    game = board.check()
    assert game.is_over()
    assert game.result is not None
    counted = discs_of(board.status)
    assert counted[BLACK] - counted[WHITE] == game.result.score  # empties go to the winner
    assert counted[BLACK] + counted[WHITE] == 64
    winner = game.result.winner
    assert winner is None or board.status.startswith(str(winner))
    assert re.search(r"/g/[\w-]{16}$", board.page.url)


def test_a_square_shows_what_it_would_turn(board: BoardPage) -> None:
    preview = board.page.locator(".of-preview circle")
    board.page.locator("[data-square=f5]").hover()
    assert preview.count() == 2  # the disc to be placed, and the one that it turns
    board.page.locator("[data-square=a1]").hover()
    assert preview.count() == 0


def test_discs_turn_before_they_lie(chromium: Browser, server: Serving) -> None:
    visitor = new_visitor(chromium, server.address)
    page = BoardPage(visitor.new_page())
    page.page.emulate_media(reduced_motion="no-preference")
    page.open("/")
    page.play("f5")
    page.page.wait_for_selector(".of-rim--O", state="attached")
    page.page.wait_for_selector(".of-rim--O", state="detached")
    page.wait_for_turn(1)
    page.page.wait_for_timeout(900)
    page.check()
    visitor.close()


def test_undo_redo_restart_and_resign(board: BoardPage) -> None:
    for made in (0, 2):
        board.play(board.legal()[0])
        board.wait_for_turn(made + 1)
    moves = board.moves()
    board.press("Undo")
    board.page.wait_for_function("document.querySelector('.of-move--current b').innerText !== ''")
    board.page.wait_for_selector(f".of-move--current:has-text('{moves[1]}')")
    board.press("Undo")
    board.page.wait_for_selector(".of-move--current", state="detached")
    assert board.counts() == (2, 2)
    assert board.button("Undo").is_disabled()
    board.press("Redo")
    board.press("Redo")
    board.page.wait_for_selector(f".of-move--current:has-text('{moves[3]}')")
    assert board.moves() == moves
    board.check()
    board.press("Resign")
    board.dialog().get_by_role("button", name="Cancel").click()
    board.dialog().wait_for(state="hidden")
    assert not board.is_over()
    board.press("Resign")
    board.dialog().get_by_role("button", name="Resign").click()
    board.wait_for_status("White wins; Black resigned")
    board.press("Undo")
    board.wait_for_status("Your turn")
    address = board.page.url
    board.press("Restart")
    board.wait_for_moves(0)
    assert board.counts() == (2, 2)
    board.page.wait_for_function("address => location.href !== address", arg=address)
    board.page.go_back()
    board.ready()
    board.wait_for_moves(4)
    assert board.moves() == moves


def test_looking_back_and_playing_another_move_makes_a_variation(board: BoardPage) -> None:
    board.start("human", "human")
    for name in ("f5", "d6", "c3"):
        board.play(name)
    board.wait_for_moves(3)
    board.page.get_by_label("First move").click()
    board.page.wait_for_selector(".of-move--current", state="detached")
    board.page.locator("h1").first.evaluate("heading => document.activeElement.blur()")
    board.page.keyboard.press("ArrowRight")
    board.page.wait_for_selector(".of-move--current:has-text('f5')")
    board.play("f4")
    board.wait_for_moves(2)
    assert board.moves() == ["f5", "f4"]
    assert board.page.locator(".of-variation .of-move b").all_inner_texts() == ["d6", "c3"]
    board.page.locator(".of-variation .of-move").last.click()
    board.page.get_by_label("Make this line the main line").click()
    board.wait_for_moves(3)
    assert board.moves() == ["f5", "d6", "c3"]


def test_a_pass_is_announced_for_a_second(board: BoardPage) -> None:
    game, move = game_before_pass()
    board.open(f"/?game={format_transcript(game)}")
    loser = "White" if game.to_move is BLACK else "Black"
    board.play(square_name(move))
    notice = board.page.locator(".of-notice")
    notice.wait_for()
    assert notice.inner_text() == f"{loser} has no move and passes"
    board.check()
    notice.wait_for(state="detached")
    assert board.page.locator(".of-pass").count() >= 1


def test_the_keyboard_alone_plays_a_whole_game(board: BoardPage) -> None:
    keys = board.page.keyboard
    for _ in range(40):
        keys.press("Tab")
        if board.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    number = 0
    while not board.is_over():
        made = len(board.moves())
        name = board.legal()[-1]
        if number % 2:
            keys.type(name)
        else:
            here = board.page.evaluate("document.activeElement.dataset.square")
            for key in squares_on_the_way(here, name):
                keys.press(key)
            assert board.page.evaluate("document.activeElement.dataset.square") == name
            keys.press("Enter")
        board.wait_for_turn(made)
        number += 1
    assert board.check().is_over()


def test_a_screen_reader_hears_squares_moves_and_turns(board: BoardPage) -> None:
    board.start("human", "human")
    assert board.label("f5") == "f5, empty, legal move"
    assert board.label("d4") == "d4, White"
    board.play("f5")
    board.wait_for_moves(1)
    assert board.label("f5") == "f5, Black, last move"
    live = board.page.locator("[aria-live=polite].of-hidden")
    assert live.inner_text() == "Black plays f5"


def test_stop_undo_and_go_on_while_the_engine_thinks(board: BoardPage) -> None:
    board.start("human", "engine:time=5.0")
    board.play("f5")
    board.wait_for_status("is thinking")
    board.press("Stop")
    board.wait_for_status("Paused")
    board.press("Continue")
    board.wait_for_status("is thinking")
    board.press("Undo")
    board.wait_for_status("Your turn")
    assert board.counts() == (2, 2)
    board.play("f5")
    board.wait_for_turn(1)
    assert len(board.moves()) == 2
    board.check()


def test_two_players_can_be_watched_and_clocks_run(board: BoardPage) -> None:
    board.menu("New game")
    board.dialog().get_by_text("Watch", exact=True).click()
    board.choose("Black", GREEDY)
    board.choose("White", "other")
    spec = board.dialog().locator("input[aria-label='Player spec']:visible")
    spec.fill("gtp:rm -rf /")
    board.dialog().get_by_text("Start", exact=True).click()
    problem = board.dialog().locator(".of-problem")
    problem.get_by_text("gtp cannot play here").wait_for()
    spec.fill("roxanne:seed=1")
    board.choose("Clock", "game")
    board.dialog().get_by_label("Minutes", exact=True).fill("0.5")
    board.choose("Start from", "named")
    board.choose("Opening", "f5d6c3d3c4")
    board.dialog().get_by_text("Start", exact=True).click()
    board.wait_for_status("wins|draw")
    game = board.check()
    assert format_transcript(game).startswith("f5d6c3d3c4")
    names = board.page.locator(".of-side__name").all_inner_texts()
    assert names == ["Level 1: Greedy", "roxanne:seed=1"]
    assert all(":" in text for text in board.page.locator(".of-side__clock").all_inner_texts())


def test_two_visitors_share_a_board(board: BoardPage, chromium: Browser, server: Serving) -> None:
    board.start("human", "human")
    board.play("f5")
    board.wait_for_moves(1)
    context = new_visitor(chromium, server.address)
    other = BoardPage(context.new_page())
    other.open(board.page.url)
    other.wait_for_moves(1)
    other.play("d6")
    board.wait_for_moves(2)
    board.check()
    context.close()
