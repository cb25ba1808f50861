"""Promise: an error of the user's is one line on standard error and exit code 2, no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outflank.arena.plan import plan_of
from outflank.arena.tournament import JOURNAL_FILE, play_tournament, read_tournament
from outflank.errors import OutflankError
from outflank.formats import read
from tests.attacks.running import COMMAND_SECONDS, OUTFLANK, assert_one_line, outflank

LONG_NAME = "n" * 300

# Bad values


@pytest.mark.parametrize(
    "arguments",
    [
        ("openings", "make", ""),
        ("openings", "make", "."),
        ("convert", "f5", f"{LONG_NAME}.sgf"),
        ("show", f"{LONG_NAME}.sgf"),
        ("tournament", f"{LONG_NAME}.toml"),
        ("tournament", "plan.toml", "--out", LONG_NAME),
        ("match", "random", "random", "--games", "1", "--out", LONG_NAME),
        ("match", "random", "random", "--games", str(10**24)),
        ("db", "check", LONG_NAME),
        ("evaluate", LONG_NAME + "/x.obf"),
    ],
    ids=lambda arguments: " ".join(arguments)[:30],
)
def test_bad_values(arguments: tuple[str, ...], tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('pairs = 1\n[players]\none = "random"\ntwo = "greedy"\n')
    assert_one_line(outflank(*arguments, folder=tmp_path))


def test_a_loop_of_links_as_target(tmp_path: Path) -> None:
    loop = tmp_path / "loop.sgf"
    loop.symlink_to(loop)
    answer = outflank("convert", "f5d6", loop)
    assert "Traceback" not in answer.stderr
    if answer.returncode == 0:
        assert len(read(loop).game.moves()) == 2
    else:
        assert_one_line(answer)


# Output that cannot be written or read

FULL_DEVICE = Path("/dev/full")


@pytest.mark.skipif(not FULL_DEVICE.exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "--version",
        "players",
        "players --json",
        "show f5",
        "show f5 --svg",
        "show f5 --json",
        "convert f5d6c3 - --to ggf",
        "match random random --games 2 --workers 1 --json",
        "bench --help",
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_device_as_output(command: str, unbuffered: str) -> None:
    with FULL_DEVICE.open("w") as full:
        answer = subprocess.run(
            [*OUTFLANK, *command.split()],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=COMMAND_SECONDS,
        )
    assert_one_line(answer)
    assert "No space left on device" in answer.stderr


@pytest.mark.parametrize("command", ["--help", "players", "show f5", "players --json"])
def test_a_reader_that_leaves_is_no_error(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    answer = subprocess.run(
        [*OUTFLANK, *command.split()],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=COMMAND_SECONDS,
    )
    os.close(writing)
    assert (answer.stderr, answer.returncode) == ("", 0)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_into_a_slow_pipe_is_whole(unbuffered: str, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e6\n" * 3000)
    expected = outflank("convert", games, tmp_path / "games.ggf")
    assert expected.returncode == 0, expected.stderr
    process = subprocess.Popen(
        [*OUTFLANK, "convert", games, "-", "--to", "ggf"],
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    output, _ = process.communicate(timeout=COMMAND_SECONDS)
    assert process.returncode == 0
    assert output == (tmp_path / "games.ggf").read_bytes()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
@pytest.mark.parametrize("command", ["show f5", "players", "--help", "show f5 --json"])
def test_an_encoding_without_discs(encoding: str, command: str) -> None:
    answer = subprocess.run(
        [*OUTFLANK, *command.split()],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=COMMAND_SECONDS,
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stderr == b""
    if command == "show f5":
        assert b"X X X" in answer.stdout
        assert b"O X" in answer.stdout


def test_a_terminal_of_no_columns_loses_no_output() -> None:
    assert outflank("show", "f5", COLUMNS="0").stdout == outflank("show", "f5", COLUMNS="80").stdout


# Interrupts


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_an_interrupt_while_modules_load() -> None:
    with subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "outflank", "players"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "typer" in line:  # the command's own modules come after it
                process.send_signal(signal.SIGINT)
                break
        rest = process.stderr.read()
    assert process.returncode == 130, rest
    assert "Traceback" not in rest
    assert "outflank: interrupted" in rest


# A journal edited by hand

PLAN = {"players": {"one": "random", "two": "greedy"}, "pairs": 2}

Entry = dict[str, Any]


def _with(**changes: Any) -> Callable[[Entry], Any]:
    return lambda entry: {**entry, **changes}


def _without(key: str) -> Callable[[Entry], Any]:
    return lambda entry: {name: value for name, value in entry.items() if name != key}


EDITS: dict[str, Callable[[Entry], Any]] = {
    "a list": lambda entry: [entry],
    "a number": lambda entry: 7,
    "null": lambda entry: None,
    "no moves": _without("moves"),
    "no number": _without("number"),
    "number out of range": _with(number=99),
    "negative number": _with(number=-1),
    "number as text": _with(number="1"),
    "number as a list": _with(number=[1]),
    "number twice": _with(number=2),
    "unknown player": _with(first=5),
    "negative player": _with(first=-1),
    "bad square": _with(moves="z9"),
    "moves as a number": _with(moves=5),
    "fewer seconds": _with(seconds=[0.1]),
    "seconds as text": lambda entry: {**entry, "seconds": ["a"] * len(entry["seconds"])},
    "endless seconds": lambda entry: {**entry, "seconds": [1e999] * len(entry["seconds"])},
    "score as text": _with(score="4"),
    "score out of range": _with(score=10**30),
    "unknown reason": _with(reason="magic"),
    "detail as a number": _with(detail=3),
    "no figures": _with(black={}),
    "figures as text": _with(black="fast"),
    "figures below zero": lambda entry: {**entry, "black": {**entry["black"], "turns": -1}},
}


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of the journal of a small tournament."""
    folder = tmp_path_factory.mktemp("tournament")
    play_tournament(plan_of(PLAN), folder, workers=1)
    return (folder / JOURNAL_FILE).read_text().splitlines(keepends=True)


