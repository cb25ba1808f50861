"""`outflank book` as a user runs it, and the book in other verbs."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from outflank.cli.durations import seconds_of
from outflank.cli.main import run
from outflank.engine.book.file import load, save
from outflank.errors import OutflankError
from tests.engine.book.books import contents, random_book
from tests.engine.book.test_edax import edax_book, three_positions


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "a.book"
    save(random_book(20, 8), path)
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert run([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    return json.loads(said(capsys, *arguments, "--json"))


def test_build_and_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.book"
    options = ("--workers", 1, "--time", "30s")
    built = answer(capsys, "book", "build", path, "--depth", 4, "--positions", 3, *options)
    assert (built["positions"], built["added"]) == (3, 3)
    assert "2 of them new" in said(capsys, "book", "build", path, "--positions", 5, *options)
    assert load(path).card["settings"]["depth"] == 4, "settings are those of before"


def test_show_and_stats(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = answer(capsys, "book", "show", "start", "--book", book)
    assert shown["book"]["moves"][0]["same_moves"] == ["f5", "e6", "d3", "c4"]
    assert "f5" in said(capsys, "book", "show", "start", "--book", book)
    assert "not in the book" in said(capsys, "book", "show", "f5d6c3d3c4f4f6f3e6", "--book", book)
    figures = answer(capsys, "book", "stats", book)
    assert figures["positions"] == len(load(book))
    assert f"{figures['positions']:,} positions" in said(capsys, "book", "stats", book)
    assert answer(capsys, "book", "stats")["positions"] > 100, "the shipped one"


def test_export_import_merge_and_prune(
    book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = contents(load(book).graph())
    for name in ("a.txt", "a.json"):
        said(capsys, "book", "export", book, "--to", tmp_path / name)
        back = tmp_path / f"{name}.book"
        said(capsys, "book", "import", tmp_path / name, "--to", back)
        assert contents(load(back).graph()) == whole
    other = tmp_path / "other.book"
    save(random_book(10, 8, seed=9), other)
    said(capsys, "book", "merge", book, other, "--to", tmp_path / "both.book")
    assert len(load(tmp_path / "both.book")) > max(len(whole), len(load(other)))
    said(capsys, "book", "prune", book, "--plies", 4, "--to", tmp_path / "small.book")
    assert 0 < len(load(tmp_path / "small.book")) < len(whole)


def test_an_edax_book_is_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "book.dat").write_bytes(edax_book(three_positions()))
    target = tmp_path / "edax.book"
    assert "3 positions" in said(capsys, "book", "import", tmp_path / "book.dat", "--to", target)
    shown = answer(capsys, "book", "show", "f5", "--book", target)
    assert [move["move"] for move in shown["book"]["moves"]] == ["d6", "f6"]


def test_check(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 problems" in said(capsys, "book", "check", book)
    found = answer(
        capsys, "book", "check", book, "--deeper", "--count", 3, "--depth", 4, "--workers", 1
    )
    assert found["positions"] == 3
    assert found["mean_absolute_error"] >= abs(found["mean_error"])


def test_the_shipped_book_is_consistent(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "book", "check")["problems"] == []


def test_damage_is_one_line_and_exit_code_2(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book.write_bytes(book.read_bytes()[:-3])
    for arguments in (
        ["book", "stats", str(book)],
        ["book", "check", str(book)],
        ["book", "build", str(book)],
        ["best", "start", "--book", str(book)],
        ["book", "import", str(book), "--to", str(book)],
    ):
        assert run(arguments) == 2
        error = capsys.readouterr().err
        assert "damaged" in error
        assert error.count("\n") == 1


def test_best_answers_from_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "best", "f5", "--book", "on", "--lines", 2)
    assert found["book"] is True
    assert found["nodes"] == 0
    assert len(found["lines"]) == 2
    assert "book, " in said(capsys, "best", "f5", "--book", "on")
    with_player = answer(capsys, "best", "f5", "--player", "pvs:book=on", "--depth", 2)
    assert with_player["book"] is True
    assert with_player["best"] == found["best"]
    searched = answer(capsys, "best", "f5", "--depth", 2)
    assert searched["book"] is False
    assert run(["best", "f5", "--player", "pvs", "--book", "on"]) == 2


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("30m", 1800), ("1h30m", 5400), ("0.5h", 1800)]
)
def test_times(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "1d", "h", "-5", "1.2.3s"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(OutflankError, match="not a duration"):
        seconds_of(text)


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    command = [sys.executable, "-m", "outflank", "book", "build", str(path), "--depth", "6"]
    process = subprocess.Popen([*command, "--workers", "1"], stdout=subprocess.PIPE, text=True)
    journal = path.with_name(path.name + ".journal")
    deadline = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "positions" in out
    assert len(load(path)) > 0
    assert not journal.exists()
