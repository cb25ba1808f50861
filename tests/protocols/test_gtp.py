"""GTP: its text, and whole conversations with a real process."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from outflank.formats import write_file
from outflank.players.player import UNTIMED, Clock
from outflank.protocols.gtp import GtpCommand, format_gtp, parse_gtp
from outflank.protocols.gtp_clock import SideTime, TimeSettings
from outflank.protocols.gtp_session import COMMANDS
from outflank.rules.game import WHITE, Game
from outflank.rules.position import Position
from tests.positions import random_play_positions
from tests.protocols.games import game_with_a_pass
from tests.protocols.ponderer import BRIEF, PONDERER
from tests.protocols.talking import HONEST, Talk, follow

# Text


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", GtpCommand("name")),
        ("  12  play\tblack  F5 # a comment", GtpCommand("play", ("black", "F5"), "12")),
        ("play b f5\r", GtpCommand("play", ("b", "f5"))),
        ("na\x00me\x07", GtpCommand("name")),
        ("7", GtpCommand("", (), "7")),
        ("", None),
        ("   \t ", None),
        ("# 1 name", None),
    ],
)
def test_lines_are_read(line: str, command: GtpCommand | None) -> None:
    assert parse_gtp(line) == command


@pytest.mark.parametrize(
    ("text", "failed", "response"),
    [
        ("", False, "=3\n\n"),
        ("F5", False, "=3 F5\n\n"),
        ("no", True, "?3 no\n\n"),
        ("\na\n\nb\n", False, "=3 a\nb\n\n"),
    ],
)
def test_responses_end_with_their_only_empty_line(text: str, failed: bool, response: str) -> None:
    assert format_gtp(GtpCommand("x", (), "3"), text, failed=failed) == response


def test_time_is_a_main_time_then_periods() -> None:
    settings = TimeSettings(main_seconds=10, period_seconds=6, period_moves=3)
    side = SideTime.at_start(settings)
    assert side.clock() == Clock(game_seconds=10, increment_seconds=2)
    side = side.after_move(9)
    assert side.clock() == Clock(game_seconds=1, increment_seconds=2)
    side = side.after_move(1.5)
    assert side.clock() == Clock(move_seconds=2)
    side = side.after_move(1)
    assert side.clock() == Clock(move_seconds=2.5)
    side = side.after_move(1).after_move(1)
    assert side.clock() == Clock(move_seconds=2)


@pytest.mark.parametrize(
    ("main", "period", "moves", "clock"),
    [
        (0, 0, 0, UNTIMED),
        (0, 1, 0, UNTIMED),  # what GoGui sends for no limit
        (600, 1, 0, UNTIMED),
        (0, 0, 5, UNTIMED),
        (0, 5, 1, Clock(move_seconds=5)),
        (300, 0, 0, Clock(game_seconds=300)),
    ],
)
def test_settings_without_a_limit(main: float, period: float, moves: int, clock: Clock) -> None:
    settings = TimeSettings(main_seconds=main, period_seconds=period, period_moves=moves)
    assert SideTime.at_start(settings).clock() == clock


# Conversations

BASICS = """
> protocol_version
< = 2
<
> 1 name
< =1 Outflank
<
> known_command genmove
< = true
<
> known_command fly
< = false
<
> fly
< ? unknown command
<
> list_games
< = Othello
<
> set_game Othello
< =
<
> set_game Go
< ? unknown game 'Go'; the only game is Othello
<
> boardsize 8
< =
<
> boardsize 19
< ? unacceptable size; the board has 8 rows
<
> komi 6.5
< =
<
> clear_board
< =
<
> play black F5
< =
<
> 42 genmove white
< =42 F4
<
> play black f5
< ? illegal move: f5 is not legal here; legal moves: c3 d3 e3 f3 g3
<
> play white c3
< ? illegal move: it is Black's turn
<
> play black
< ? syntax error: play needs a move
<
> play red c3
< ? syntax error: 'red' is not a colour; write black or white
<
> play black i9
< ? syntax error: 'i9' is not a square; write a1 to h8 or pass
<
> play black pass
< ? illegal move: a pass is not legal here; legal moves: c3 d3 e3 f3 g3
<
> genmove white
< ? illegal move: it is Black's turn
<
> reg_genmove black
< = C3
<
> showboard
< = Black to move
<   a b c d e f g h
< 1 . . . . . . . .
< 2 . . . . . . . .
< 3 . . . . . . . .
< 4 . . . O O O . .
< 5 . . . X X X . .
< 6 . . . . . . . .
< 7 . . . . . . . .
< 8 . . . . . . . .
< opening: Parallel (Mouse)
<
> undo
< =
<
> undo
< =
<
> undo
< ? cannot undo: there is no move before this position
<
> final_score
< ? cannot score: the game is not over
<
> gogui-rules_game_id
< = Othello
<
> gogui-rules_board_size
< = 8
<
> gogui-rules_board
< = . . . . . . . .
< . . . . . . . .
< . . . . . . . .
< . . . O X . . .
< . . . X O . . .
< . . . . . . . .
< . . . . . . . .
< . . . . . . . .
<
> gogui-rules_legal_moves
< = D3 C4 F5 E6
<
> gogui-rules_side_to_move
< = black
<
> gogui-rules_final_result
< =
<
> gogui-interrupt
< =
<
> # a comment
> time_settings 0 5 1
< =
<
> time_left black 5 1
< =
<
> time_left black soon 1
< ? syntax error: 'soon' is not a time in seconds
<
> genmove b
< = D3
<
> quit
< =
<
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["Unix", "Windows"])
def test_a_conversation(end: str) -> None:
    with Talk("gtp", "--player", HONEST, end=end) as talk:
        follow(talk, BASICS)
        assert talk.wait_for_end() == []


