"""The verbs for positions, formats and kernels, run as a user would run them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from outflank import read
from outflank.cli.main import run

OUTFLANK = [sys.executable, "-m", "outflank"]


def json_lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_help_does_not_import_numba() -> None:
    code = (
        "import sys; from outflank.cli.main import run; "
        "run(['--help']); print('numba' in sys.modules)"
    )
    completed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert completed.stdout.splitlines()[-1] == "False"
    subprocess.run([*OUTFLANK, "--help"], capture_output=True, check=True)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("outflank ")


def test_show_prints_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "f5d6"]) == 0
    out = capsys.readouterr().out
    assert " 5 - - · ● ● ● - -" not in out  # f5 and d6: Black's d5 stays, d6 is White's
    assert "To move  Black" in out


def test_show_as_json_names_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "f5", "--json"]) == 0
    (shown,) = json_lines(capsys.readouterr().out)
    assert shown["to_move"] == "white"
    assert (shown["black"], shown["white"]) == (4, 1)
    assert shown["legal"] == ["f4", "d6", "f6"]
    assert read(str(shown["position"])).position == read("f5").position


def test_show_as_svg_is_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "start", "--svg"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert root.tag.endswith("svg")


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["perft", "6", "--json"]) == 0
    rows = json_lines(capsys.readouterr().out)
    assert [row["leaves"] for row in rows] == [4, 12, 56, 244, 1396, 8200]
    assert run(["perft", "2", "f5d6c3"]) == 0
    assert "M/s" in capsys.readouterr().out


def test_convert_between_files_keeps_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "game.ggf", tmp_path / "game.sgf"
    assert run(["convert", "f5d6c3d3c4", str(source)]) == 0
    assert run(["convert", str(source), str(target), "--json"]) == 0
    told = json_lines(capsys.readouterr().out)[-1]
    assert (told["read"], told["written"], told["games"], told["lost"]) == ("ggf", "sgf", 1, [])
    assert read(target).game.moves() == read("f5d6c3d3c4").game.moves()


def test_convert_says_what_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "game.sgf"
    source.write_text("(;FF[4]GM[2];B[f5]C[the tiger](;W[d6])(;W[f4]))")
    assert run(["convert", str(source), "-", "--to", "transcript"]) == 0
    captured = capsys.readouterr()
    assert "f5d6" in captured.out
    assert "cannot hold" in captured.err
    assert "variation" in captured.err
    assert "comment" in captured.err


def test_compile_and_bench(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compile", "--json"]) == 0
    assert run(["compile", "--json"]) == 0
    first, second = json_lines(capsys.readouterr().out)
    assert first["kernels"] == second["kernels"]
    assert second["compiled"] is False
    assert run(["bench", "hashing", "--json"]) == 0
    figures = json_lines(capsys.readouterr().out)
    assert {figure["what"] for figure in figures} == {"hash of a position", "canonical form"}
    assert run(["bench", "hashing"]) == 0
    assert "hashing" in capsys.readouterr().out
    assert run(["bench", "hashing", "--markdown"]) == 0
    assert "\n|---|" in capsys.readouterr().out


def test_db_check_reports_faulty_games_by_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from outflank.formats.wthor import WthorBase, WthorHeader, WthorRecord, format_wthor
    from outflank.formats.wthor_records import encode_moves
    from outflank.rules.squares import A1, C3, D6, F5

    def record(*moves: int, black_discs: int = 32) -> WthorRecord:
        return WthorRecord(0, 0, 0, black_discs, 32, encode_moves(moves))

    wiped_out = read("f5d6c5f4e3f6g5e6e7").game  # the quickest win: White has nothing left
    assert wiped_out.is_over()
    records = (
        record(F5, A1, D6),
        record(F5, D6, C3),
        record(*wiped_out.moves(), black_discs=64),
        record(*wiped_out.moves(), black_discs=40),
    )
    base = tmp_path / "WTH_2020.wtb"
    base.write_bytes(format_wthor(WthorBase(WthorHeader(), records)))
    assert run(["db", "check", str(tmp_path), "--json"]) == 0
    (report,) = json_lines(capsys.readouterr().out)
    assert (report["games"], report["files"]) == (4, 1)
    faults = report["faults"]
    assert isinstance(faults, list)
    assert [fault["game"] for fault in faults] == [1, 2, 4]
    assert "move 2" in faults[0]["problem"]
    assert "before the game does" in faults[1]["problem"]
    assert "40 black discs" in faults[2]["problem"]
    assert run(["db", "check", str(base)]) == 0
    assert "4 games in 1 files" in capsys.readouterr().out


WRONG = [
    ["show", "f5a1"],
    ["show", "no-such-file.ggf"],
    ["show", "hello world"],
    ["show", ""],
    ["show", "X" * 63],
    ["perft", "0"],
    ["perft", "three"],
    ["perft"],
    ["perft", "2", "f5f5"],
    ["convert", "f5", "out.unknown"],
    ["convert", "f5", "no/such/folder/game.ggf"],
    ["convert", "f5", "-", "--to", "pgn"],
    ["bench", "nonsense"],
    ["db", "check", "no-such-base.wtb"],
    ["nonsense"],
    ["--nonsense"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_mistake_is_one_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert run(arguments) == 2
    finally:
        os.chdir(before)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("outflank: ")
    assert len(captured.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cut.wtb", b"\x14\x0c\x01\x01\x02\0\0\0\0\0\xe4\x07\x08\0\0\0" + b"\0" * 68),
        ("cut.ggf", b"(;GM[Othello]PC[here]BO[8 ---"),
        ("bad.ggf", b"(;GM[Othello]BO[8 " + b"-" * 64 + b" *]B[a1];)"),
        ("bad.obf", b"-" * 63 + b" X; A1:+2;"),
        ("latin.ggf", b"(;GM[Othello]PB[\xe9]BO[8 "),
        ("noise.bin", os.urandom(100_000)),
        ("empty.ggf", b""),
        ("zeros.txt", b"\0" * 1000),
    ],
)
def test_a_bad_file_is_named_in_one_line(
    name: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    for arguments in (["show", str(file)], ["convert", str(file), str(tmp_path / "out.sgf")]):
        assert run(arguments) == 2
        error = capsys.readouterr().err
        assert len(error.splitlines()) == 1
        assert name in error
    assert not (tmp_path / "out.sgf").exists()


def test_huge_noise_and_directories_are_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    huge = tmp_path / "huge.ggf"
    with huge.open("wb") as file:
        file.truncate(100_000_000)  # a sparse file: 100 MB without writing them
    for path in (huge, tmp_path):
        started = time.process_time()
        assert run(["show", str(path)]) == 2
        assert time.process_time() - started < 5
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_program_itself_exits_with_these_codes(tmp_path: Path) -> None:
    good = subprocess.run([*OUTFLANK, "show", "f5", "--json"], capture_output=True, text=True)
    assert good.returncode == 0
    bad = subprocess.run([*OUTFLANK, "show", "a1"], capture_output=True, text=True)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert len(bad.stderr.splitlines()) == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m outflank perft 9 | head -c 1"
    completed = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True
    )
    assert completed.stderr == ""
    assert completed.returncode == 0
