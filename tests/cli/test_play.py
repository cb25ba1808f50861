"""Games in a real terminal."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest

from outflank.cli.play_commands import COMMANDS, Command, parse_command
from outflank.errors import OutflankError
from outflank.formats import read, write_file
from outflank.formats.boards import format_board
from outflank.rules.game import WHITE, Game, Reason
from outflank.rules.position import Position
from tests.positions import random_play_positions

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are a matter of Unix", allow_module_level=True)

from tests.cli.terminal import Terminal

HOSTILE = Path(__file__).parents[1] / "arena" / "hostile.py"
HONEST = f"python:{HOSTILE}:Honest"
"""Plays the first legal move, so that the whole game is known beforehand."""

PROMPT = r"(Black|White) to move> $"
OVER = r"\n> $"


def discs(shown: str) -> tuple[int, int]:
    """Black's and White's discs on the last board shown."""
    black, white = re.findall(r"Black +(\d+)", shown), re.findall(r"White +(\d+)", shown)
    return int(black[-1]), int(white[-1])


# What people type


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("f5", Command("move", "f5")),
        ("  F5 ", Command("move", "f5")),
        ("UNDO", Command("undo")),
        ("save my game.GGF", Command("save", "my game.GGF")),
        ("load  /tmp/Game.sgf ", Command("load", "/tmp/Game.sgf")),
        ("quit", Command("quit")),
    ],
)
def test_commands_are_read(line: str, command: Command) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("i9", "'i9' is neither a square nor a command"),
        ("hnt", "did you mean hint?"),
        ("save", "save FILE"),
        ("load  ", "load FILE"),
        ("undo 3", "undo takes nothing after it, not '3'"),
        ("f5 d6", "neither a square nor a command"),
        ("\x00", "neither"),
    ],
)
def test_what_is_no_command_is_explained(line: str, part: str) -> None:
    with pytest.raises(OutflankError) as caught:
        parse_command(line)
    assert part in str(caught.value)


# Whole sessions


def test_a_session_with_every_command(tmp_path: Path) -> None:
    saved = tmp_path / "game.ggf"
    with Terminal("play", "--white", HONEST, "--hint", "roxanne") as terminal:
        shown = terminal.wait_for(PROMPT)
        assert discs(shown) == (2, 2)
        assert "d3 c4 f5 e6" in shown

        # Moves, legal and not.
        terminal.enter("f5")
        shown = terminal.wait_for(PROMPT)
        assert "Black (human) plays f5" in shown
        assert "plays f4" in shown  # the first of White's f4, d6, f6
        assert discs(shown) == (3, 3)
        for line, part in (
            ("f5", "f5 is not legal here; legal moves:"),
            ("z9", "neither a square nor a command"),
            ("undoo", "did you mean undo?"),
            ("redo", "there is no move to redo"),
        ):
            terminal.enter(line)
            assert part in terminal.wait_for(PROMPT)
        terminal.enter("")
        terminal.wait_for(PROMPT)

        # A hint is a legal move.
        terminal.enter("hint")
        hint = re.search(r"Hint: (..) \(roxanne\)", terminal.wait_for(PROMPT))
        assert hint is not None
        terminal.enter(hint[1])
        assert f"plays {hint[1]}" in terminal.wait_for(PROMPT)

        # Undo and redo go from one of my turns to another.
        terminal.enter("undo")
        assert discs(terminal.wait_for(PROMPT)) == (3, 3)
        terminal.enter("undo")
        assert discs(terminal.wait_for(PROMPT)) == (2, 2)
        terminal.enter("undo")
        assert "no move to undo" in terminal.wait_for(PROMPT)
        terminal.enter("redo")
        assert discs(terminal.wait_for(PROMPT)) == (3, 3)

        # Another move than before: the old one becomes a variation.
        terminal.enter("undo")
        terminal.wait_for(PROMPT)
        terminal.enter("d3")
        assert "plays c3" in terminal.wait_for(PROMPT)

        # Saved under a name that is not taken; again under the same name.
        terminal.enter(f"save {saved}")
        assert f"Saved in {saved}." in terminal.wait_for(PROMPT)
        terminal.enter(f"save {saved}")
        assert f"Saved in {saved}." in terminal.wait_for(PROMPT)
        terminal.enter(f"save {HOSTILE}")
        assert "exists already; choose another name" in terminal.wait_for(PROMPT)
        terminal.enter(f"save {tmp_path}/game.xyz")
        assert "'.xyz' belongs to no format" in terminal.wait_for(PROMPT)

        # What cannot be loaded leaves the game as it is.
        for name in ("nothing.ggf", str(HOSTILE)):
            terminal.enter(f"load {name}")
            assert name in terminal.wait_for(PROMPT)
        terminal.enter("d3")
        assert "d3 is not legal here" in terminal.wait_for(PROMPT)

        terminal.enter("help")
        shown = terminal.wait_for(PROMPT)
        assert all(usage in shown for usage in COMMANDS)

        # Resign, think better of it, and quit.
        terminal.enter("resign")
        shown = terminal.wait_for(OVER)
        assert "Black (human) loses: resignation" in shown
        assert "White wins by Black's resignation" in shown
        terminal.enter("c4")
        assert "the game is over" in terminal.wait_for(OVER)
        terminal.enter("hint")
        assert "the game is over" in terminal.wait_for(OVER)
        terminal.enter("undo")
        assert discs(terminal.wait_for(PROMPT)) == (3, 3)
        terminal.enter("quit")
        terminal.wait_for_end()
        assert terminal.process.returncode == 0
        assert "Traceback" not in terminal.text

    game = read(saved).game
    assert [node.move for node in game.main_line()] == [19, 18]
    assert game.tags["black"] == "human"
    assert game.tags["white"] == HONEST
    assert all(node.seconds is not None for node in game.main_line())


def test_a_saved_game_is_loaded_undone_redone_and_resigned(tmp_path: Path) -> None:
    file, ended = tmp_path / "game.sgf", tmp_path / "ended.ggf"
    write_file(file, [Game.from_moves(["f5", "d6", "c3", "d3", "c4"])])
    with Terminal("play", "--white", "human") as terminal:
        terminal.wait_for(PROMPT)
        terminal.enter(f"load {file}")
        shown = terminal.wait_for(PROMPT)
        assert shown.endswith("White to move> ")
        end = discs(shown)
        for _ in range(5):
            terminal.enter("undo")
            shown = terminal.wait_for(PROMPT)
        assert discs(shown) == (2, 2)
        for _ in range(5):
            terminal.enter("redo")
            shown = terminal.wait_for(PROMPT)
        assert discs(shown) == end
        terminal.enter("undo")
        terminal.wait_for(PROMPT)
        terminal.enter("resign")
        assert "White wins by Black's resignation" in terminal.wait_for(OVER)
        terminal.enter(f"save {ended}")
        terminal.wait_for(OVER)
        terminal.enter("\x04")  # the end of input is a way to quit
        terminal.wait_for_end()
        assert terminal.process.returncode == 0
    game = read(ended).game
    assert game.result is not None
    assert game.result.reason is Reason.RESIGNATION
    assert game.result.winner is WHITE
    assert len(game.moves()) == 4


def test_two_players_play_to_the_end_line() -> None:
    with Terminal("play", "--black", "random:seed=1", "--white", "greedy:seed=2") as terminal:
        shown = terminal.wait_for_end()
        assert terminal.process.returncode == 0
    *_, title, black, white = shown.strip().splitlines()
    assert title == "Discs / last move / total time"
    black_line = re.fullmatch(
        r"Black \(random:seed=1\): (\d+) / (\d+\.\d{3}) s / (\d+\.\d{3}) s", black.strip()
    )
    white_line = re.fullmatch(
        r"White \(greedy:seed=2\): (\d+) / (\d+\.\d{3}) s / (\d+\.\d{3}) s", white.strip()
    )
    assert black_line is not None
    assert white_line is not None
    assert (int(black_line[1]), int(white_line[1])) == discs(shown.split("Discs /")[0])
    assert float(black_line[3]) >= float(black_line[2])
    moves = re.findall(r"(Black|White) \(.*\) plays (..) \(", shown)
    game = Game()
    for colour, name in moves:
        assert str(game.to_move) == colour
        game.play(name)
    assert game.is_over()
    assert str(game.result) in shown


def test_a_forced_pass_is_announced() -> None:
    boards = [Position(*board) for board in random_play_positions(seed=3, games=30)]
    position = next(board for board in boards if board.must_pass())
    board = format_board(position, WHITE)
    with Terminal("play", "--white", "human", "--position", board) as terminal:
        shown = terminal.wait_for(PROMPT)
        assert "White has no legal move and passes." in shown
        assert shown.endswith("Black to move> ")


def test_a_game_starts_from_a_position_with_the_player_to_move() -> None:
    start = Game.from_moves(["f5", "d6", "c3"])
    board = format_board(start.position, start.to_move)
    with Terminal("play", "--white", HONEST, "--position", board) as terminal:
        shown = terminal.wait_for(PROMPT)
        first = start.position.legal_moves()[0]
        assert f"plays {'abcdefgh'[first % 8]}{first // 8 + 1}" in shown
        # My first turn here: there is nothing of mine to take back.
        terminal.enter("undo")
        assert "no move to undo" in terminal.wait_for(PROMPT)


def test_a_player_that_breaks_the_rules_loses() -> None:
    with Terminal("play", "--white", f"python:{HOSTILE}:Thrower") as terminal:
        terminal.wait_for(PROMPT)
        terminal.enter("f5")
        shown = terminal.wait_for(OVER)
        assert "loses: illegal moves: ZeroDivisionError: I cannot count" in shown
        assert "Black wins by White's illegal moves" in shown
        # Undo takes the end back and the player waits; once more, and it is my turn again.
        terminal.enter("undo")
        assert "waits; continue lets it move" in terminal.wait_for(OVER)
        terminal.enter("d3")
        assert "continue lets it move" in terminal.wait_for(OVER)
        terminal.enter("continue")
        assert "Black wins by White's illegal moves" in terminal.wait_for(OVER)
        terminal.enter("undo")
        terminal.wait_for(OVER)
        terminal.enter("undo")
        assert discs(terminal.wait_for(PROMPT)) == (2, 2)


def test_players_and_people_are_late_alike() -> None:
    arguments = ("play", "--white", f"python:{HOSTILE}:Sleeper", "--time")
    with Terminal(*arguments, "2") as terminal:
        terminal.wait_for(PROMPT)
        terminal.enter("f5")
        assert "Black wins by White's timeout" in terminal.wait_for(OVER)
    with Terminal("play", "--white", "human", "--time", "0.05") as terminal:
        terminal.wait_for(PROMPT)
        time.sleep(0.1)
        terminal.enter("f5")  # the first move is free
        terminal.wait_for(PROMPT)
        time.sleep(0.1)
        terminal.enter("d6")
        assert "White (human) loses: timeout" in terminal.wait_for(OVER)


def test_the_board_has_colours_where_the_terminal_has() -> None:
    with Terminal("play", colours=True) as terminal:
        shown = terminal.wait_for(PROMPT)
        assert "\x1b[" in terminal.raw
        assert shown.count("·") == 4


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--white", "nobody"], "there is no player 'nobody'"),
        (["--black", "evaporation:until=x"], "until='x'"),
        (["--position", "f5f5"], "f5"),
        (["--time", "0"], "--time"),
        (["--hint", "human"], "hint"),
    ],
)
def test_bad_arguments_are_one_line(arguments: list[str], part: str) -> None:
    with Terminal("play", *arguments) as terminal:
        shown = terminal.wait_for_end()
        assert terminal.process.returncode == 2
        assert len(shown.strip().splitlines()) == 1
        assert part in shown


# Statistics and playing again


def test_searches_are_counted_by_move_and_by_game_and_settings_change_for_the_next() -> None:
    players = ("--black", "plain:depth=2", "--white", "plain:depth=1")
    with Terminal("play", *players, "--loop") as terminal:
        shown = terminal.wait_for(OVER)
        assert re.search(r"Black \(plain:depth=2\): depth 2, [\d,]+ nodes, .*leaves", shown)
        assert re.search(r"cache hits [\d,]+, branching \d+\.\d\d", shown)
        assert re.search(r"White \(plain:depth=1\): \d+ / \d+\.\d{3} s / \d+\.\d{3} s", shown)
        assert re.search(r"White \(plain:depth=1\): \d+ searches, depth [\d.]+, ", shown)
        terminal.enter("change white depth=3")
        assert "White (plain:depth=3) plays from now on" in terminal.wait_for(OVER)
        terminal.enter("change green depth=3")
        assert "green is not a side" in terminal.wait_for(OVER)
        terminal.enter("restart")
        assert re.search(r"White \(plain:depth=3\): depth 3, ", terminal.wait_for(OVER))
        terminal.enter("quit")
        terminal.wait_for_end()
