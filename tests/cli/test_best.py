"""`outflank best`: the table, JSON, several lines, limits, interrupts and the view of a search."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from outflank.cli.main import run
from outflank.cli.searching import limit_of, score_text, searched_text
from outflank.engine.analysis import Analysis
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.rules.position import Position
from outflank.rules.squares import parse_move
from outflank.search.limit import Limit
from tests.cli.terminal import Terminal
from tests.cli.test_solve import EASY, FFO_1, OVER, PASSES, obf

OPENING = "f5d6c3d3c4"


def best_json(*arguments: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert run(["best", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_says_everything(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = best_json(FFO_1, "--exact", "--threads", "1", capsys=capsys)
    assert found["position"] == FFO_1
    assert (found["empties"], found["best"], found["score"]) == (14, "g8", 18)
    assert (found["depth"], found["confidence"], found["unit"]) == (14, 100, "discs")
    assert (found["exact"], found["complete"]) == (True, True)
    assert found["nodes"] > 1000
    (line,) = found["lines"]
    assert (line["move"], line["score"], line["pv"]) == ("g8", 18, found["pv"])
    assert found["pv"][0] == "g8"


@pytest.mark.parametrize("verb", ["best", "solve"])
def test_the_search_loads_nothing_of_matches_training_or_the_web(verb: str) -> None:
    code = (
        "import sys; from outflank.cli.main import run; "
        f"assert run([{verb!r}, {EASY!r}, '--threads', '1']) == 0; print(*sys.modules)"
    )
    completed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    loaded = completed.stdout.splitlines()[-1].split()
    assert "outflank.engine.crew" in loaded
    layers = {".".join(name.split(".")[:2]) for name in loaded}
    assert not layers & {"outflank.arena", "outflank.training", "outflank.web"}


def test_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["best", obf(tmp_path, EASY, FFO_1), "--level", "10"]) == 0
    headings, first, second = capsys.readouterr().out.splitlines()
    assert headings.split() == [
        *("#", "empty", "best", "score", "searched", "seconds", "nodes", "nodes/s"),
        *("line", "of", "play"),
    ]
    assert re.match(r"\s+1\s+6\s+h5\s+\+6\s+exact\s+\d+\.\d{3}\s+[\d,]+\s.*\sh5", first)
    assert re.match(r"\s+2\s+14\s+g8\s+\+18\s+exact\s+\d+\.\d{3}\s+[\d,]+\s.*\sg8", second)


def test_several_lines(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = best_json(EASY, "--exact", "--lines", "3", capsys=capsys)
    assert [(line["move"], line["score"]) for line in found["lines"]] == [
        ("h5", 6),
        ("g6", -2),
        ("f6", -4),
    ]
    (found,) = best_json(EASY, "--exact", "--lines", "64", capsys=capsys)
    (again,) = best_json(EASY, "--exact", "--multipv", "64", capsys=capsys)
    assert again["lines"] == found["lines"]
    assert [line["move"] for line in found["lines"]] == ["h5", "g6", "f6", "h6"]
    assert run(["best", EASY, "--exact", "--lines", "2"]) == 0
    _, first, second = capsys.readouterr().out.splitlines()
    assert first.split()[:5] == ["1", "6", "h5", "+6", "exact"]
    assert second.split()[:2] == ["g6", "-2"]


@pytest.mark.parametrize(
    ("options", "depth", "confidence"),
    [
        (["--depth", "1"], 1, 100),
        (["--depth", "5"], 5, 100),
        (["--depth", "6", "--confidence", "73"], 6, 73),
        (["--level", "4"], 4, 100),
    ],
)
def test_limits(
    options: list[str], depth: int, confidence: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = best_json(OPENING, *options, capsys=capsys)
    assert (found["depth"], found["confidence"], found["exact"]) == (depth, confidence, False)
    assert found["complete"]
    position = read(OPENING).position
    for name in found["lines"][0]["pv"]:
        position = position.play(parse_move(name))


def test_time_is_enough_for_more_than_one_ply(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = best_json("start", "--time", "0.3", "--table-mb", "1", capsys=capsys)
    assert not found["complete"]
    assert found["depth"] > 2
    assert found["seconds"] < 5


def test_awkward_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = obf(tmp_path, PASSES, OVER)
    passed, over = best_json(file, "--level", "5", capsys=capsys)
    assert (passed["best"], passed["score"], passed["exact"]) == ("--", -64, True)
    assert (over["best"], over["score"], over["depth"]) == (None, 16, 0)
    assert (over["lines"], over["exact"], over["nodes"]) == ([], True, 0)
    assert run(["best", file, "--level", "5"]) == 0
    _, first, second = capsys.readouterr().out.splitlines()
    assert first.split()[:4] == ["1", "1", "--", "-64"]
    assert second.split() == ["2", "8", "+16", "game", "over"]


# In a terminal


def test_the_search_is_shown_as_it_gets_deeper_and_then_erased() -> None:
    with Terminal("best", OPENING, "--time", "60", "--lines", "2", colours=True) as terminal:
        terminal.wait_for(r"plies at 73 %")
        terminal.wait_for(r"position 1 of 1 · 55 empties · 1 s · .* nodes/s")
        os.kill(terminal.process.pid, signal.SIGINT)
        terminal.wait_for_end()
        assert terminal.process.returncode == 130
        after = terminal.raw[terminal.raw.rindex("position 1 of 1") :]
        assert "\x1b[2K" in after
        # What was found until then is said, and that there could have been more.
        assert re.search(r"1\s+55\s+[a-h][1-8]\s.*plies at 73 %", after)
        assert "Interrupted." in after


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "FILE|POSITION"),
        (["hello"], "begins no known format"),
        (["start", "--level", "61"], "--level"),
        (["start", "--depth", "0"], "--depth"),
        (["start", "--lines", "0"], "--lines"),
        (["start", "--time", "0"], "give a number above 0"),
        (["start", "--depth", "4", "--confidence", "50"], "none of 73, 87, 95, 98, 99, 100"),
        (["start", "--level", "4", "--depth", "4"], "--level and --depth exclude each other"),
        (["start", "--level", "4", "--exact"], "--level and --exact exclude each other"),
        (["start", "--level", "4", "--confidence", "73"], "--level sets the confidence"),
        (["start", "--exact", "--confidence", "73"], "--exact sets the confidence"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["best", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert part in captured.err


# Words and limits


def analysis(depth: int, confidence: int, is_exact: bool = False) -> Analysis:
    return Analysis(
        move=19,
        score=0.0,
        principal_variation=(19,),
        depth=depth,
        nodes=1,
        leaves=0,
        table_hits=0,
        seconds=1.0,
        complete=True,
        confidence=confidence,
        is_exact=is_exact,
    )


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (analysis(0, 73), "not searched"),
        (analysis(1, 100), "1 ply"),
        (analysis(18, 73), "18 plies at 73 %"),
        (analysis(18, 100), "18 plies"),
        (analysis(60, 87), "to the end at 87 %"),
        (analysis(60, 100, is_exact=True), "exact"),
    ],
)
def test_how_far_a_search_went(found: Analysis, words: str) -> None:
    assert searched_text(found, Position.start()) == words


@pytest.mark.parametrize(
    ("score", "text"), [(6.0, "+6"), (0.0, "+0"), (-64.0, "-64"), (1.234, "+1.23")]
)
def test_scores(score: float, text: str) -> None:
    assert score_text(score) == text


def test_limits_from_options() -> None:
    default = Limit(seconds=3)

    def limit(**options: Any) -> Limit:
        nothing = {"level": None, "depth": None, "seconds": None, "confidence": None}
        return limit_of(**{**nothing, **options}, default=default)

    assert limit() == default
    assert limit(level=5) == Limit(level=5)
    assert limit(level=5, seconds=1.0) == Limit(level=5, seconds=1.0)
    assert limit(depth=5, confidence=73) == Limit(depth=5, confidence=73)
    assert limit(confidence=95) == Limit(confidence=95)
    assert limit(exact=True) == Limit(exact=True)
    with pytest.raises(OutflankError, match="--depth and --exact exclude each other"):
        limit(depth=5, exact=True)


# With another player


@pytest.mark.parametrize("player", ["mtdf:depth=4,symmetric=on", "minimax:depth=3", "report000"])
def test_any_search_can_be_asked(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = best_json(OPENING, "--player", player, capsys=capsys)
    assert found["player"] == player
    assert found["best"] in ("b3", "b4", "b5", "b6", "c6", "d2", "e3", "e6", "f4", "f6", "g5", "c5")
    assert 0 < found["leaf_ratio"] < 1
    assert found["branching_factor"] > 1
    assert found["iterations"][-1]["nodes"] == found["nodes"]


def test_a_table_shows_every_iteration(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["best", OPENING, "--player", "pvs", "--time", "5", "--depth", "4"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "branching" in rows[0]
    assert len(rows) == 5


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--player", "roxanne"], "roxanne does not search"),
        (["--player", "mtdf", "--level", "3"], "--level does not work with --player"),
        (["--player", "mtdff"], "did you mean mtdf?"),
    ],
)
def test_players_without_a_search_are_refused(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["best", OPENING, *arguments]) == 2
    assert part in capsys.readouterr().err


def test_a_corner_taken_at_once_has_no_negative_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["best", "f5d6c3d3c4b3b2c2b1", "--player", "report000", "--json"]) == 0
    out = capsys.readouterr().out
    found = json.loads(out)
    assert (found["best"], found["nodes"], found["score"]) == ("a1", 0, 0)
    assert "-0.0" not in out
