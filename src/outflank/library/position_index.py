"""The position index: the games that reach a position, and the moves they played there.

An entry has the key of a position and 32 bits: 24 for the game's slot (its number in this index),
one for the colour to move, and seven for the move in the canonical form of the position, the
smallest of its eight symmetric images (64 if the game ends there). Entries are sorted by key in
*runs*. Adding games adds a run; `FAN_IN` runs of similar size are merged, so a library has few runs
and no entry is rewritten often. A run is stored in blocks of up to `BLOCK_ENTRIES`. In a block the
first bytes of all values come first, then all second bytes, and so on (byte planes), and the result
is compressed.

For the 6,772,082 entries of 111,296 tournament games, 4,717,099 different positions:

========================================  ======  =================================
storage                                   MB      remark
========================================  ======  =================================
rows (key, entry) in a table              129     6.6 s to insert; start position 33 ms
arrays of 8 + 4 bytes                     81
arrays of 6 + 4 bytes                     68
planes compressed, blocks of 1,024        38.3
planes compressed, blocks of 4,096        37.7    chosen: 0.24 ms to unpack a block
planes compressed, blocks of 16,384       36.7    0.84 ms
========================================  ======  =================================

Counting the entries of a position takes up to 12 ms with all games, so the summaries of the most
frequent positions are stored (`library.summaries`).
"""

from __future__ import annotations

import sqlite3
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

Keys = np.ndarray[Any, np.dtype[np.uint64]]
Entries = np.ndarray[Any, np.dtype[np.uint32]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]

BLOCK_ENTRIES = 4096
FAN_IN = 8
KEY_BYTES = 6
ENTRY_BYTES = 4

MOST_SLOTS = 1 << 24
"""Maximum number of games in the index: a slot, the number of a game, has 24 bits."""

MOVE_BITS = 0x7F
BLACK_BIT = 0x80
SLOT_SHIFT = 8


@dataclass(frozen=True, slots=True)
class Postings:
    """The index entries of one position: for each game its slot, the colour to move and the move.

    A slot is the number of a game in this index.
    """

    entries: Entries

    @property
    def slots(self) -> Entries:
        """The slot (number in the index) of each game."""
        return self.entries >> np.uint32(SLOT_SHIFT)

    @property
    def moves(self) -> Entries:
        """The square played in each game, in the position's canonical form; 64 at a game's end."""
        return self.entries & np.uint32(MOVE_BITS)

    @property
    def black_moves(self) -> Flags:
        """For each game, whether Black was to move."""
        return np.asarray((self.entries & np.uint32(BLACK_BIT)) != 0)


def add_run(connection: sqlite3.Connection, keys: Keys, entries: Entries) -> None:
    """Add entries with their keys, in any order, as a new run within the caller's transaction."""
    _write_run(connection, keys, entries)
    _merge_similar(connection)


def merge_all(connection: sqlite3.Connection, used_slots: Flags) -> None:
    """Merge all runs into one, for the fastest lookup.

    ``used_slots[slot]`` says whether a game still has this slot; entries of other slots are
    dropped.
    """
    runs = [run for (run,) in connection.execute("select id from position_runs order by id")]
    if runs:
        _merge(connection, runs, used_slots)


def find(connection: sqlite3.Connection, key: int) -> Postings:
    """Find all entries of the position with this key."""
    found: list[Entries] = []
    # `last_key` is indexed: a block that can hold the key ends at or after it.
    for (run,) in connection.execute("select id from position_runs").fetchall():
        blocks = connection.execute(
            "select first_key, entries, data from position_blocks "
            "where run = ? and last_key >= ? order by last_key, number",
            (run, key),
        )
        for first_key, count, data in blocks:
            if first_key > key:
                break
            keys, entries = _unpack(first_key, count, data)
            low, high = np.searchsorted(keys, np.uint64(key), "left"), len(keys)
            if keys[-1] != key:
                high = int(np.searchsorted(keys, np.uint64(key), "right"))
            if low < high:
                found.append(entries[low:high])
    return Postings(np.concatenate(found) if found else np.empty(0, dtype=np.uint32))


