"""`outflank analyze`: the table of moves, the table of sides, JSON, interrupts and mistakes."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from outflank.cli.main import run
from outflank.formats import read
from outflank.rules.game import Game
from outflank.rules.squares import PASS, square_name
from tests.cli.terminal import Terminal
from tests.cli.test_solve import EASY

PLAIN = ("--depth", "3", "--confidence", "100", "--exact", "4", "--threads", "1")


def transcript() -> str:
    """A whole game in which both sides always take the last legal move."""
    game = Game()
    while not game.is_over():
        game.play(game.position.legal_moves()[-1])
    return "".join(square_name(move) for move in game.moves() if move != PASS)


def analyze_json(*arguments: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(["analyze", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_json_says_everything(capsys: pytest.CaptureFixture[str]) -> None:
    game = transcript()
    found = analyze_json(game, *PLAIN, capsys=capsys)
    moves = found["moves"]
    assert "".join(move["move"] for move in moves) == game
    assert [move["number"] for move in moves] == list(range(1, len(moves) + 1))
    for move in moves:
        assert move["loss"] == pytest.approx(max(move["before"] - move["after"], 0), abs=1e-3)
        assert move["verdict"] in ("best", "good", "mistake", "blunder")
        assert move["pv"][0] == move["best"]
        assert (move["depth"], move["confidence"]) == (3, 100) or move["exact"]
    assert moves[-1]["exact"]
    for colour in ("black", "white"):
        side = found[colour]
        own = [move for move in moves if move["colour"] == colour and not move["forced"]]
        assert side["moves"] == len(own)
        assert side["accuracy"] == pytest.approx(
            sum(100 * 0.5 ** (move["loss"] / 4) for move in own) / len(own), abs=0.05
        )
        assert side["mean_loss"] == pytest.approx(
            sum(move["loss"] for move in own) / len(own), abs=1e-3
        )
        for count, verdict in (("best", "best"), ("mistakes", "mistake"), ("blunders", "blunder")):
            assert side[count] == sum(move["verdict"] == verdict for move in own)
    assert (found["mistake_discs"], found["blunder_discs"]) == (4, 8)
    assert found["nodes"] > 100


def test_json_is_the_same_with_any_threads(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--review", "quick", "--depth", "6", "--exact", "10")
    one, two = (
        analyze_json(transcript(), *options, "--threads", threads, capsys=capsys)
        for threads in "12"
    )
    assert one == two
    assert one["settings"] == {
        "name": "custom",
        "depth": 6,
        "confidence": 73,
        "exact_empties": 10,
        "book": "off",
    }


def test_the_cost_is_told_before(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyze", "f5d6c3", "--review", "quick"]) == 0
    said = capsys.readouterr().err
    assert "quick review: 12 plies, selective, exact from 20 empties; about 1 s" in said


def test_why_says_what_every_best_move_achieves(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyze", "f5d6c3d3", "--depth", "4", "--why"]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith(" " * 6)]
    assert len([line for line in said if "moves to choose from" in line]) >= 3
    assert run(["analyze", "f5d6c3d3", "--depth", "4"]) == 0
    assert "moves to choose from" not in capsys.readouterr().out


def test_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(transcript()[:12])
    assert run(["analyze", str(file), "--depth", "4", "--confidence", "100"]) == 0
    headings, *lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if not line.startswith(" " * 6)]  # without reasons
    assert any("lets Black" in line or "leaves" in line for line in lines if line not in rows)
    assert headings.split() == [
        *("#", "side", "move", "before", "best", "after", "loss", "searched"),
    ]
    assert re.match(r"\s+1\s+Black\s+[a-h][1-8]\s+\S+\s+\S+\s+\S+\s.*4 plies", rows[0])
    assert rows[1].split()[:2] == ["2", "White"]
    assert rows[7].split() == [
        "player",
        "moves",
        "accuracy",
        "mean",
        "loss",
        "best",
        "mistakes",
        "blunders",
    ]
    assert [rows[8].split()[:2], rows[9].split()[:2]] == [["Black", "3"], ["White", "3"]]
    legend = " ".join(" ".join(rows[10:]).split())
    assert "A mistake loses 4 discs or more, a blunder 8 or more." in legend
    assert "Forced moves do not count." in legend


def test_names_of_players_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    board = f"{'-' * 27}O*{'-' * 6}*O{'-' * 27} *"
    game = f"(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 {board}]B[f5]W[d6];)"
    assert read(game).game.tags["black"] == "Ann"
    assert run(["analyze", game, "--depth", "2"]) == 0
    out = capsys.readouterr().out
    assert "Black, Ann" in out
    assert "White, Bob" in out


@pytest.mark.parametrize("extension", ["sgf", "ggf"])
def test_the_game_can_be_written_with_its_review(
    extension: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"annotated.{extension}"
    options = (
        "--depth",
        "3",
        "--confidence",
        "100",
        "--exact",
        "4",
        "--threads",
        "1",
        "--output",
        str(file),
    )
    found = analyze_json(transcript(), *options, capsys=capsys)
    game = read(file).game
    nodes = [node for node in game.main_line() if not node.is_pass]
    for move, node in zip(found["moves"], nodes, strict=True):
        assert node.evaluation == pytest.approx(move["after"], abs=0.01)
        assert ("loses" in node.comment) == (move["verdict"] in ("mistake", "blunder"))


def test_what_the_format_cannot_hold_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "annotated.txt"
    assert run(["analyze", "f5d6c3", "--depth", "2", "--output", str(file)]) == 0
    assert "cannot hold: 3 evaluations" in capsys.readouterr().err
    assert run(["analyze", "f5d6c3", "--depth", "2", "--output", str(tmp_path / "game.xyz")]) == 2
    assert "xyz" in capsys.readouterr().err


def test_an_interrupt_leaves_what_was_analysed() -> None:
    with Terminal("analyze", transcript(), "--review", "deep", "--threads", "1") as terminal:
        terminal.wait_for(r"\n *3 +Black")
        os.kill(terminal.process.pid, signal.SIGINT)
        rest = terminal.wait_for_end()
        assert terminal.process.returncode == 130
        assert "Interrupted; these moves are reviewed." in rest
        assert "mean loss" in rest
        assert "accuracy" in rest


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "GAME"),
        (["start"], "no move to review"),
        ([f"{EASY}; H5:+6;"], "no move to review"),
        (["f5", "--review", "long"], "review='long' is not known"),
        (["f5", "--depth", "1"], "depth=1 is too little for a review"),
        (["f5", "--confidence", "50"], "confidence=50 is none of"),
        (["f5f5"], "f5 is not legal here"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyze", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert part in captured.err


def test_a_file_with_several_games_needs_a_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.txt"
    file.write_text("f5d6\nf5f6\n")
    assert run(["analyze", str(file)]) == 2
    assert "there are 2 games here; one is needed" in capsys.readouterr().err
