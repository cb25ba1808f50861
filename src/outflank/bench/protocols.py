"""Response times of the GTP, NBoard and Botzone protocols, measured by the calling program."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import IO

from outflank.bench.timing import Measurement

ROUNDS = 50
MOVE_SECONDS = 0.2
PLAYERS = ("engine", "pvs")
BOOK_PLAYER = "engine:book=on"
REQUEST = b'{"requests":[{"x":-1,"y":-1}],"responses":[]}\n'


def measure() -> list[Measurement]:
    """Measure the slowest response of GTP and NBoard, and start-up times of a Botzone bot.

    This is done for each of `PLAYERS`. The bot is also measured with an opening book that has the
    position.
    """
    figures = [figure for player in PLAYERS for figure in _measure_player(player)]
    return figures + _in_milliseconds(BOOK_PLAYER, _bot_figures(BOOK_PLAYER))


def _measure_player(player: str) -> list[Measurement]:
    gtp = _answers(
        ["gtp", "--player", player],
        [f"time_settings 0 {MOVE_SECONDS} 1", "clear_board"],
        "reg_genmove black",
        lambda line: line.startswith("= ") and len(line.split()) == 2,
    )
    nboard = _answers(
        ["nboard", "--player", f"{player}:time={MOVE_SECONDS}"],
        ["nboard 2"],
        "go",
        lambda line: line.startswith("==="),
    )
    figures = {
        f"GTP genmove at {MOVE_SECONDS} s, longest of {ROUNDS}": max(gtp),
        f"NBoard go at {MOVE_SECONDS} s, longest of {ROUNDS}": max(nboard),
    }
    return _in_milliseconds(player, figures | _bot_figures(player))


def _bot_figures(player: str) -> dict[str, float]:
    bot = _bots(["--player", player])
    return {
        "Botzone from start to answer, median": sorted(bot)[ROUNDS // 2],
        f"Botzone from start to answer, longest of {ROUNDS}": max(bot),
    }


def _in_milliseconds(player: str, figures: dict[str, float]) -> list[Measurement]:
    return [
        Measurement(f"{player}: {what}", 1000 * seconds, "ms") for what, seconds in figures.items()
    ]


def _answers(
    arguments: list[str], opening: list[str], question: str, is_answer: Callable[[str], bool]
) -> list[float]:
    """Start `outflank` with `arguments`; return the seconds from each command to its response.

    The lines of `opening` are sent once, then the command `question` is sent `ROUNDS` times.
    `is_answer` tells whether a line of output is the response to it.
    """
    process = _start(arguments)
    talk, listen = _pipes(process)
    seconds = []
    for line in (*opening, question):
        talk.write(f"{line}\n".encode())
    talk.flush()
    _wait_for(listen, is_answer)  # the first one may still warm up
    for _ in range(ROUNDS):
        started = time.perf_counter()
        talk.write(f"{question}\n".encode())
        talk.flush()
        _wait_for(listen, is_answer)
        seconds.append(time.perf_counter() - started)
    process.communicate()
    return seconds


def _bots(arguments: list[str]) -> list[float]:
    """Start a Botzone bot `ROUNDS` times.

    Return the seconds from each start to the bot's first move.
    """
    seconds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        process = _start(["botzone", *arguments])
        talk, listen = _pipes(process)
        talk.write(REQUEST)
        talk.flush()
        _wait_for(listen, lambda line: line.startswith("{"))
        seconds.append(time.perf_counter() - started)
        process.communicate()
    return seconds


def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "outflank", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _wait_for(listen: IO[bytes], is_answer: Callable[[str], bool]) -> None:
    while not is_answer(line := listen.readline().decode().strip()):
        if not line and listen.peek() == b"":  # type: ignore[attr-defined]
            raise EOFError("the process has ended without an answer")