def frequent_keys(connection: sqlite3.Connection, least: int) -> list[int]:
    """The keys of positions with at least `least` entries in one run (sorted part of the index)."""
    # The entries of a key may span several blocks, so counts are summed over the blocks.
    found: list[int] = []
    for (run,) in connection.execute("select id from position_runs").fetchall():
        keys = [
            np.unique(_unpack(*block)[0], return_counts=True)
            for block in connection.execute(
                "select first_key, entries, data from position_blocks where run = ?", (run,)
            )
        ]
        distinct, place = np.unique(np.concatenate([part for part, _ in keys]), return_inverse=True)
        counts = np.bincount(place, np.concatenate([part for _, part in keys]))
        found += distinct[counts >= least].tolist()
    return sorted(set(found))


# Runs


def _write_run(connection: sqlite3.Connection, keys: Keys, entries: Entries) -> None:
    if not len(keys):
        return
    order = np.argsort(keys, kind="stable")
    keys, entries = keys[order], entries[order]
    run = connection.execute(
        "insert into position_runs (entries) values (?)", (len(keys),)
    ).lastrowid
    connection.executemany(
        "insert into position_blocks values (?, ?, ?, ?, ?, ?)",
        (
            (run, number, int(block[0]), int(block[-1]), len(block), _pack(block, values))
            for number, (block, values) in enumerate(
                (keys[start : start + BLOCK_ENTRIES], entries[start : start + BLOCK_ENTRIES])
                for start in range(0, len(keys), BLOCK_ENTRIES)
            )
        ),
    )


def _merge_similar(connection: sqlite3.Connection) -> None:
    """Merge runs of similar size, until every size class has fewer than `FAN_IN` runs.

    A size class is the number of entries between two powers of `FAN_IN`.
    """
    while True:
        levels: dict[int, list[int]] = {}
        for run, entries in connection.execute("select id, entries from position_runs"):
            # Powers of `FAN_IN`: 8 = 2³.
            levels.setdefault((int(entries).bit_length() - 1) // 3, []).append(run)
        full = [runs for runs in levels.values() if len(runs) >= FAN_IN]
        if not full:
            return
        _merge(connection, sorted(full[0]))


def _merge(
    connection: sqlite3.Connection, runs: list[int], used_slots: Flags | None = None
) -> None:
    all_keys: list[Keys] = []
    all_entries: list[Entries] = []
    for run in runs:
        for first_key, count, data in connection.execute(
            "select first_key, entries, data from position_blocks where run = ? order by number",
            (run,),
        ):
            keys, entries = _unpack(first_key, count, data)
            all_keys.append(keys)
            all_entries.append(entries)
        connection.execute("delete from position_blocks where run = ?", (run,))
        connection.execute("delete from position_runs where id = ?", (run,))
    keys, entries = np.concatenate(all_keys), np.concatenate(all_entries)
    if used_slots is not None:
        kept = used_slots[entries >> np.uint32(SLOT_SHIFT)]
        keys, entries = keys[kept], entries[kept]
    _write_run(connection, keys, entries)


# Blocks


def _pack(keys: Keys, entries: Entries) -> bytes:
    """Compress the differences between successive keys, and the entries.

    The first bytes of all values come first, then all second bytes, and so on: similar bytes next
    to each other compress well.
    """
    steps = np.diff(keys, prepend=keys[:1])
    return zlib.compress(_planes(steps, KEY_BYTES) + _planes(entries, ENTRY_BYTES), 1)


def _planes(values: Any, width: int) -> bytes:
    little_endian = np.ascontiguousarray(values.astype(values.dtype.newbyteorder("<"), copy=False))
    planes: bytes = little_endian.view(np.uint8).reshape(len(values), -1)[:, :width].T.tobytes()
    return planes


def _unpack(first_key: int, count: int, data: bytes) -> tuple[Keys, Entries]:
    planes = np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(-1, count)
    steps = np.zeros((count, 8), dtype=np.uint8)
    steps[:, :KEY_BYTES] = planes[:KEY_BYTES].T
    keys = np.cumsum(steps.view("<u8").ravel(), dtype=np.uint64) + np.uint64(first_key)
    entries = np.ascontiguousarray(planes[KEY_BYTES:].T).view("<u4").ravel()
    return keys, entries.astype(np.uint32, copy=False)
