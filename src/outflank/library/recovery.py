"""Open a library even if its file is damaged: copy all readable games to a new file.

The damaged file is renamed, never deleted.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from outflank.errors import OutflankError
from outflank.formats.wording import counted
from outflank.library.changing import refresh_text
from outflank.library.database import WAIT_SECONDS, Database
from outflank.library.incoming import IncomingGame
from outflank.library.indexing import index_games
from outflank.library.library import Library
from outflank.library.texts import Kind, add_texts

Row: TypeAlias = dict[str, Any]

BESIDE = ("", "-wal", "-shm")
"""Suffixes of the files that SQLite keeps for one database: main file, log and its index."""

MOST_PROBED = 100_000
"""Maximum number of row numbers that are tried one by one between two readable rows."""

MOST_PADDING = 100
"""A truncated file is repaired only if at least 1/`MOST_PADDING` of its length is left."""

BATCH_GAMES = 4096

LOST_OWNER = "?"
"""Owner given to games whose folder could not be read, so that no visitor sees them."""

OTHER_TABLES = ("labels", "game_labels", "reviews", "losses", "position_scores", "settings")
"""Tables that are copied row by row after the games; the tables not copied can be rebuilt."""


WITHOUT_NUMBERS = ("game_labels", "losses", "settings")
"""Those tables that have no row numbers in SQLite."""


def open_recovered(
    path: Path, tell: Callable[[str], None], *, wait_seconds: float = WAIT_SECONDS
) -> Library:
    """Open the library at `path`; replace a damaged one by a new one with all readable games.

    After a recovery `tell` is called with one line of text that reports it. A writer waits up to
    `wait_seconds` for the lock.
    """
    if is_damaged(path):
        aside = move_aside(path, "damaged")
        with closing(Database(path)) as database, copy_to_read(aside) as damaged:
            games = _copy_all(damaged, database)
        tell(
            f"{path} was damaged: {counted(games, 'game')} could be read and saved again;"
            f" the damaged file is kept as {aside.name}."
        )
    return Library(path, wait_seconds=wait_seconds)


# Copying readable rows


def _copy_all(damaged: sqlite3.Connection, database: Database) -> int:
    """Copy all readable games, and the rows that belong to them; return the number of games."""
    with database.transaction() as connection:
        for table, kind in (("players", Kind.PLAYER), ("events", Kind.EVENT)):
            copied = [row for row in readable_rows(damaged, table) if _copy(connection, table, row)]
            add_texts(connection, kind, [(row["id"], row["name"]) for row in copied])
        for row in readable_rows(damaged, "folders"):
            _copy(connection, "folders", row)
        games, count = readable_rows(damaged, "games"), 0
        while batch := list(islice(games, BATCH_GAMES)):
            count += _copy_games(connection, batch)
        for table in OTHER_TABLES:
            for row in readable_rows(damaged, table):
                _copy(connection, table, row)
        for (game_id,) in connection.execute(
            "select id from games where record is not null or notes != '' "
            "or id in (select game from game_labels)"
        ).fetchall():
            with suppress(OutflankError):
                refresh_text(connection, game_id)
    return count


def _copy(connection: sqlite3.Connection, table: str, row: Row) -> bool:
    """Insert a row into `table`; return False if the database refuses it."""
    places = ", ".join(f":{name}" for name in row)
    try:
        cursor = connection.execute(
            f"insert or ignore into {table} ({', '.join(row)}) values ({places})", row
        )
    except sqlite3.Error:
        return False
    return cursor.rowcount == 1


def _copy_games(connection: sqlite3.Connection, rows: Iterable[Row]) -> int:
    """Copy those games whose moves are legal; return their number.

    They are added to the position index when the library is opened.
    """
    sound = [row for row in rows if _is_sound(row)]
    try:
        lengths = index_games(
            [IncomingGame(start=row["start"], moves=row["moves"]) for row in sound]
        ).lengths.tolist()
    except OutflankError:  # a bad start position: retry one by one
        return sum(_copy_games(connection, [row]) for row in sound) if len(sound) > 1 else 0
    count = 0
    for row, length in zip(sound, lengths, strict=True):
        if length == len(row["moves"]) + 1:
            _complete(connection, row)
            count += _copy(connection, "games", row | _readable_texts(row) | {"slot": None})
    return count


def _is_sound(row: Row) -> bool:
    is_start = row.get("start") is None or isinstance(row["start"], str)
    return isinstance(row.get("moves"), bytes) and len(row["moves"]) <= 64 and is_start


def _readable_texts(row: Row) -> Row:
    """The values of `record` and `session`; None for both if a part of them is unreadable.

    The moves have their own column, so the game survives without these texts.
    """
    texts = {name: row[name] for name in ("record", "session")}
    is_whole = all("\0" not in (text or "") for text in texts.values())
    return texts if is_whole else dict.fromkeys(texts)


def _complete(connection: sqlite3.Connection, row: Row) -> None:
    """Create rows for the players, event and folder that the game refers to, where missing."""
    for column, table in (("black", "players"), ("white", "players"), ("event", "events")):
        connection.execute(
            f"insert or ignore into {table} (id, name) values (?, ?)",
            (row[column], f"? {row[column]}"),
        )
    connection.execute(
        "insert or ignore into folders values (?, ?, ?)",
        (row["folder"], LOST_OWNER, str(row["folder"])),
    )


# Reading a damaged file


def is_damaged(path: Path) -> bool:
    """Whether the file at `path` exists but is not a completely readable database."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(path)) as connection:
            return bool(connection.execute("pragma quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.OperationalError:
        return False  # locked or not permitted: `Library` reports it
    except sqlite3.DatabaseError:
        return True


def move_aside(path: Path, word: str) -> Path:
    """Rename a database to a name that contains `word` and the time; return its new path."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}-{word}-{stamp}{path.suffix}")
    try:
        for ending in BESIDE:
            part = path.with_name(path.name + ending)
            if part.exists():
                part.rename(aside.with_name(aside.name + ending))
    except OSError as error:
        raise OutflankError(
            f"{path} is {word} and cannot be renamed: {error.strerror}; move it, or set"
            " OUTFLANK_DATA_DIR to another folder"
        ) from error
    return aside


@contextmanager
def copy_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a copy of a damaged file, so that the original is not changed."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        copy = Path(folder) / path.name
        for ending in BESIDE:
            part = path.with_name(path.name + ending)
            if part.exists():
                shutil.copyfile(part, copy.with_name(copy.name + ending))
        _pad(copy)
        with closing(sqlite3.connect(copy)) as connection:
            connection.row_factory = sqlite3.Row
            yield connection


def _pad(file: Path) -> None:
    """Extend a truncated file to its original length, because SQLite refuses a shorter one."""
    with file.open("r+b") as opened:
        head = opened.read(32)
        page_bytes = int.from_bytes(head[16:18], "big")
        size = int.from_bytes(head[28:32], "big") * (65536 if page_bytes == 1 else page_bytes)
        actual = file.stat().st_size
        if head.startswith(b"SQLite format 3\0") and actual < size <= MOST_PADDING * actual:
            opened.truncate(size)


def readable_rows(connection: sqlite3.Connection, table: str) -> Iterator[Row]:
    """Yield all rows of a table in a damaged database that can still be read.

    It reads forwards up to the damage, then backwards from the end, then tries the rows between one
    by one. Tables without row numbers, which are small, are only read forwards.
    """
    if table in WITHOUT_NUMBERS:
        for row in _until_damage(connection, f"select * from {table}"):
            yield _values(row)
        return
    last, first = 0, MOST_PROBED
    for row in _until_damage(connection, f"select rowid as _row, * from {table} order by 1"):
        last = row["_row"]
        yield _values(row)
    for row in _until_damage(
        connection, f"select rowid as _row, * from {table} where rowid > {last} order by 1 desc"
    ):
        first = row["_row"]
        yield _values(row)
    with suppress(sqlite3.Error):
        highest = connection.execute(f"select max(rowid) from {table}").fetchone()[0] or 0
        first = min(first, highest + 1)
    for number in range(last + 1, min(first, last + MOST_PROBED)):
        one = f"select rowid as _row, * from {table} where rowid = {number}"
        yield from map(_values, _until_damage(connection, one))


def _until_damage(connection: sqlite3.Connection, query: str) -> Iterator[sqlite3.Row]:
    with suppress(sqlite3.Error):
        yield from connection.execute(query)


def _values(row: sqlite3.Row) -> Row:
    return {name: row[name] for name in row.keys() if name != "_row"}  # noqa: SIM118
