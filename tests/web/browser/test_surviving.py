"""Nothing is lost by a reload, a cut, or a server that is killed."""

from __future__ import annotations

import signal
from pathlib import Path

from playwright.sync_api import Browser

from tests.web.browser.board_page import BoardPage
from tests.web.browser.conftest import new_visitor
from tests.web.serving import serving


def test_a_reload_keeps_the_game(board: BoardPage) -> None:
    for made in (0, 2, 4):
        board.play(board.legal()[0])
        board.wait_for_turn(made + 1)
    moves = board.moves()
    board.page.reload()
    board.ready()
    board.wait_for_moves(6)
    assert board.moves() == moves
    board.check()
    board.play(board.legal()[0])
    board.wait_for_turn(7)


def test_a_killed_server_loses_no_move(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        port = first.port
        context = new_visitor(chromium, first.address)
        board = BoardPage(context.new_page())
        board.open("/")
        board.turn_discs_at_once()
        for made in (0, 2):
            board.play(board.legal()[0])
            board.wait_for_turn(made + 1)
        moves = board.moves()
        board.start("human", "human")
        board.play("f5")
        board.wait_for_moves(1)
        second_game = board.page.url
        first.stop(signal.SIGKILL)
        # An open page would load itself again when the server is back, just while it is sent there.
        board.page.goto("about:blank")
    with serving(tmp_path, port=port):
        board.page.goto(second_game)
        board.ready()
        assert board.moves() == ["f5"]
        board.check()
        board.play("d6")
        board.wait_for_moves(2)
        board.page.goto("/library")
        board.page.locator(".of-item__open").last.click()
        board.ready()
        board.wait_for_moves(len(moves))
        assert board.moves() == moves
        board.play(board.legal()[0])
        board.wait_for_turn(len(moves) + 1)
        board.check()
        context.close()
