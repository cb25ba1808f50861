"""Add batches of games to the library in one transaction.

A game has a row in the table `games`; its names are stored in other tables; the fields that the
opening explorer needs are stored in `game_columns`, and its positions in the position index.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from outflank.errors import OutflankError
from outflank.library.game_columns import COLUMNS, NO_SCORE, write_columns
from outflank.library.incoming import IncomingGame
from outflank.library.indexing import IndexedGames, index_games
from outflank.library.names import is_everyones, numbers_of, owner_of, parts_of, places
from outflank.library.position_index import MOST_SLOTS, add_run
from outflank.library.summaries import forget_summaries
from outflank.library.texts import Kind, add_texts

FULL_BOARD = 64


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that could not be added; `number` counts the games of its file from 1."""

    number: int
    problem: str


@dataclass(frozen=True, slots=True)
class BatchReport:
    """The result of adding games: ids of those added, number of duplicates skipped, and faults."""

    ids: tuple[int, ...]
    duplicates: int
    faults: tuple[Fault, ...]


def add_games(
    connection: sqlite3.Connection,
    games: Sequence[IncomingGame],
    folder: int,
    *,
    keep_duplicates: bool = False,
) -> BatchReport:
    """Add `games` to the folder with number `folder`, within the caller's transaction.

    Duplicates are skipped unless `keep_duplicates`. A game is a duplicate if the folder's owner has
    a game with the same moves, up to rotation and reflection, and no differing result, player or
    year; unknown values never differ. Games in the trash count, so a deleted game does not return
    with the next import.
    """
    indexed = index_games(games)
    rows, faults = [], []
    for row, (game, length) in enumerate(zip(games, indexed.lengths.tolist(), strict=True)):
        if length == len(game.moves) + 1:
            rows.append(row)
        else:
            faults.append(Fault(game.number, f"move {length} is not legal"))
    legal = len(rows)
    if not keep_duplicates:
        rows = _without_duplicates(connection, games, indexed, rows, owner_of(connection, folder))
    ids = _insert(connection, games, indexed, rows, folder) if rows else ()
    return BatchReport(ids, legal - len(rows), tuple(faults))


def index_stored(connection: sqlite3.Connection, games: Sequence[tuple[int, IncomingGame]]) -> None:
    """Add games that are already in the table `games` to the position index.

    `games` are pairs of a game's id and content.
    """
    indexed = index_games([game for _, game in games])
    first_slot = _take_slots(connection, len(games))
    openings = indexed.openings()
    connection.executemany(
        "update games set slot = ?, opening = ?, game_key = ? where id = ?",
        (
            (first_slot + row, openings[row], int(indexed.game_keys[row]), game_id)
            for row, (game_id, _) in enumerate(games)
        ),
    )
    columns = np.zeros(len(games), dtype=COLUMNS)
    for row, (game_id, _) in enumerate(games):
        black, white, folder, year, score, is_shown = connection.execute(
            "select black, white, folder, year, score, deleted is null from games where id = ?",
            (game_id,),
        ).fetchone()
        columns[row] = (black, white, folder, year, column_score(score), is_shown)
    write_columns(connection, first_slot, columns)
    is_shared = any(is_everyones(connection, int(number)) for number in set(columns["folder"]))
    _index(connection, indexed, range(len(games)), first_slot, is_shared=is_shared)


def column_score(score: int | None) -> int:
    """Convert a score to its value in `game_columns`: `NO_SCORE` for None or more than 64 discs."""
    return NO_SCORE if score is None or abs(score) > FULL_BOARD else score


