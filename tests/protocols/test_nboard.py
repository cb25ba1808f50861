"""NBoard: its text, and whole conversations with a real process."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from outflank.formats.ggf import format_ggf
from outflank.players.thinking import Thought
from outflank.protocols.nboard import (
    NBoardCommand,
    format_answer,
    format_search,
    parse_move_notes,
    parse_nboard,
)
from outflank.rules.game import WHITE, Game
from outflank.rules.position import Position
from outflank.rules.squares import D6, F5, PASS
from tests.protocols.games import game_with_a_pass
from tests.protocols.ponderer import BRIEF, PONDERER
from tests.protocols.talking import HONEST, Talk, follow

# Text


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("nboard 2", NBoardCommand("nboard", "2", 2)),
        (" set  depth  12 \r", NBoardCommand("set depth", "12", 12)),
        ("set game (;GM[Othello];)", NBoardCommand("set game", "(;GM[Othello];)")),
        ("set contempt 0.5", NBoardCommand("set contempt", "0.5")),
        ("move F5/1.5/2", NBoardCommand("move", "F5/1.5/2")),
        ("hint", NBoardCommand("hint", "1", 1)),
        ("hint 4", NBoardCommand("hint", "4", 4)),
        ("go", NBoardCommand("go")),
        ("ping 7", NBoardCommand("ping", "7", 7)),
        ("ping", None),
        ("ping seven", None),
        ("set depth deep", None),
        ("set volume 11", None),
        ("set", None),
        ("GO", None),
        ("fly", None),
        ("", None),
    ],
)
def test_lines_are_read_or_ignored(line: str, command: NBoardCommand | None) -> None:
    assert parse_nboard(line) == command


@pytest.mark.parametrize(
    ("argument", "notes"),
    [
        ("F5", ("F5", 0, 0)),
        ("f5//1.25", ("f5", 0, 1.25)),
        ("PA/-3/0.5", ("PA", -3, 0.5)),
        ("F5/x/y/z", ("F5", 0, 0)),
    ],
)
def test_moves_have_notes(argument: str, notes: tuple[str, float, float]) -> None:
    assert parse_move_notes(argument) == notes


def test_thoughts_and_answers_are_written() -> None:
    thought = Thought(
        line=(F5, PASS, D6), score=-1.5, is_in_discs=True, depth=9, nodes=1, seconds=0.1
    )
    assert format_search(thought) == "search F5PAD6 -1.50 0 9"
    exact = Thought(
        line=(F5,), score=4, is_in_discs=True, depth=9, nodes=1, seconds=0.1, is_exact=True
    )
    assert format_search(exact) == "search F5 4.00 0 100%"
    known = replace(thought, is_from_book=True)
    assert format_search(known) == "book F5PAD6 -1.50 0 9"
    assert format_answer(F5, exact, 0.123) == "=== F5/4.00/0.12"
    assert format_answer(PASS, None, 0) == "=== PA//0.00"


# Conversations

BASICS = """
> nboard 2
< set myname Outflank
> fly me to the moon
> set volume 11
> set depth 12
< set myname Outflank12
> set contempt 0.5
> set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 \
---------------------------O*------*O--------------------------- *]B[F5];)
> ping 1
< pong 1
> go
< status Outflank is thinking
< status Outflank is waiting
< nodestats 0 TIME
< === F4//TIME
> go
< status Outflank is thinking
< status Outflank is waiting
< nodestats 0 TIME
< === F4//TIME
> move F4/0/1.5
> ping 2
< pong 2
> hint 3
< status Outflank is thinking
< status Outflank is waiting; opening: Parallel (Mouse)
< nodestats 0 TIME
< search C3 0.00 0 0 not in discs
> move F4
< status move 3 (F4): f4 is not legal here; legal moves: c3 d3 e3 f3 g3
> move nowhere
< status move 3: 'nowhere' is not a move; moves are a1 to h8, or -- for a pass
> set game rubbish
< status line 1, column 1: 'rubbish' is out of place; games are written (; NAME[value] … )
> set depth 0
< status set depth 0 is not a depth; give 1 or more
> learn
< learned
> ping -3
< pong -3
> quit
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["Unix", "Windows"])
def test_a_conversation(end: str) -> None:
    with Talk("nboard", "--player", HONEST, end=end) as talk:
        follow(talk, BASICS)
        assert talk.wait_for_end() == []


