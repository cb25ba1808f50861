"""Saving, loading, copying, addresses, pictures, the editor and the list of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.formats import FORMATS, format_named, read_bytes, read_file
from outflank.formats.boards import format_board
from outflank.formats.transcript import format_transcript
from outflank.play.files import format_session, parse_session
from outflank.play.session import Session
from outflank.play.time_control import TimeControl
from outflank.rules.game import BLACK, WHITE
from tests.web.browser.board_page import BoardPage
from tests.web.games import random_game

MOVES = ["f5", "d6", "c3", "d3", "c4"]


def with_game(board: BoardPage) -> BoardPage:
    board.open(f"/?game={''.join(MOVES)}")
    board.wait_for_moves(len(MOVES))
    return board


def downloaded(board: BoardPage, caption: str, folder: Path) -> Path:
    with board.page.expect_download() as download:
        board.dialog().get_by_role("button", name=caption, exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def upload(board: BoardPage, path: Path) -> None:
    board.menu("Load")
    with board.page.expect_file_chooser() as chooser:
        board.dialog().get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(path)


def clipboard(board: BoardPage) -> str:
    board.dialog().get_by_text("Copied.").wait_for()
    return str(board.page.evaluate("navigator.clipboard.readText()"))


QUICK_FORMATS = ("sgf", "wthor")
"""One that holds everything, and one that is not text."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(format.name, marks=[] if format.name in QUICK_FORMATS else pytest.mark.slow)
        for format in FORMATS
    ],
)
def test_a_game_is_saved_and_loaded(board: BoardPage, tmp_path: Path, name: str) -> None:
    transcript = format_transcript(random_game(3))
    moves = len(transcript) // 2
    board.open(f"/?game={transcript}")
    board.wait_for_moves(moves)
    board.menu("Save and share")
    board.choose("Format", name)
    path = downloaded(board, "Download", tmp_path)
    assert path.suffix == format_named(name).extensions[0]
    assert read_file(path).format == name
    board.page.keyboard.press("Escape")
    board.dialog().wait_for(state="hidden")
    address = board.page.url
    upload(board, path)
    board.page.wait_for_function("address => location.href !== address", arg=address)
    if name in ("obf", "board"):
        board.wait_for_moves(0)
        assert board.counts() == (2, 2)
    else:
        board.wait_for_moves(moves)
        assert format_transcript(board.check()) == transcript


def test_a_loaded_clock_waits_for_continue(board: BoardPage, tmp_path: Path) -> None:
    session = Session(time_control=TimeControl(move_seconds=600.0))
    session.play("f5")
    path = tmp_path / "clock.session"
    path.write_text(format_session(session))
    upload(board, path)
    board.wait_for_moves(1)
    assert board.status == "Paused; White to move"
    board.press("Continue")
    board.wait_for_status("^White to move")
    assert board.button("Continue").is_hidden()


def test_a_session_is_saved_and_loaded_with_its_player_and_redo(
    board: BoardPage, tmp_path: Path
) -> None:
    board.start("human", "corner-greedy")
    board.play("f5")
    board.wait_for_moves(2)
    board.press("Undo")
    board.wait_for_moves(2)
    board.page.wait_for_function("document.querySelector('.of-move--current') === null")
    board.menu("Save and share")
    board.choose("Format", "session")
    board.dialog().get_by_text("undone moves for redo").wait_for()
    path = downloaded(board, "Download", tmp_path)
    assert path.suffix == ".session"
    saved = parse_session(path.read_bytes())
    assert saved.players == {BLACK: "human", WHITE: "corner-greedy"}
    board.page.keyboard.press("Escape")
    board.dialog().wait_for(state="hidden")
    board.start("human", "human")
    board.wait_for_moves(0)
    upload(board, path)
    board.wait_for_moves(2)
    assert board.current() == ""
    board.press("Redo")
    board.page.wait_for_selector(".of-move--current")
    board.play(board.legal()[0])
    board.wait_for_moves(4)  # the restored player has answered
    # A player that a visitor may not have is refused in one line.
    path.write_text(path.read_text().replace("corner-greedy", "gtp:touch /nowhere"))
    upload(board, path)
    problem = board.dialog().locator(".of-problem:not(:empty)")
    problem.wait_for()
    assert problem.inner_text().startswith("outflank.session: gtp cannot play here")
    board.page.keyboard.press("Escape")


