"""`outflank solve`: the table, JSON, comparisons with a file, limits and interrupts."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from outflank.cli.main import run
from outflank.cli.solve_report import bounds_text, short_count
from outflank.engine.solver import Solver
from outflank.engine.weights import Weights
from outflank.formats import read
from outflank.rules.position import Position
from outflank.rules.squares import PASS, parse_move, square_name
from tests.cli.terminal import OUTFLANK, Terminal

# FFO #20 and #1, and a position where Black must pass.
EASY = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
PASSES = "OOOOOOOO" * 6 + "OOOOOOXX" + "OOOOOOX- X"
ONE_EMPTY = "X" * 32 + "O" * 31 + "- O"
OVER = "X" * 32 + "-" * 8 + "O" * 24 + " X"


def solve_json(*arguments: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What the command prints with ``--json``: an object a position, the totals last."""
    assert run(["solve", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def obf(folder: Path, *lines: str) -> str:
    file = folder / "positions.obf"
    file.write_text("".join(f"{line}\n" for line in lines))
    return str(file)


def play(position: Position, names: list[str]) -> Position:
    for name in names:
        position = position.play(parse_move(name))
    return position


# Positions


def test_json_says_everything(capsys: pytest.CaptureFixture[str]) -> None:
    found, totals = solve_json(FFO_1, capsys=capsys)
    assert found["position"] == FFO_1
    assert (found["empties"], found["score"], found["best"]) == (14, 18, "g8")
    assert (found["lower"], found["upper"], found["exact"]) == (18, 18, True)
    assert found["result"] == "win"
    assert found["nodes"] > 1000
    assert found["seconds"] > 0
    assert found["moves"] == []
    assert "expected" not in found
    end = play(read(FFO_1).position, found["pv"])
    assert end.is_over()
    sign = -1 if len(found["pv"]) % 2 else 1
    assert sign * end.score() == 18
    assert totals == {
        "positions": 1,
        "solved": 1,
        "agree": 0,
        "differ": 0,
        "nodes": found["nodes"],
        "seconds": found["seconds"],
        "nodes_per_second": pytest.approx(found["nodes"] / found["seconds"], rel=0.01),
        "interrupted": False,
    }


def test_the_table_has_a_row_a_position_and_totals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", obf(tmp_path, EASY, FFO_1)]) == 0
    headings, first, second, totals = capsys.readouterr().out.splitlines()
    assert headings.split() == [
        *("#", "empty", "score", "best", "seconds", "nodes", "nodes/s", "line", "of", "play"),
    ]
    assert re.fullmatch(r"\s+1\s+6\s+\+6\s+h5\s+\d+\.\d{3}\s+[\d,]+\s.*\s(h5\S*)\s*", first)
    assert re.fullmatch(r"\s+2\s+14\s+\+18\s+g8\s+\d+\.\d{3}\s+\S.*\s(g8\S+)\s*", second)
    assert re.match(
        r"2 of 2 positions solved in \d+\.\d{3} s: [\d,]+ nodes, [\d,]+ per sec", totals
    )


@pytest.mark.parametrize("threads", ["1", "3"])
def test_threads_and_table_may_be_chosen(threads: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, _ = solve_json(FFO_1, "--threads", threads, "--table-mb", "1", capsys=capsys)
    assert (found["score"], found["best"]) == (18, "g8")


def test_wld(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = obf(tmp_path, f"{FFO_1}; G8:+18;", f"{EASY}; H5:-2;", f"{OVER}")
    found = solve_json(file, "--wld", capsys=capsys)
    assert [answer["result"] for answer in found[:3]] == ["win", "win", "win"]
    assert (found[0]["lower"] > 0, found[0]["upper"], found[0]["complete"]) == (True, 64, True)
    assert found[0]["exact"] is (found[0]["score"] is not None)
    assert [answer.get("agrees") for answer in found[:3]] == [True, False, None]
    assert run(["solve", file, "--wld"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[2] for row in rows[1:3]] == ["win", "win"]
    assert " ok " in rows[1]
    assert " ≠ -2 " in rows[2]


def test_all_moves(capsys: pytest.CaptureFixture[str]) -> None:
    found, _ = solve_json(EASY, "--all-moves", capsys=capsys)
    scores = {move["move"]: move["score"] for move in found["moves"]}
    assert scores == {"h5": 6, "g6": -2, "f6": -4, "h6": -10}
    assert [move["move"] for move in found["moves"]] == ["h5", "g6", "f6", "h6"]
    wld, _ = solve_json(EASY, "--all-moves", "--wld", capsys=capsys)
    results = {move["move"]: move["result"] for move in wld["moves"]}
    assert results == {"h5": "win", "g6": "loss", "f6": "loss", "h6": "loss"}
    assert run(["solve", EASY, "--all-moves"]) == 0
    assert "h5 +6   g6 -2   f6 -4   h6 -10" in capsys.readouterr().out
    assert run(["solve", EASY, "--all-moves", "--wld"]) == 0
    assert "h5 win   f6 loss   g6 loss" in capsys.readouterr().out


def test_awkward_positions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = obf(tmp_path, PASSES, ONE_EMPTY, OVER, "-" * 64)
    for options in ([], ["--all-moves"], ["--wld"]):
        passed, one_empty, over, nothing, totals = solve_json(file, *options, capsys=capsys)
        assert totals["solved"] == 4
        assert (passed["best"], passed["pv"]) == ("--", ["--", "h8"])
        assert (one_empty["empties"], one_empty["result"]) == (1, "loss")
        assert (over["best"], over["pv"], over["nodes"], over["score"]) == (None, [], 0, 16)
        assert (nothing["empties"], nothing["score"]) == (64, 0)
    assert run(["solve", file]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[1].split()[:4] == ["1", "1", "-64", "--"]
    assert rows[1].split()[-1] == "--h8"
    assert rows[3].split()[:3] == ["3", "8", "+16"]


def test_games_are_solved_from_their_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = read("f5").game
    while game.position.empty_count > 8:
        game.play(game.position.legal_moves()[-1])
    moves = "".join(square_name(move) for move in game.moves() if move != PASS)
    file = tmp_path / "games.txt"
    file.write_text(f"{moves}\n{moves[:-2]}\n")
    longer, shorter, totals = solve_json(str(file), capsys=capsys)
    assert totals["positions"] == 2
    assert (longer["empties"], shorter["empties"]) == (8, 9)
    solver = Solver(weights=Weights.zeros(), table_megabytes=1)
    assert longer["score"] == solver.solve(game.position).score
    assert shorter["score"] == solver.solve(game.undo().position).score


# Beside the scores in a file


@pytest.mark.parametrize(
    ("line", "options", "expected", "agrees"),
    [
        (f"{EASY}; H5:+6; G6:-2; F6:-4; H6:-10;", [], 6, True),
        (f"{EASY}; H5:+6; G6:-2; F6:-4; H6:-10;", ["--all-moves"], 6, True),
        (f"{EASY}; H5:+8; G6:-2;", [], 8, False),
        (f"{EASY}; H5:+4; G6:-2;", [], 4, False),
        (f"{EASY}; H5:-6; G6:+6;", [], 6, False),  # the score, but for another move
        (f"{EASY}; H5:+6; G6:-4;", [], 6, True),  # only the best is looked at
        (f"{EASY}; H5:+6; G6:-4;", ["--all-moves"], 6, False),
        (f"{EASY}; H5:+6; G6:-4;", ["--all-moves", "--wld"], 6, True),
        (f"{EASY}; H5:+6; G6:+4;", ["--all-moves", "--wld"], 6, False),
        (f"{PASSES}; --:-64;", [], -64, True),
        (f"{PASSES}; --:+64;", [], 64, False),
    ],
)
def test_comparison_with_the_file(
    line: str,
    options: list[str],
    expected: int,
    agrees: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = obf(tmp_path, line)
    found, totals = solve_json(file, *options, capsys=capsys)
    assert (found["expected"], found["agrees"]) == (expected, agrees)
    assert (totals["agree"], totals["differ"]) == (int(agrees), int(not agrees))
    assert run(["solve", file, *options]) == 0
    out = capsys.readouterr().out
    headings, row, *_ = out.splitlines()
    assert headings.split()[7] == "file"
    assert (" ok " if agrees else f" ≠ {expected:+d} ") in row
    assert (
        "1 agree with the file, 0 differ." if agrees else "0 agree with the file, 1 differ."
    ) in out


def test_bounds_that_exclude_the_score_in_the_file_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Within a thousandth of a second nothing is known of the start: neither ok nor not.
    start = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    file = obf(tmp_path, f"{start} X; F5:+0;")
    found, totals = solve_json(file, "--time", "0.001", capsys=capsys)
    assert (found["expected"], found["agrees"]) == (0, None)
    assert (totals["agree"], totals["differ"]) == (0, 0)


# Limits, interrupts, progress


def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    started = time.process_time()
    for options in ([], ["--wld"], ["--all-moves"]):
        found, totals = solve_json("start", "--time", "0.1", *options, capsys=capsys)
        assert (found["empties"], found["score"], found["exact"]) == (60, None, False)
        assert (found["lower"], found["upper"], found["result"]) == (-64, 64, None)
        assert found["best"] in ("d3", "c4", "f5", "e6")
        assert found["seconds"] >= 0.1
        assert found["moves"] == []
        assert (totals["positions"], totals["solved"], totals["interrupted"]) == (1, 0, False)
    assert time.process_time() - started < 10
    assert run(["solve", "start", "--time", "0.1"]) == 0
    out = capsys.readouterr().out
    assert "-64…+64" in out
    assert "0 of 1 position solved" in out


def begin(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*OUTFLANK, "solve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


@pytest.mark.parametrize("options", [[], ["--all-moves", "--threads", "2"]], ids=" ".join)
def test_an_interrupt_gives_what_is_known(options: list[str]) -> None:
    process = begin("start", *options)
    assert first_line(process).split()[:2] == ["#", "empty"]
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    started = time.perf_counter()
    out, complaints = process.communicate(timeout=120)
    assert time.perf_counter() - started < 60
    assert (process.returncode, complaints) == (130, "")
    row, interrupted, totals = out.splitlines()
    assert row.split()[:3] == ["1", "60", "-64…+64"]
    assert interrupted == "Interrupted."
    assert totals.startswith("0 of 1 position solved")


def test_an_interrupt_leaves_whole_lines_of_json(tmp_path: Path) -> None:
    process = begin(obf(tmp_path, EASY, "-" * 27 + "OX------XO" + "-" * 27, EASY), "--json")
    assert json.loads(first_line(process))["score"] == 6
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, complaints = process.communicate(timeout=120)
    assert (process.returncode, complaints) == (130, "")
    endless, totals = (json.loads(line) for line in out.splitlines())
    assert (endless["exact"], endless["lower"], endless["upper"]) == (False, -64, 64)
    assert (totals["positions"], totals["solved"], totals["interrupted"]) == (3, 1, True)


def test_a_narrow_terminal_has_lines_of_play_below_the_rows() -> None:
    with Terminal("solve", FFO_1, columns=80) as terminal:
        shown = terminal.wait_for_end().splitlines()
    assert max(map(len, shown)) <= 80
    row = next(index for index, line in enumerate(shown) if " +18 " in line)
    assert re.fullmatch(r" {5}g8(\w\w)+ *", shown[row + 1])


def test_progress_is_shown_while_a_position_is_solved_and_then_erased(tmp_path: Path) -> None:
    start = "-" * 27 + "OX------XO" + "-" * 27
    with Terminal("solve", obf(tmp_path, FFO_1, start), "--time", "60", colours=True) as terminal:
        shown = terminal.wait_for(r"position 2 of 2 · 60 empties · 1 s · .* left")
        assert "position 1 of 2 · 14 empties" in shown
        assert "at most 60 s left" in shown
        os.kill(terminal.process.pid, signal.SIGINT)
        terminal.wait_for_end()
        assert terminal.process.returncode == 130
        # A line is erased by going to its beginning and clearing it.
        after = terminal.raw[terminal.raw.rindex("position 2 of 2") :]
        assert "\x1b[2K" in after
        assert "Interrupted." in after


def test_results_alone_go_to_standard_output() -> None:
    completed = subprocess.run(
        [*OUTFLANK, "solve", EASY, "--json"], capture_output=True, text=True, timeout=300
    )
    assert completed.stderr == ""
    assert len(completed.stdout.splitlines()) == 2


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "FILE|POSITION"),
        (["hello"], "begins no known format"),
        (["no-such-file.obf"], "no such file: no-such-file.obf"),
        (["X" * 63], "63 squares"),
        ([f"{EASY}; A1:+6;"], "a1 is not legal here"),
        (["start", "--time", "0"], "give a number above 0"),
        (["start", "--time", "-1"], "give a number above 0"),
        (["start", "--time", "nan"], "give a number above 0"),
        (["start", "--time", "soon"], "--time"),
        (["start", "--threads", "0"], "--threads"),
        (["start", "--table-mb", "0"], "--table-mb"),
        (["start", "--table-mb", str(10**15)], "--table-mb"),
        (["start", "--nonsense"], "--nonsense"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert part in captured.err


@pytest.mark.skipif(sys.platform != "linux", reason="limits its own memory")
def test_a_table_beyond_all_memory_is_one_line() -> None:
    command = " ".join(["ulimit -v 8000000;", *map(shlex.quote, OUTFLANK)])
    completed = subprocess.run(
        ["bash", "-c", f"{command} solve start --time 0.1 --table-mb 16000"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (completed.returncode, completed.stdout) == (2, "")
    (complaint,) = completed.stderr.splitlines()
    assert "--table-mb 16000 exceeds the available memory" in complaint


def test_a_board_that_begins_with_empty_squares_is_no_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert FFO_1.startswith("--")
    assert run(["show", FFO_1]) == 0
    assert "To move  Black" in capsys.readouterr().out


# Numbers in words


@pytest.mark.parametrize(
    ("lower", "upper", "text"),
    [
        (38, 38, "+38"),
        (-64, -64, "-64"),
        (0, 0, "+0"),
        (-64, 64, "-64…+64"),
        (2, 64, "≥ +2"),
        (-64, -2, "≤ -2"),
        (-2, 4, "-2…+4"),
    ],
)
def test_bounds(lower: int, upper: int, text: str) -> None:
    assert bounds_text(lower, upper) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (99_999, "99,999"),
        (100_000, "100 k"),
        (999_600, "1 M"),
        (12_345_678, "12.3 M"),
        (1.5e9, "1.5 G"),
        (10**18, "1 E"),
    ],
)
def test_counts(count: float, text: str) -> None:
    assert short_count(count) == text
    assert len(text) <= 7