def test_every_command_is_listed_and_answers_with_and_without_arguments() -> None:
    with Talk("gtp", "--player", "greedy") as talk:
        assert talk.gtp("list_commands").removeprefix("= ").split("\n") == list(COMMANDS)
        for name in COMMANDS:
            if name != "quit":
                for arguments in ("", " black", " black a1 c", " 8 8 8 8", " -1 . nan"):
                    assert talk.gtp(f"{name}{arguments}")[0] in "=?"
        assert talk.finish() == []


def test_forced_passes_may_be_named_or_left_out() -> None:
    game = game_with_a_pass()
    passer, mover = game.current.mover, game.to_move
    moves = [node for node in game.current.line() if not node.is_pass]
    with Talk("gtp", "--player", HONEST) as talk:
        for node in moves:
            assert (
                talk.gtp(f"play {node.mover.value} {'abcdefgh'[node.move % 8]}{node.move // 8 + 1}")
                == "="
            )
        before = talk.gtp("gogui-rules_board")
        assert talk.gtp("gogui-rules_side_to_move") == f"= {mover.value}"
        # The side that has to pass is asked, and passes once.
        assert talk.gtp(f"play {passer.value} a1").startswith("? illegal move")
        assert talk.gtp(f"genmove {passer.value}") == "= pass"
        assert talk.gtp(f"genmove {passer.value}").startswith("? illegal move")
        # A pass that was named is taken back by itself.
        assert talk.gtp("undo") == "="
        assert talk.gtp("gogui-rules_board") == before
        assert talk.gtp(f"play {passer.value} PASS") == "="
        assert talk.gtp(f"play {passer.value} pass").startswith("? illegal move")
        assert talk.gtp("undo") == "="
        # Left out, the other side moves at once.
        assert talk.gtp(f"genmove {mover.value}") not in ("= pass", "?")
        assert talk.gtp("undo") == "="
        assert talk.gtp("undo") == "="
        assert talk.gtp("gogui-rules_side_to_move") == f"= {moves[-1].mover.value}"
        assert talk.finish() == []


def test_the_end_of_a_game() -> None:
    moves = (
        "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
        "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
    )
    game = Game()
    with Talk("gtp", "--player", HONEST) as talk:
        for index in range(0, len(moves), 2):
            name = moves[index : index + 2]
            assert talk.gtp(f"play {game.to_move.value} {name}") == "="
            game.play(name)
        assert talk.gtp("final_score") == "= 0"
        assert talk.gtp("gogui-rules_final_result") == "= Draw"
        assert talk.gtp("gogui-rules_legal_moves") == "="
        assert talk.gtp("showboard").startswith("= game over")
        assert talk.gtp("genmove black") == "= pass"
        assert talk.gtp("play white pass") == "="
        assert talk.gtp("play white h8").startswith("? illegal move")
        # Two passes and the last move.
        assert [talk.gtp("undo") for _ in range(3)] == ["="] * 3
        assert talk.gtp("gogui-rules_legal_moves") == "= H6"
        assert talk.finish() == []