def _insert(
    connection: sqlite3.Connection,
    games: Sequence[IncomingGame],
    indexed: IndexedGames,
    rows: Sequence[int],
    folder: int,
) -> tuple[int, ...]:
    chosen = [games[row] for row in rows]
    players = numbers_of(
        connection, "players", (name for game in chosen for name in (game.black, game.white))
    )
    events = numbers_of(connection, "events", (game.event for game in chosen))
    first_slot = _take_slots(connection, len(chosen))
    first_id = _next_id(connection)
    openings = indexed.openings()
    now = time.time()
    columns = np.zeros(len(chosen), dtype=COLUMNS)
    values = []
    for index, (row, game) in enumerate(zip(rows, chosen, strict=True)):
        black, white, year = players[game.black], players[game.white], game.year
        values.append(
            (
                first_id + index,
                folder,
                black,
                white,
                events[game.event],
                game.date,
                year,
                game.score,
                game.reason,
                game.start,
                game.moves,
                game.record,
                openings[row],
                int(indexed.game_keys[row]),
                first_slot + index,
                now,
                now,
            )
        )
        columns[index] = (black, white, folder, year, column_score(game.score), 1)
    connection.executemany(
        "insert into games (id, folder, black, white, event, date, year, score, reason, start, "
        "moves, record, opening, game_key, slot, added, changed, notes, is_open) "
        f"values ({places(values[0])}, '', 0)",
        values,
    )
    write_columns(connection, first_slot, columns)
    is_shared = is_everyones(connection, folder)
    _index(connection, indexed, rows, first_slot, is_shared=is_shared)
    ids = range(first_id, first_id + len(chosen))
    texts = [(game_id, game.extra_text) for game_id, game in zip(ids, chosen, strict=True)]
    add_texts(connection, Kind.GAME, texts)
    return tuple(ids)


def _index(
    connection: sqlite3.Connection,
    indexed: IndexedGames,
    rows: Sequence[int],
    first_slot: int,
    *,
    is_shared: bool,
) -> None:
    """Add the positions of the games `rows` (indices into `indexed`) to the position index.

    The games get consecutive slots (numbers in that index) from `first_slot` on. With `is_shared`
    they belong to everyone and change the statistics of positions, so the stored statistics
    (summaries) of these positions become invalid.
    """
    keys, entries = indexed.entries(rows, first_slot)
    add_run(connection, keys, entries)
    if is_shared:
        forget_summaries(connection, keys.tolist())


def _next_id(connection: sqlite3.Connection) -> int:
    row = connection.execute("select seq from sqlite_sequence where name = 'games'").fetchone()
    return (row[0] if row else 0) + 1


def _take_slots(connection: sqlite3.Connection, count: int) -> int:
    """Reserve `count` consecutive slots (game numbers of the position index); return the first.

    A slot is never used twice.
    """
    row = connection.execute("select value from facts where name = 'next_slot'").fetchone()
    first = int(row[0]) if row else 0
    if first + count > MOST_SLOTS:
        raise OutflankError(f"the library is full: it can index {MOST_SLOTS:,} games")
    connection.execute(
        "insert into facts values ('next_slot', ?) "
        "on conflict (name) do update set value = excluded.value",
        (first + count,),
    )
    return first


# Duplicates


class _Facts(NamedTuple):
    """The fields that distinguish games with the same moves."""

    black: str
    white: str
    year: int
    score: int | None


def _without_duplicates(
    connection: sqlite3.Connection,
    games: Sequence[IncomingGame],
    indexed: IndexedGames,
    rows: Sequence[int],
    owner: str,
) -> list[int]:
    keys = sorted({int(indexed.game_keys[row]) for row in rows})
    known: dict[int, list[_Facts]] = {}
    for part in parts_of(keys):
        found = connection.execute(
            "select game_key, b.name, w.name, year, score from games "
            "join players b on b.id = black join players w on w.id = white "
            f"join folders f on f.id = folder where game_key in ({places(part)}) and owner = ?",
            (*part, owner),
        )
        for key, *facts in found:
            known.setdefault(key, []).append(_Facts(*facts))
    kept = []
    for row in rows:
        game = games[row]
        facts = _Facts(game.black, game.white, game.year, game.score)
        others = known.setdefault(int(indexed.game_keys[row]), [])
        if not any(_is_same(facts, other) for other in others):
            kept.append(row)
            others.append(facts)
    return kept


def _is_same(one: _Facts, other: _Facts) -> bool:
    """Whether two games with the same moves agree in every field that both have."""
    return (
        (one.black == other.black or not one.black or not other.black)
        and (one.white == other.white or not one.white or not other.white)
        and (one.year == other.year or not one.year or not other.year)
        and (one.score == other.score or one.score is None or other.score is None)
    )