def test_a_game_that_a_format_cannot_hold_is_said(board: BoardPage) -> None:
    with_game(board)
    board.menu("Save and share")
    board.choose("Format", "wthor")
    board.dialog().get_by_role("button", name="Download", exact=True).click()
    board.dialog().get_by_text("the game has no result").wait_for()


def test_a_bad_file_is_one_line_and_the_game_stays(board: BoardPage, tmp_path: Path) -> None:
    with_game(board)
    address = board.page.url
    bad = tmp_path / "bad.sgf"
    for content in (b"(;GM[2];B[a1])", b"\x00\x01\x02 nonsense", b""):
        bad.write_bytes(content)
        upload(board, bad)
        problem = board.dialog().locator(".of-problem:not(:empty)")
        problem.wait_for()
        assert problem.inner_text().startswith("bad.sgf")
        assert len(problem.inner_text().splitlines()) == 1
        board.page.keyboard.press("Escape")
        board.dialog().wait_for(state="hidden")
        assert board.page.url == address
        assert board.moves() == MOVES


def test_the_clipboard_both_ways(board: BoardPage) -> None:
    with_game(board)
    board.menu("Save and share")
    board.dialog().get_by_role("button", name="Copy the moves").click()
    assert clipboard(board) == "".join(MOVES)
    board.choose("Format", "sgf")
    board.dialog().get_by_role("button", name="Copy", exact=True).click()
    board.page.wait_for_function("navigator.clipboard.readText().then(t => t.startsWith('(;'))")
    assert read_bytes(clipboard(board).encode()).format == "sgf"
    board.page.keyboard.press("Escape")
    other = format_transcript(random_game(2))
    board.page.evaluate("text => navigator.clipboard.writeText(text)", other)
    board.menu("Load")
    board.dialog().get_by_role("button", name="Paste from the clipboard").click()
    board.wait_for_moves(len(other) // 2)
    assert board.check().is_over()
    board.page.evaluate("navigator.clipboard.writeText('neither this nor that')")
    board.menu("Load")
    board.dialog().get_by_role("button", name="Paste from the clipboard").click()
    board.dialog().locator(".of-problem:not(:empty)").wait_for()
    board.page.keyboard.press("Escape")
    assert board.check().is_over()


def test_copied_moves_end_at_the_cursor_and_saved_ones_do_not(
    board: BoardPage, tmp_path: Path
) -> None:
    all_moves = "f5f6e6f4e3c5"  # not the game of other tests, whose cursor must stay at its end
    board.open(f"/?game={all_moves}")
    board.wait_for_moves(6)
    board.press("Undo")
    board.menu("Save and share")
    board.dialog().get_by_role("button", name="Copy the moves").click()
    board.dialog().get_by_text("Copied").wait_for()
    copied = clipboard(board)
    assert all_moves.startswith(copied)
    assert len(copied) < len(all_moves)
    board.choose("Format", "savefile")
    (game,) = read_file(downloaded(board, "Download", tmp_path)).games
    assert format_transcript(game) == all_moves
    assert format_transcript(game.up_to_cursor()) == copied


def test_a_file_with_several_games_asks_which(board: BoardPage, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f4e3\nf5f6\n")
    upload(board, path)
    board.choose("Which game?", "1")
    board.dialog().get_by_role("button", name="Open", exact=True).click()
    board.wait_for_moves(3)
    assert board.moves() == ["f5", "f4", "e3"]


def test_an_address_holds_the_game(board: BoardPage) -> None:
    with_game(board)
    board.menu("Save and share")
    board.dialog().get_by_role("button", name="Copy a link with the game").click()
    address = clipboard(board)
    assert address.endswith("/?game=" + "".join(MOVES))
    board.open(address)
    board.wait_for_moves(len(MOVES))
    kept_at = board.page.url
    board.open(address)
    assert board.page.url == kept_at  # the same game, not one more
    board.open("/?game=a1a1")
    board.page.get_by_text("a1 is not legal here").wait_for()
    assert board.counts() == (2, 2)


def test_pictures_as_svg_and_png(board: BoardPage, tmp_path: Path) -> None:
    with_game(board)
    board.menu("Save and share")
    svg = downloaded(board, "Picture (SVG)", tmp_path).read_text()
    assert svg.startswith("<svg")
    assert svg.count("url(#black)") + svg.count("url(#white)") == 9
    png = downloaded(board, "Picture (PNG)", tmp_path).read_bytes()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 1000


def test_the_editor_explains_and_its_positions_can_be_played(board: BoardPage) -> None:
    board.menu("Editor")
    board.page.wait_for_url("**/editor*")
    board.ready()
    board.press("Clear")
    problem = board.page.locator(".of-problem").first
    problem.get_by_text("Both sides need discs.").wait_for()
    assert board.button("Play from here").is_disabled()
    board.press("Black")
    board.play("a1")
    board.press("White")
    board.play("b1")
    board.page.wait_for_selector(".of-problem:empty", state="attached")
    board.page.get_by_text("the four squares in the centre are never empty").wait_for()
    board.press("Empty")
    board.play("b1")
    problem.get_by_text("Both sides need discs.").wait_for()
    board.press("Cycle")
    board.play("b1")
    board.play("b1")
    board.page.wait_for_selector(".of-problem:empty", state="attached")
    board.press("Play from here")
    board.choose("White", "human")
    board.dialog().get_by_text("Start", exact=True).click()
    board.page.wait_for_url("**/g/*")
    board.ready()
    assert board.legal() == ["c1"]
    board.play("c1")
    board.wait_for_status("Black wins, 64 to 0")


def test_pasted_positions_reach_the_editor_and_new_games(board: BoardPage) -> None:
    game = random_game(7)
    for _ in range(20):
        game.undo()
    text = format_board(game.position, game.to_move)
    board.menu("Editor")
    board.page.wait_for_url("**/editor*")
    board.ready()
    board.page.locator("main").get_by_label("Moves, board, SGF").fill("nonsense")
    board.press("Use the pasted position")
    board.page.locator(".of-problem:not(:empty)").first.wait_for()
    board.page.locator("main").get_by_label("Moves, board, SGF").fill(text)
    board.press("Use the pasted position")
    board.page.wait_for_selector(".of-problem:empty", state="attached")
    assert board.masks() == (game.current.black, game.current.white)
    board.open("/")
    board.menu("New game")
    board.choose("Start from", "pasted")
    board.dialog().get_by_label("Moves, board, SGF").fill(text)
    board.choose("White", "human")
    board.dialog().get_by_text("Start", exact=True).click()
    board.dialog().wait_for(state="hidden")
    assert board.masks() == (game.current.black, game.current.white)


def test_games_are_listed_continued_and_deleted(fresh_board: BoardPage) -> None:
    fresh_board.start("human", "human")
    fresh_board.play("f5")
    fresh_board.wait_for_moves(1)
    fresh_board.open("/")
    fresh_board.page.get_by_text("You have an unfinished game.").wait_for()
    fresh_board.button("Continue").first.click()
    fresh_board.wait_for_moves(1)
    fresh_board.menu("Quit")
    fresh_board.dialog().get_by_role("button", name="Keep it").click()
    fresh_board.page.wait_for_url("**/library")
    fresh_board.page.locator(".of-item").wait_for()
    fresh_board.page.locator(".of-item__open").click()
    fresh_board.ready()
    fresh_board.wait_for_moves(1)
    fresh_board.menu("Quit")
    fresh_board.dialog().get_by_role("button", name="Delete it").click()
    fresh_board.page.wait_for_url("**/library")
    fresh_board.page.get_by_text("No games yet.").wait_for()


@pytest.mark.parametrize("path", ["/g/nothing", "/g/..%2F..%2Fetc", "/editor?from=nothing"])
def test_addresses_of_nothing_give_a_new_board(board: BoardPage, path: str) -> None:
    response = board.page.goto(path)
    assert response is not None
    if response.status == 200:
        board.ready()
        assert board.counts() == (2, 2) if "/g/" in path else board.masks()[0]
    else:
        assert response.status == 404
        board.complaints.clear()


def test_comments_are_kept_and_never_run(board: BoardPage) -> None:
    with_game(board)
    hostile = "<img src=x onerror=window.hacked=1> & 好棋"
    comment = board.page.get_by_label("Comment on this move")
    comment.fill(hostile)
    comment.blur()
    board.page.locator(".of-note").get_by_text("好棋").wait_for()
    board.page.reload()
    board.ready()
    assert board.page.locator(".of-note").inner_text() == hostile
    assert board.page.evaluate("window.hacked") is None
