"""A web server for benchmarks: a process with its own data folder, and its memory."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from itsdangerous import TimestampSigner

from outflank.errors import OutflankError
from outflank.library.database import ENVIRONMENT, FILE_NAME
from outflank.library.library import Library
from outflank.web.cookies import cookie_name
from outflank.web.settings import Settings
from outflank.web.visitor_games import VisitorGames

SETTLE_SECONDS = 5.0

OPPONENT = "corner-greedy"
"""It does not search, so that the path of a click is measured and not a search."""


@contextmanager
def running_server(
    folder: Path, library: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process with its data in `folder`, and its address; ended afterwards.

    `library` overrides the library in that folder.
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
    """Cookies of visitors who play against `OPPONENT`; call it before starting the server."""
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
    """The memory of the server, if the system reports it."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return float("nan")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text())
    return int(found[1]) / 1024 if found else float("nan")


def settled_megabytes(process: subprocess.Popen[str]) -> float:
    """The memory of the server once it stops growing: kernels load in the background."""
    megabytes = 0.0
    while megabytes_of(process) > megabytes + 1:
        megabytes = megabytes_of(process)
        time.sleep(SETTLE_SECONDS)
    return megabytes_of(process)
