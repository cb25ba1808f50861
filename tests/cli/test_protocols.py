"""The verbs for other programs, where they do not converse: mistakes, interrupts, lost pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from outflank.cli.main import run
from tests.protocols.ponderer import PONDERER
from tests.protocols.talking import OUTFLANK

VERBS = pytest.mark.parametrize("verb", ["gtp", "nboard"])


@VERBS
@pytest.mark.parametrize(
    ("player", "part"),
    [
        ("gredy", "did you mean greedy?"),
        ("human", "human is interactive and cannot play here"),
        ("gtp:./nothing", "no such program: ./nothing"),
        ("greedy:depth=3", "greedy has no option 'depth'"),
    ],
)
def test_mistakes_are_one_line(
    verb: str, player: str, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([verb, "--player", player]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert part in captured.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are a matter of Unix")
@VERBS
@pytest.mark.parametrize("is_thinking", [False, True], ids=["waiting", "thinking"])
def test_an_interrupt_ends_it_at_once(verb: str, is_thinking: bool) -> None:
    # A process started in the background ignores it until told otherwise.
    script = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from outflank.cli.main import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, verb, "--player", PONDERER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"name\n" if verb == "gtp" else b"nboard 2\n")
    if is_thinking:
        process.stdin.write(b"genmove black\n" if verb == "gtp" else b"go\n")
    process.stdin.flush()
    process.stdout.readline()
    time.sleep(0.3)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.wait(120) == 130
    assert time.monotonic() - started < 50
    _, complaints = process.communicate()
    assert b"Traceback" not in complaints


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are a matter of Unix")
@VERBS
def test_a_program_that_no_longer_listens_ends_it(verb: str) -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [*OUTFLANK, verb, "--player", PONDERER],
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    os.close(reading)
    assert process.stdin is not None
    process.stdin.write(b"name\n" if verb == "gtp" else b"go\n")
    process.stdin.flush()
    assert process.wait(120) == 0
    _, complaints = process.communicate()
    assert complaints == b""
