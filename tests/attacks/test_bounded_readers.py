"""Promise: files that never end, never answer or are too large are refused at once."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.bounded import read_bounded
from outflank.errors import FormatError

ANSWER_SECONDS = 60
"""Far more than a refusal takes, for machines that are busy."""

MOST_MEMORY = 4 << 30
"""Of addresses: the libraries alone take one gigabyte."""

COMMANDS = [
    ("show", "{}"),
    ("convert", "{}", "-", "--to", "sgf"),
    ("evaluate", "{}"),
    ("db", "check", "{}"),
    ("tournament", "{}"),
    ("match", "random", "greedy", "--games", "2", "--openings", "{}"),
    ("best", "start", "--depth", "1", "--weights", "{}"),
    ("match", "engine:depth=1,weights={}", "random", "--games", "1"),
    ("match", "neat:file={}", "random", "--games", "1"),
]

STRANGE_FILES = ["/dev/zero", "/dev/random", "/dev/tty", "/proc/kmsg", "fifo", "large", "folder"]


RUN_ALL = """
import contextlib, io, json, sys
from outflank.cli.main import run

for arguments in json.loads(sys.argv[1]):
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
        code = run(arguments)
    print(json.dumps([arguments, code, errors.getvalue()]), flush=True)
"""
"""One process for all: each command alone would load the libraries again."""


def made(name: str, folder: Path) -> Path:
    """A strange file, made in `folder` unless it is a device."""
    path = folder / name  # which is `name` itself for a device
    if name == "fifo":
        os.mkfifo(path)
    elif name == "folder":
        path.mkdir()
    elif name == "large":
        path.touch()
        os.truncate(path, 1 << 33)  # takes no room on the disk
    elif not path.exists():
        pytest.skip(f"there is no {name} here")
    return path


@pytest.fixture
def strange_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return made(request.param, tmp_path)


def _bound_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


@pytest.mark.slow
@pytest.mark.parametrize("strange_file", STRANGE_FILES, indirect=True)
def test_every_command_refuses_strange_files(strange_file: Path, tmp_path: Path) -> None:
    commands = [[part.format(strange_file) for part in command] for command in COMMANDS]
    answer = subprocess.run(
        [sys.executable, "-c", RUN_ALL, json.dumps(commands)],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=ANSWER_SECONDS,
        preexec_fn=_bound_memory,
    )
    assert answer.returncode == 0, answer.stderr
    answers = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [arguments for arguments, _, _ in answers] == commands
    for arguments, code, errors in answers:
        assert code == 2, (arguments, errors)
        assert errors.startswith("outflank: "), (arguments, errors)
        assert errors.count("\n") == 1, (arguments, errors)


@pytest.mark.parametrize("strange_file", STRANGE_FILES, indirect=True)
def test_strange_files_are_refused_by_the_one_reader(strange_file: Path) -> None:
    with pytest.raises(FormatError):
        read_bounded(strange_file, 1 << 20)


def test_the_bound_holds_for_files_that_tell_no_size() -> None:
    maps = Path("/proc/self/maps")
    if not maps.exists():
        pytest.skip("there is no /proc here")
    assert maps.stat().st_size == 0
    assert read_bounded(maps, 1 << 24)
    with pytest.raises(FormatError, match="no end within"):
        read_bounded(maps, 100)


def test_a_file_as_large_as_the_bound_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_bounded(path, 100) == b"x" * 100
    with pytest.raises(FormatError, match="too many"):
        read_bounded(path, 99)


# Five megabytes of games

LARGE_BYTES = 5_000_000

LARGE_TEXTS = {
    "transcripts of one move": b"f5\n",
    "transcripts of three moves": b"f5d6c3\n",
    "SGF without moves": b"(;)",
    "SGF": b"(;GM[2];B[f5];W[d6];B[c3])",
    "GGF": b"(;GM[Othello]B[f5]W[d6]B[c3];)",
}

READ_AND_MEASURE = """
import resource, sys, time
from outflank.formats import read_bytes
line = sys.stdin.buffer.read()
data = line * (%d // len(line))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
started = time.process_time()
reading = read_bytes(data)
reading.games[len(reading.games) // 2]
seconds = time.process_time() - started
print(seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""

MOST_SECONDS = 7.0
"""Of processor time, a tenth of what it took when all games were read at once."""

MOST_MEGABYTES = 150.0


@pytest.mark.parametrize("line", LARGE_TEXTS.values(), ids=LARGE_TEXTS.keys())
def test_five_megabytes_of_games_are_read_within_bounds(line: bytes) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", READ_AND_MEASURE % LARGE_BYTES],
        input=line,
        capture_output=True,
        timeout=ANSWER_SECONDS,
        check=True,
    )
    seconds, megabytes = map(float, answer.stdout.split())
    assert seconds < MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
