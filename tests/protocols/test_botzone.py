"""Botzone: its text, whole games in every mode, and the file to upload."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from outflank.cli.main import run
from outflank.engine.book.file import shipped_book
from outflank.errors import OutflankError
from outflank.players.making import make_player
from outflank.players.player import Clock
from outflank.players.spec import parse_spec
from outflank.protocols.botzone import (
    KEEP_RUNNING,
    History,
    format_json,
    format_pair,
    parse_json,
    parse_pair,
)
from outflank.protocols.botzone_main import stand_in_of
from outflank.protocols.botzone_session import Board, BotzoneSession
from outflank.protocols.warming import BOOK_NAME, WarmingPlayer
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.squares import D3, F5, H8, PASS
from tests.arena.hostile import Honest
from tests.protocols.talking import HONEST, Talk

# Text


def point(move: int) -> dict[str, int]:
    return {"x": -1, "y": -1} if move == PASS else {"x": move % 8, "y": move // 8}


def test_json_is_read_whole_or_turn_by_turn() -> None:
    line = json.dumps(
        {
            "requests": [point(PASS), point(F5)],
            "responses": [point(D3)],
            "data": "",
            "time_limit": "",
        }
    )
    assert parse_json(line) == History((PASS, F5), (D3,))
    for later in (point(H8), {"requests": [point(H8)]}, {"requests": point(H8)}):
        assert parse_json(json.dumps(later)) == History((H8,), (), is_whole=False)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("{", "is not JSON"),
        ("{" * 100_000, "is not JSON"),
        ('{"requests":[]}', "0 requests and 0 responses"),
        ('{"requests":[{"x":1,"y":1}],"responses":[{"x":1,"y":1}]}', "1 requests and 1 responses"),
        ('{"requests":[{"x":8,"y":0}]}', "off the board"),
        ('{"requests":[{"x":-1,"y":0}]}', "off the board"),
        ('{"requests":[{"x":1.5,"y":true}]}', "whole numbers x and y"),
        ('{"requests":["a1"]}', "whole numbers x and y"),
        ('{"x":1}', "whole numbers x and y"),
    ],
)
def test_json_that_makes_no_sense_is_explained(line: str, part: str) -> None:
    with pytest.raises(OutflankError) as caught:
        parse_json(line)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_moves_are_written_and_read() -> None:
    for move in (*range(64), PASS):
        assert parse_pair(format_pair(move)) == move
        response = json.loads(format_json(move, "x"))
        assert response == {"response": point(move), "debug": "x"}
    for line in ("", "1", "1 2 3", "a b", "8 0"):
        with pytest.raises(OutflankError):
            parse_pair(line)


def test_a_board_that_is_told_nonsense_says_which_move() -> None:
    board = Board()
    board.hear(PASS)
    assert board.colour is BLACK
    board.answer(D3)
    with pytest.raises(OutflankError, match="-- of White cannot be move 2: White has a legal move"):
        board.hear(PASS)
    with pytest.raises(OutflankError, match="not legal"):
        board.hear(H8)


# Whole games


def judged_game(bot_is_black: bool, seed: int) -> tuple[list[int], list[int], Game]:
    """A random game as the judge sees it: requests and the responses that a bot could give."""
    chance = random.Random(seed)
    colour = BLACK if bot_is_black else WHITE
    game = Game()
    requests: list[int] = []
    responses: list[int] = []
    if bot_is_black:
        requests.append(PASS)
    turn = BLACK
    while not game.is_over():
        move = PASS
        if game.to_move is turn:
            move = chance.choice(game.position.legal_moves())
            game.play(move)
        (responses if turn is colour else requests).append(move)
        turn = turn.other
    return requests, responses, game


@pytest.mark.parametrize("bot_is_black", [True, False])
def test_every_turn_of_games_with_passes_is_answered_legally(bot_is_black: bool) -> None:
    passes = 0
    for seed in range(20):
        requests, responses, _ = judged_game(bot_is_black, seed)
        for turn in range(1, min(len(requests), len(responses)) + 1):
            message = {
                "requests": [point(move) for move in requests[:turn]],
                "responses": [point(move) for move in responses[: turn - 1]],
            }
            sent: list[str] = []
            line = json.dumps(message).encode()
            BotzoneSession(Honest(), [line], sent.append, seconds=1.0).run()
            answer = json.loads(sent[0])["response"]
            # A bot passes exactly where it did in that game.
            assert (answer == point(PASS)) == (responses[turn - 1] == PASS)
            passes += answer == point(PASS)
    assert passes > 0


def play_against_random(talk: Talk, *, is_simple: bool, bot_is_black: bool, seed: int) -> Game:
    """A game of a process that keeps running against a player of ours, in either format."""
    opponent = make_player("random", seed=seed)
    colour = BLACK if bot_is_black else WHITE
    game, is_first, request = Game(), True, PASS
    if not bot_is_black:
        request = opponent.choose(game, Clock())
        game.play(request)
    while True:
        pair = f"{point(request)['x']} {point(request)['y']}"
        if is_simple:
            talk.send(*(["1", pair] if is_first else [pair]))
            column, row = map(int, str(talk.line()).split())
        else:
            whole = {"requests": [point(request)], "responses": []}
            talk.send(json.dumps(whole if is_first else point(request)))
            answer = json.loads(str(talk.line()))["response"]
            column, row = answer["x"], answer["y"]
        assert talk.line() == KEEP_RUNNING
        is_first = False
        if game.is_over() or game.to_move is not colour:
            assert (column, row) == (-1, -1)
        else:
            game.play(row * 8 + column)
        if game.is_over():
            return game
        request = PASS
        if game.to_move is not colour:
            request = opponent.choose(game, Clock())
            game.play(request)


@pytest.mark.parametrize("is_simple", [False, True], ids=["JSON", "simple"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["Unix", "Windows"])
def test_a_process_that_keeps_running_plays_whole_games(is_simple: bool, end: str) -> None:
    for bot_is_black in (True, False):
        with Talk("botzone", "--keep-running", "--player", "greedy:seed=1", end=end) as talk:
            game = play_against_random(
                talk, is_simple=is_simple, bot_is_black=bot_is_black, seed=bot_is_black
            )
            assert game.is_over()
            assert talk.finish() == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ('{"requests":[{"x":-1,"y":-1}],"responses":[]}', {"x": 3, "y": 2}),
        (
            '{"requests":[{"x":-1,"y":-1},{"x":2,"y":2}],"responses":[{"x":3,"y":2}],'
            '"data":"","time_limit":"","memory_limit":""}',
            {"x": 1, "y": 2},
        ),
        ('{"requests":[{"x":3,"y":2}],"responses":[]}\r', {"x": 2, "y": 2}),
    ],
)
def test_one_turn_and_the_end(line: str, answer: dict[str, int]) -> None:
    with Talk("botzone", "--time", "30", "--player", HONEST) as talk:
        talk.send(line)
        response = json.loads(str(talk.line()))
        assert response["response"] == answer
        assert HONEST in response["debug"]
        assert talk.wait_for_end() == []


def test_one_simple_turn_and_the_end() -> None:
    with Talk("botzone", "--time", "30", "--player", HONEST) as talk:
        talk.send("2", "-1 -1", "3 2", "2 2", "", "")
        assert talk.line() == "1 2"
        assert talk.wait_for_end() == []


@pytest.mark.parametrize(
    ("arguments", "sent", "part"),
    [
        (["--player", "gredy"], "", "did you mean greedy?"),
        (["--player", "human"], "", "human is interactive and cannot play on Botzone"),
        ([], '{"requests":[]}', "0 requests"),
        ([], "hello\n", "'hello' is not a move"),
        ([], "3\n-1 -1\n", "'' is not a move"),
        ([], '{"requests":[{"x":0,"y":0}],"responses":[]}', "a1 is not legal here"),
    ],
)
def test_nonsense_is_one_line(arguments: list[str], sent: str, part: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "outflank", "botzone", "--player", "greedy", *arguments],
        input=sent,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert part in done.stderr


# In time


def test_one_that_is_not_ready_in_time_has_a_stand_in() -> None:
    may_be_made = threading.Event()

    def make_slowly() -> Honest:
        may_be_made.wait(60)
        return Honest()

    stand_in = make_player("stable-disc:seed=1")
    player = WarmingPlayer(make_slowly, stand_in)
    assert player.choose(Game(), Clock(move_seconds=0.2)) in Game().position.legal_moves()
    assert player.name == "stable-disc:seed=1"
    may_be_made.set()
    started = time.monotonic()
    assert player.choose(Game(), Clock(move_seconds=30)) == D3
    assert player.name == "honest"
    assert time.monotonic() - started < 20  # as soon as it is made
    player.close()


def test_one_that_cannot_be_made_is_replaced_for_good() -> None:
    def make_none() -> Honest:
        raise ImportError("no Numba here")

    player = WarmingPlayer(make_none, make_player("greedy:seed=1"))
    assert player.choose(Game(), Clock(move_seconds=5)) in Game().position.legal_moves()
    assert player.problem == "ImportError: no Numba here"


@pytest.mark.slow
def test_an_answer_comes_in_time_even_while_kernels_are_loaded() -> None:
    line = '{"requests":[{"x":-1,"y":-1}],"responses":[]}\n'
    command = [sys.executable, "-m", "outflank", "botzone", "--player", "pvs"]
    seconds = []
    for _ in range(20):
        started = time.monotonic()
        subprocess.run(command, input=line.encode(), capture_output=True, check=True, timeout=60)
        seconds.append(time.monotonic() - started)
    # The best: other processes may take the processor away for a while.
    assert min(seconds) < 1


def test_the_stand_in_has_the_book_and_the_random_moves_of_the_player() -> None:
    for spec, stand_in in {
        "engine": "plain",
        "engine:level=4,book=on": "plain:book=on",
        "pvs:book=on,book_variety=1,random_first=3,seed=7": (
            "plain:random_first=3,book=on,book_variety=1.0,seed=7"
        ),
        "report002": "plain:random_first=4",
        HONEST: "plain",
    }.items():
        assert stand_in_of(parse_spec(spec)) == stand_in


def test_random_first_moves_are_counted_from_the_start_of_the_game() -> None:
    game = Game.from_moves("f5d6c3d3")
    entry = shipped_book().find(game.position)
    assert entry is not None
    line = json.dumps(
        {
            "requests": [point(PASS), *(point(move) for move in game.moves()[1::2])],
            "responses": [point(move) for move in game.moves()[::2]],
        }
    )
    # The bot's third move, in a process that did not play the first two.
    for seed in range(5):
        with Talk("botzone", "--player", f"plain:random_first=2,book=on,seed={seed}") as talk:
            talk.send(line)
            answer = json.loads(str(talk.line()))
            assert answer["response"] == point(entry.moves[0].move)
            assert talk.wait_for_end() == []


# The file to upload


def run_packed(file: Path, line: str) -> dict[str, Any]:
    """Run a packed bot as Botzone does, from the zip alone, and return its answer.

    Our package is not on the path, and without `site` there are no NumPy and no Numba.
    """
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment.pop("OUTFLANK_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-S", str(file)],
        input=f"{line}\n",
        capture_output=True,
        text=True,
        cwd=file.parent,
        env=environment,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[0])
    return answer


def book_positions(count: int) -> list[Game]:
    """Games by random moves of the book that end with Black to move in the book."""
    games: list[Game] = []
    chance = random.Random(3)
    while len(games) < count:
        game = Game()
        for _ in range(chance.randrange(0, 7, 2)):
            entry = shipped_book().find(game.position)
            if entry is None:
                break
            game.play(chance.choice(entry.within(1.0)).move)
        if game.to_move is BLACK and game.position in shipped_book():
            games.append(game)
    return games


@pytest.mark.parametrize("options", [[], ["--one-shot"]], ids=["keeps running", "one shot"])
def test_a_packed_bot_without_numba_answers_from_the_book(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bot.zip"
    assert run(["botzone", "pack", str(file), *options]) == 0
    assert "engine:book=on" in capsys.readouterr().out
    assert "outflank/data/book.bin" in zipfile.ZipFile(file).namelist()
    missing = [sys.executable, "-S", "-c", "import numba"]
    assert subprocess.run(missing, capture_output=True, cwd=tmp_path).returncode != 0
    (tmp_path / "data").mkdir()
    for game in book_positions(4):
        moves = game.moves()
        message = {
            "requests": [point(PASS), *map(point, moves[1::2])],
            "responses": [*map(point, moves[::2])],
        }
        entry = shipped_book().find(game.position)
        assert entry is not None
        answer = run_packed(file, json.dumps(message))
        assert answer["response"] == point(entry.moves[0].move)
        assert answer["debug"].startswith(f"{BOOK_NAME}, ")


def test_a_packed_bot_with_book_off_does_not_use_the_book(tmp_path: Path) -> None:
    file = tmp_path / "bot.zip"
    arguments = ["--player", "engine:book=off", "--one-shot", "--time", "0.5"]
    assert run(["botzone", "pack", str(file), *arguments]) == 0
    (tmp_path / "data").mkdir()
    answer = run_packed(file, '{"requests":[{"x":-1,"y":-1}],"responses":[]}')
    assert answer["debug"].startswith("plain, ")


def test_a_packed_bot_plays_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "bot.zip"
    assert run(["botzone", "pack", str(file), "--player", "stable-disc:seed=1"]) == 0
    names = zipfile.ZipFile(file).namelist()
    assert "__main__.py" in names
    assert not any("cli" in name or "__pycache__" in name for name in names)
    (tmp_path / "data").mkdir()
    # As Botzone does it: the zip alone, in a folder with the user's storage, without our package.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment.pop("OUTFLANK_CACHE_DIR", None)
    line = '{"requests":[{"x":-1,"y":-1}],"responses":[]}\n'
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-S", str(file)],
            input=line,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            timeout=60,
        )
        assert done.stderr == ""
        answer, marker = done.stdout.splitlines()
        assert json.loads(answer)["response"] in [point(move) for move in (19, 26, 37, 44)]
        assert marker == KEEP_RUNNING
    (unpacked,) = (tmp_path / "data").iterdir()
    assert unpacked.name.startswith("outflank-")


@pytest.mark.parametrize("player", ["human", "gtp:true", "python:x.py:Y"])
def test_players_that_need_more_than_the_package_are_not_packed(
    player: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["botzone", "pack", str(tmp_path / "bot.zip"), "--player", player]) == 2
    assert "cannot be packed" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["botzone", "pack", "/nowhere/bot.zip"]) == 2
    assert "/nowhere/bot.zip: cannot be written" in capsys.readouterr().err
