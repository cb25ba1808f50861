"""What the server keeps in the data folder beside the games: its secret, and who serves it."""

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
"""A shorter secret was not written whole, and is drawn again."""

LOCKED_BYTE = 1 << 30
"""Beyond the text of the lock file, so that others can read it on Windows too."""


def cookie_secret() -> str:
    """What cookies are signed with: drawn once, so that visitors are known after a restart."""
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
    """Be the only server of a data folder; what is yielded notes the address for others to read.

    Two servers would each keep games in memory and overwrite the other's moves.
    """
    file = folder / "serving"
    try:
        lock = open(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+")  # noqa: SIM115, PTH123
    except OSError as error:
        raise OutflankError(
            f"{file} cannot be written: {reason_of(error)}; set OUTFLANK_DATA_DIR to a folder"
        ) from error
    with lock:
        if not _lock(lock):
            address = lock.read(200).strip() or "another address"
            raise OutflankError(
                f"Outflank is served at {address} already, with the games in {folder}; open that,"
                " or set OUTFLANK_DATA_DIR to another folder"
            )

        def note(address: str) -> None:
            # On a full disk others are told less, and what cannot be saved says so itself.
            with suppress(OSError):
                os.ftruncate(lock.fileno(), 0)
                os.write(lock.fileno(), f"{address}\n".encode())

        yield note


def _lock(file: IO[str]) -> bool:
    """Lock a file until it is closed; False where another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            # Not `flock`: a process that this one starts would keep it beyond our end.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOCKED_BYTE)
    except OSError as error:
        # Some network folders have no locks at all; there the user must take care.
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    finally:
        file.seek(0)
    return True
