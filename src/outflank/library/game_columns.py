"""The fields of every game that the explorer needs, as arrays instead of table rows.

A position may occur in all games of a library. Reading a table row for each takes a tenth of a
second; reading arrays with 16 bytes a game takes a few milliseconds. The index into the arrays is
the game's slot, its number in the position index.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

import numpy as np

CHUNK_GAMES = 4096

NO_SCORE = 127
"""The value of the column `score` for a game without a result."""

COLUMNS = np.dtype(
    [
        ("black", "<u4"),
        ("white", "<u4"),
        ("folder", "<u4"),
        ("year", "<i2"),
        ("score", "i1"),
        ("is_shown", "u1"),
    ]
)
"""The fields of one game. `black`, `white` and `folder` are row ids; `score` is in discs for Black.

`is_shown` is 0 for slots without a game and for games in the trash.
"""

Columns = np.ndarray[Any, np.dtype[Any]]


def read_columns(connection: sqlite3.Connection) -> Columns:
    """Read the fields of all games; the index is the game's number (slot) in the position index."""
    # Slots are consecutive, so no chunk before the last is missing.
    chunks = connection.execute("select data from game_columns order by chunk").fetchall()
    return np.frombuffer(b"".join(data for (data,) in chunks), dtype=COLUMNS)


def write_columns(connection: sqlite3.Connection, first_slot: int, rows: Columns) -> None:
    """Write the fields of games to the slots from `first_slot` on, within the transaction.

    A slot is the number of a game in the position index.
    """
    done = 0
    while done < len(rows):
        chunk, offset = divmod(first_slot + done, CHUNK_GAMES)
        count = min(CHUNK_GAMES - offset, len(rows) - done)
        columns = _read_chunk(connection, chunk)
        columns[offset : offset + count] = rows[done : done + count]
        _write_chunk(connection, chunk, columns)
        done += count


def set_column(
    connection: sqlite3.Connection, slots: Iterable[int], column: str, value: int
) -> None:
    """Set the field `column` to `value` for the games in `slots`, numbers in the position index."""
    by_chunk: dict[int, list[int]] = {}
    for slot in slots:
        by_chunk.setdefault(slot // CHUNK_GAMES, []).append(slot % CHUNK_GAMES)
    for chunk, offsets in by_chunk.items():
        columns = _read_chunk(connection, chunk)
        columns[column][offsets] = value
        _write_chunk(connection, chunk, columns)


def _read_chunk(connection: sqlite3.Connection, chunk: int) -> Columns:
    row = connection.execute("select data from game_columns where chunk = ?", (chunk,)).fetchone()
    if row is None:
        return np.zeros(CHUNK_GAMES, dtype=COLUMNS)
    return np.frombuffer(row[0], dtype=COLUMNS).copy()


def _write_chunk(connection: sqlite3.Connection, chunk: int, columns: Columns) -> None:
    connection.execute(
        "insert into game_columns values (?, ?) "
        "on conflict (chunk) do update set data = excluded.data",
        (chunk, columns.tobytes()),
    )