def assert_journal_refused(lines: list[str], folder: Path) -> None:
    path = folder / JOURNAL_FILE
    path.write_text("".join(lines))
    with pytest.raises(OutflankError, match=r"journal\.jsonl"):
        read_tournament(folder)
    with pytest.raises(OutflankError, match=r"journal\.jsonl"):
        play_tournament(plan_of(PLAN), folder, workers=1)
    assert path.read_text() == "".join(lines)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_an_edited_entry(edit: Callable[[Entry], Any], journal: list[str], tmp_path: Path) -> None:
    lines = list(journal)
    entry = json.loads(lines[1])
    if entry["number"] == 2:
        lines[1], lines[2] = lines[2], lines[1]
        entry = json.loads(lines[1])
    lines[1] = json.dumps(edit(entry)) + "\n"
    assert_journal_refused(lines, tmp_path)


@pytest.mark.parametrize(
    "heading",
    ["", "{}", "[]", "7", '{"plan": 5}', '{"plan": {}}', '{"plan": {"name": [1]}}', "[" * 5000],
    ids=lambda heading: heading[:20],
)
def test_an_edited_heading(heading: str, journal: list[str], tmp_path: Path) -> None:
    assert_journal_refused([f"{heading}\n", *journal[1:]], tmp_path)


def test_an_edited_journal_on_the_command_line(journal: list[str], tmp_path: Path) -> None:
    plan = tmp_path / "cup.toml"
    plan.write_text('pairs = 2\n[players]\none = "random"\ntwo = "greedy"\n')
    folder = tmp_path / "cup"
    folder.mkdir()
    (folder / JOURNAL_FILE).write_text("".join([*journal[:2], '{"number": 1}\n']))
    assert_one_line(outflank("tournament", plan, folder=tmp_path, OUTFLANK_DATA_DIR=str(tmp_path)))