def test_a_player_that_searches_shows_it() -> None:
    with Talk("nboard", "--player", "pvs:depth=9,time=60") as talk:
        talk.send("nboard 2", "set depth 5", "move F5", "go")
        assert [talk.line(), talk.line()] == ["set myname Outflank", "set myname Outflank5"]
        lines = talk.until("===")
        searches = [line.split() for line in lines if line.startswith("search")]
        # Every depth to five, and the end.
        assert [words[4] for words in searches] == ["1", "2", "3", "4", "5", "5"]
        last = searches[-1]
        assert len(last[1]) == 10
        move, evaluation, _ = lines[-1].removeprefix("=== ").split("/")
        assert move == last[1][:2]
        assert evaluation == last[2]
        (statistics,) = (line for line in lines if line.startswith("nodestats"))
        assert int(statistics.split()[1]) > 100
        # The best of all moves, in their order.
        talk.send("hint 2")
        lines = talk.until("status Outflank is waiting")
        hints = [str(talk.line()).split() for _ in range(2)]
        assert [words[0] for words in hints] == ["search", "search"]
        assert hints[0][1][:2] == move
        assert float(hints[0][2]) >= float(hints[1][2])
        assert talk.finish() == []


def test_a_game_is_analysed_from_its_end() -> None:
    moves = (
        "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
        "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
    )
    game = Game.from_moves([moves[index : index + 2] for index in range(0, 120, 2)])
    with Talk("nboard", "--player", "pvs:depth=2") as talk:
        talk.send(f"set game {format_ggf([game]).strip()}", "analyze")
        lines = talk.until("analysis 0 ")
        analysis = [line.split() for line in lines if line.startswith("analysis")]
        assert [int(words[1]) for words in analysis] == list(range(60, -1, -1))
        # The game of perfect play: a draw at its end and just before.
        assert [float(words[2]) for words in analysis[:2]] == [0, 0]
        assert talk.finish() == []


def test_a_forced_pass_is_an_answer_until_it_is_made() -> None:
    game = game_with_a_pass()
    before = game.up_to_cursor()
    text = format_ggf([before]).strip()
    without_pass = text.replace("B[PA];)", ";)").replace("W[PA];)", ";)")
    assert without_pass != text
    first = game.position.legal_moves()[0]
    name = f"{'ABCDEFGH'[first % 8]}{first // 8 + 1}"
    with Talk("nboard", "--player", HONEST) as talk:
        talk.send(f"set game {without_pass}", "go")
        assert talk.line() == "=== PA//0.00"
        talk.send("move PA", "go")
        assert talk.until("===")[-1].startswith(f"=== {name}/")
        # A record that names the pass says that it was made.
        talk.send(f"set game {text}", "go")
        assert talk.until("===")[-1].startswith(f"=== {name}/")
        assert talk.finish() == []


def test_positions_are_set_up() -> None:
    # White to move, a1 empty and b1 Black's; then the game is over.
    board = Position(player=0xFFFFFFFFFFFFFFFC, opponent=0x0000000000000002)
    game = Game(board, WHITE)
    with Talk("nboard", "--player", HONEST) as talk:
        talk.send(f"set game {format_ggf([game]).strip()}", "go")
        assert talk.until("===")[-1].startswith("=== A1/")
        talk.send("move A1", "go", "hint 2", "ping 1")
        assert talk.until("pong") == ["=== PA//0.00", "pong 1"]
        assert talk.finish() == []


# Thinking


@pytest.mark.parametrize("player", [PONDERER, "pvs:time=60"])
def test_a_ping_ends_thinking_and_withdraws_the_question(player: str) -> None:
    with Talk("nboard", "--player", player) as talk:
        for number, question in enumerate(("go", "hint 4", "analyze")):
            talk.send("ping 0", question)
            talk.until("status Outflank is thinking")
            time.sleep(0.1)
            started = time.monotonic()
            talk.send(f"ping {number}")
            lines = talk.until("pong")
            assert time.monotonic() - started < 50
            assert lines[-1] == f"pong {number}"
            assert not any(line.startswith(("===", "analysis")) for line in lines)
        assert talk.finish() == []


@pytest.mark.parametrize("way", ["quit", "end"])
def test_the_end_of_the_input_is_the_end_of_thinking(way: str) -> None:
    with Talk("nboard", "--player", PONDERER) as talk:
        talk.send("go")
        talk.until("status Outflank is thinking")
        time.sleep(0.1)
        started = time.monotonic()
        if way == "quit":
            talk.send("quit")
            lines = talk.wait_for_end()
        else:
            lines = talk.finish()
        assert time.monotonic() - started < 50
        assert lines[-1].startswith("=== ")


def test_a_limit_of_the_player_is_kept() -> None:
    with Talk("nboard", "--player", BRIEF) as talk:
        talk.send("go")
        talk.until("===")
        seconds = []
        for _ in range(7):
            started = time.monotonic()
            talk.send("go")
            talk.until("===")
            seconds.append(time.monotonic() - started)
        # The best: other processes may take the processor away for a while.
        assert min(seconds) < 0.3
        assert talk.finish() == []


def test_a_player_that_fails_says_so_in_the_status() -> None:
    with Talk("nboard", "--player", HONEST.replace("Honest", "Thrower")) as talk:
        talk.send("go", "ping 1")
        assert any("ZeroDivisionError: I cannot count" in line for line in talk.until("pong"))
        assert talk.finish() == []
