"""The server's own files in the data folder: the cookie secret and the lock file."""

from __future__ import annotations

import errno
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from outflank.bounded import read_bounded
from outflank.errors import FormatError, OutflankError, reason_of
from outflank.files import replacing
from outflank.jobs.doctor import MOST_SECRET_BYTES, SECRET_FILE
from outflank.jobs.user_data import data_folder

SHORTEST_SECRET = 16
"""A shorter secret (in characters) was written incompletely and is replaced."""

LOCKED_BYTE = 1 << 30
"""Offset of the locked byte in the lock file.

It lies beyond the text of the file, because Windows lets no other process read a locked part.
"""


def cookie_secret() -> str:
    """The key that signs visitors' cookies, created on first use.

    It is stored in the data folder, so that visitors are recognised after a restart.
    """
    file = data_folder() / SECRET_FILE
    try:
        written = read_bounded(file, MOST_SECRET_BYTES) if file.exists() else b""
    except FormatError as error:
        raise OutflankError(f"{error}; set OUTFLANK_DATA_DIR to another folder") from error
    secret = written.decode("ascii", "ignore").strip()
    if len(secret) >= SHORTEST_SECRET:
        return secret
    secret = secrets.token_urlsafe(32)
    with replacing(file) as new:
        if sys.platform != "win32":
            os.fchmod(new.fileno(), 0o600)
        new.write(secret.encode())
    return secret


@contextmanager
def only_server_of(folder: Path) -> Iterator[Callable[[str], None]]:
    """Lock a data folder for this server; raise `OutflankError` if another server has the lock.

    Two servers would each keep games in memory and overwrite each other's moves. Yields a function
    that writes this server's address to the lock file, for the error message of another server.
    """
    file = folder / "serving"
    try:
        lock = open(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+")  # noqa: SIM115, PTH123
    except OSError as error:
        raise OutflankError(
            f"{file} cannot be written: {reason_of(error)}; set OUTFLANK_DATA_DIR to another folder"
        ) from error
    with lock:
        if not _lock(lock):
            address = lock.read(200).strip() or "another address"
            raise OutflankError(
                f"Outflank is served at {address} already, with the games in {folder}; open that,"
                " or set OUTFLANK_DATA_DIR to another folder"
            )

        def note(address: str) -> None:
            # On a full disk the address is missing; that is no reason to stop.
            with suppress(OSError):
                os.ftruncate(lock.fileno(), 0)
                os.write(lock.fileno(), f"{address}\n".encode())

        yield note


def _lock(file: IO[str]) -> bool:
    """Lock a file until it is closed; return False if another process holds the lock."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            # Not `flock`: child processes would keep the lock after our end.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOCKED_BYTE)
    except OSError as error:
        # Some network folders support no locks; treat those as unlocked.
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    finally:
        file.seek(0)
    return True
