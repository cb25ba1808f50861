"""The library's file: one SQLite database in WAL mode that several processes may use at once.

Readers never wait. Every change is one short transaction, atomic even if the process is killed. If
another process is writing, a writer waits up to `WAIT_SECONDS`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError
from outflank.jobs.user_data import data_folder
from outflank.library.schema import STEPS

FILE_NAME = "library.sqlite"
ENVIRONMENT = "OUTFLANK_LIBRARY"

WAIT_SECONDS = 60.0
"""How many seconds a writer waits for other writers before it fails.

Transactions of an import take well under a second.
"""


def library_path() -> Path:
    """The path of the user's library.

    It is the value of the environment variable ``OUTFLANK_LIBRARY``, else a file in the data
    folder.
    """
    chosen = os.environ.get(ENVIRONMENT)
    return Path(chosen) if chosen else data_folder() / FILE_NAME


class StorageError(OutflankError):
    """The library's file cannot be read or written; `reason` is the message without the path."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.reason = reason


class Database:
    """A connection to the library at `path`, which is created if missing.

    `steps` are the migration steps of the schema: an older database is migrated, a newer one is
    refused. A writer waits up to `wait_seconds` for the lock. Use a connection only in the thread
    that made it.
    """

    def __init__(
        self, path: Path, steps: Sequence[str] = STEPS, *, wait_seconds: float = WAIT_SECONDS
    ) -> None:
        self.path = path
        self.writes = 0
        with self._errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, timeout=wait_seconds, isolation_level=None)
            try:
                self._set_up(steps)
            except BaseException:
                self.connection.close()
                raise

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _set_up(self, steps: Sequence[str]) -> None:
        # A killed process loses nothing; only a power cut may lose the last transactions.
        for setting in ("journal_mode = wal", "synchronous = normal", "foreign_keys = on"):
            self.connection.execute(f"pragma {setting}")
        self.connection.execute("pragma cache_size = -16000")
        if self.version() < len(steps):
            with self.transaction() as connection:
                # Another process may have run some of the steps while this one waited.
                for number in range(self.version(), len(steps)):
                    _run_all(connection, steps[number])
                connection.execute(f"pragma user_version = {len(steps)}")
        if self.version() > len(steps):
            raise OutflankError(
                f"{self.path} was made by a newer Outflank (schema {self.version()}, this one "
                f"knows {len(steps)}); update Outflank or choose another library"
            )

    def version(self) -> int:
        """The schema version of the file: the number of migration steps that it has had."""
        return int(self.connection.execute("pragma user_version").fetchone()[0])

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block as one transaction: commit at its end, or roll back after an error."""
        with self._errors():
            self.connection.execute("begin immediate")
            self.writes += 1
            try:
                yield self.connection
                self.connection.execute("commit")
            except BaseException:
                # A full disk makes SQLite roll back by itself.
                if self.connection.in_transaction:
                    self.connection.execute("rollback")
                raise

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a query with these values for its placeholders; return all rows."""
        with self._errors():
            return self.connection.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """Run a query with these values for its placeholders; return the first row, or None."""
        with self._errors():
            found: tuple[Any, ...] | None = self.connection.execute(query, values).fetchone()
            return found

    def state(self) -> tuple[int, int]:
        """A value that changes with every write to the database, by this or another connection.

        Used to notice that cached data is out of date.
        """
        return self.writes, int(self.connection.execute("pragma data_version").fetchone()[0])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Convert errors of SQLite and the system into an `OutflankError` that names the remedy."""
        try:
            yield
        except OSError as error:
            raise OutflankError(
                f"{self.path} cannot be used as a library: {error.strerror or error}; "
                f"set {ENVIRONMENT} to a file that can be written"
            ) from error
        except sqlite3.Error as error:
            raise StorageError(self.path, _explained(error)) from error


def _explained(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    remedies = {
        sqlite3.SQLITE_BUSY: "another program keeps writing to the library; try again later",
        sqlite3.SQLITE_FULL: "the disk is full; make room and try again: nothing is lost",
        sqlite3.SQLITE_NOTADB: "this file is not a library; choose another",
        sqlite3.SQLITE_CORRUPT: "the file is damaged; restore it from a copy",
        sqlite3.SQLITE_READONLY: "the library cannot be written; check the file's permissions",
        sqlite3.SQLITE_CANTOPEN: "the library cannot be opened; check the folder's permissions",
        sqlite3.SQLITE_IOERR: "the disk cannot be read or written, it may be full; nothing is lost",
    }
    return remedies.get(code, str(error))


def _run_all(connection: sqlite3.Connection, script: str) -> None:
    """Run all SQL statements of `script` within the current transaction.

    `executescript` cannot be used, because it would commit the transaction first.
    """
    statement = ""
    for line in script.splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