def test_positions_are_set_up_from_files(tmp_path: Path) -> None:
    board = next(
        Position(*pair)
        for pair in random_play_positions(seed=5, games=1)
        if Position(*pair).empty_count == 30 and Position(*pair).legal_mask
    )
    start = Game(board, WHITE)
    start.play(board.legal_moves()[0])
    for name in ("a game.sgf", "game.ggf"):
        write_file(tmp_path / name, [start])
    with Talk("gtp", "--player", HONEST) as talk:
        for name in ("a game.sgf", "game.ggf"):
            assert talk.gtp(f"loadsgf {tmp_path / name}") == "="
            assert talk.gtp("gogui-rules_side_to_move") == f"= {start.to_move.value}"
            assert talk.gtp(f"loadsgf {tmp_path / name} 1") == "="
            assert talk.gtp("gogui-rules_side_to_move") == "= white"
            assert talk.gtp("undo").startswith("? cannot undo")
            assert talk.gtp("genmove white").startswith("= ")
        assert talk.gtp("loadsgf nothing.sgf") == "? cannot load file: no such file: nothing.sgf"
        assert talk.finish() == []


# Thinking

INTERRUPTIONS = pytest.mark.parametrize(
    ("player", "way"),
    [(PONDERER, "quit"), (PONDERER, "end"), (PONDERER, "interrupt"), ("pvs:time=60", "quit")],
)


@INTERRUPTIONS
def test_thinking_is_interrupted_and_still_answered(player: str, way: str) -> None:
    with Talk("gtp", "--player", player) as talk:
        assert talk.gtp("name") == "= Outflank"
        talk.send("genmove black")
        time.sleep(0.2)
        started = time.monotonic()
        if way == "interrupt":
            talk.send("# interrupt")
            assert talk.line(50) in ("= D3", "= C4", "= F5", "= E6")
        elif way == "quit":
            talk.send("quit")
            assert talk.wait_for_end()[0] in ("= D3", "= C4", "= F5", "= E6")
        else:
            assert talk.finish()[0] in ("= D3", "= C4", "= F5", "= E6")
        assert time.monotonic() - started < 50


def test_commands_wait_while_the_player_thinks() -> None:
    with Talk("gtp", "--player", BRIEF) as talk:
        talk.send("1 genmove black", "2 gogui-rules_side_to_move", "3 reg_genmove white")
        lines = [talk.line() for _ in range(6)]
        assert [str(line)[:2] for line in lines] == ["=1", "", "=2", "", "=3", ""]
        assert lines[2] == "=2 white"
        assert talk.finish() == []


def test_the_time_of_a_move_is_kept() -> None:
    with Talk("gtp", "--player", PONDERER) as talk:
        assert talk.gtp("time_settings 0 0.2 1") == "="
        talk.gtp("genmove black")
        seconds = []
        for colour in ("white", "black") * 3:
            started = time.monotonic()
            assert talk.gtp(f"genmove {colour}")[0] == "="
            seconds.append(time.monotonic() - started)
        # The best: other processes may take the processor away for a while.
        assert min(seconds) < 0.3
        assert talk.finish() == []


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("Thrower", "failed: ZeroDivisionError: I cannot count"),
        ("Quitter", "failed: SystemExit: 7"),
        ("Corner", "failed: a1 is not legal here"),
    ],
)
def test_a_player_that_fails_is_a_failure_of_its_command(name: str, answer: str) -> None:
    player = HONEST.replace("Honest", name)
    with Talk("gtp", "--player", player) as talk:
        response = talk.gtp("5 genmove black")
        assert response.startswith("?5 ")
        assert answer in response
        assert talk.gtp("gogui-rules_side_to_move") == "= black"
        assert talk.finish() == []


def test_what_a_player_prints_is_no_answer() -> None:
    with Talk("gtp", "--player", HONEST.replace("Honest", "Printer")) as talk:
        talk.send("genmove black")
        assert talk.line() == "= D3"


def test_a_player_that_cannot_be_stopped_does_not_outlive_its_input() -> None:
    with Talk("gtp", "--player", HONEST.replace("Honest", "Sleeper")) as talk:
        talk.send("genmove black", "quit")
        started = time.monotonic()
        assert talk.wait_for_end() == []
        assert time.monotonic() - started < 25  # it would sleep for 30 s
