"""The position index gives back every entry, however it is cut into runs and blocks."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from outflank.library import position_index
from outflank.library.database import Database


@pytest.fixture
def connection(tmp_path: Path) -> sqlite3.Connection:
    return Database(tmp_path / "library.sqlite").connection


def entries_of(connection: sqlite3.Connection, key: int) -> list[int]:
    return sorted(position_index.find(connection, key).entries.tolist())


def test_all_entries_are_found_after_every_run(connection: sqlite3.Connection) -> None:
    chance = np.random.default_rng(1)
    expected: dict[int, list[int]] = {}
    # A few keys fill many blocks, as the start of the game does; most occur once.
    frequent = chance.integers(0, 1 << 48, 3, dtype=np.uint64)
    for number in range(20):
        size = int(chance.integers(1, 4000))
        keys = chance.integers(0, 1 << 48, size, dtype=np.uint64)
        keys[:: int(chance.integers(2, 5))] = frequent[number % 3]
        entries = chance.integers(0, 1 << 32, size, dtype=np.uint32)
        position_index.add_run(connection, keys, entries)
        for key, entry in zip(keys.tolist(), entries.tolist(), strict=True):
            expected.setdefault(key, []).append(entry)
        for key in (*frequent.tolist(), *keys[:5].tolist(), 0, (1 << 48) - 1):
            assert entries_of(connection, key) == sorted(expected.get(key, []))
    (runs,) = connection.execute("select count(*) from position_runs").fetchone()
    assert runs < 20
    position_index.merge_all(connection, np.ones(1 << 24, dtype=np.bool_))
    assert connection.execute("select count(*) from position_runs").fetchone() == (1,)
    for key, entries_expected in list(expected.items())[:2000]:
        assert entries_of(connection, key) == sorted(entries_expected)
    least = 1000
    assert position_index.frequent_keys(connection, least) == sorted(
        key for key, found in expected.items() if len(found) >= least
    )


def test_a_merge_drops_the_entries_of_unused_slots(connection: sqlite3.Connection) -> None:
    keys = np.array([5, 5, 7], dtype=np.uint64)
    entries = np.array([1 << 8, 2 << 8, 3 << 8], dtype=np.uint32)
    position_index.add_run(connection, keys, entries)
    position_index.merge_all(connection, np.array([True, False, True, True]))
    assert entries_of(connection, 5) == [2 << 8]
    assert entries_of(connection, 7) == [3 << 8]
    assert entries_of(connection, 6) == []


def test_the_parts_of_an_entry() -> None:
    postings = position_index.Postings(np.array([9 << 8 | 128 | 37, 10 << 8 | 64], dtype=np.uint32))
    assert postings.slots.tolist() == [9, 10]
    assert postings.moves.tolist() == [37, 64]
    assert postings.black_moves.tolist() == [True, False]
