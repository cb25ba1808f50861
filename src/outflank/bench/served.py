"""Run a web server in its own process and data folder for benchmarks, and measure its memory."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from itsdangerous import TimestampSigner

from outflank.errors import OutflankError
from outflank.library.database import ENVIRONMENT, FILE_NAME
from outflank.library.library import Library
from outflank.web.cookies import cookie_name
from outflank.web.settings import Settings
from outflank.web.visitor_games import VisitorGames

SETTLE_SECONDS = 5.0
LOOK_SECONDS = 0.5

OPPONENT = "corner-greedy"
"""Spec of the visitors' opponent. It moves without a search, so that the time of a click is
measured and not the time of a search."""


@contextmanager
def running_server(
    folder: Path, library: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Context manager: start a server with its data in `folder`; stop it at the end.

    Yields the process and the address of its start page. `library` is the file of a library to use
    instead of the one in `folder`.
    """
    environment = os.environ | {
        "OUTFLANK_DATA_DIR": str(folder),
        ENVIRONMENT: str(library or folder / FILE_NAME),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        if found is None:
            raise OutflankError("the server did not start; try: outflank serve")
        yield process, found.group()
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def known_visitors(folder: Path, count: int) -> list[str]:
    """Create `count` visitors who play against `OPPONENT`; return the cookie of each.

    Call this before a server is started in `folder`.
    """
    secret = secrets.token_urlsafe(32)
    (folder / "cookie-secret").write_text(secret)
    store = VisitorGames(Library(folder / FILE_NAME))
    cookies = []
    for number in range(count):
        visitor = f"visitor {number}"
        store.set_settings(visitor, Settings(opponent=OPPONENT).saved())
        value = b64encode(json.dumps({"id": visitor}).encode())
        cookies.append(f"{cookie_name(secret)}={TimestampSigner(secret).sign(value).decode()}")
    store.close()
    return cookies


def megabytes_of(process: subprocess.Popen[str]) -> float:
    """Resident memory of the server in megabytes; NaN if the system does not report it."""
    return _megabytes(process.pid) or float("nan")


def own_megabytes_of(process: subprocess.Popen[str]) -> float:
    """Resident memory in megabytes without memory-mapped files; NaN if not reported.

    The operating system can drop mapped files when memory is short.
    """
    return _megabytes(process.pid, "RssAnon") or float("nan")


class Peak:
    """Context manager: peak memory of a server in megabytes, sampled every `LOOK_SECONDS`.

    `alone` is the server itself; `together` includes its child processes.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.alone = self.together = 0.0
        self._process = process
        self._is_over = threading.Event()
        self._looking = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._looking.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._looking.join()

    def _look(self) -> None:
        pid = self._process.pid
        while not self._is_over.wait(LOOK_SECONDS):
            alone = _megabytes(pid)
            self.alone = max(self.alone, alone)
            self.together = max(self.together, alone + sum(map(_megabytes, _children(pid))))


def _megabytes(pid: int, what: str = "VmRSS") -> float:
    try:
        found = re.search(rf"{what}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:  # the process has ended, or the system has no such files
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # the thread has ended
            found += map(int, path.read_text().split())
    return found


def settled_megabytes(process: subprocess.Popen[str]) -> float:
    """Wait until the server's memory stops growing; return it in megabytes.

    It grows at first because kernels load in the background.
    """
    megabytes = 0.0
    while megabytes_of(process) > megabytes + 1:
        megabytes = megabytes_of(process)
        time.sleep(SETTLE_SECONDS)
    return megabytes_of(process)
