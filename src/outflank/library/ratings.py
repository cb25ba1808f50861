"""Elo ratings of the library's players, from the results of all games between named players."""

from __future__ import annotations

import sqlite3
from typing import Any

import numpy as np

from outflank.library.game_columns import NO_SCORE, read_columns
from outflank.library.names import EVERYONE
from outflank.statistics.bradley_terry import likeliest_ratings

RATING_TYPE = np.dtype("<f4")

PRIOR_GAMES = 2.0
"""Imaginary draws against an average player, added for every player.

They keep ratings moderate after few games.
"""

LEAST_GAMES = 10
"""Minimum number of games for a rating."""


def rate_players(connection: sqlite3.Connection) -> int:
    """Recompute all ratings within the caller's transaction; return the number of rated players.

    Games in the trash, games with unnamed players and visitors' games do not count.
    """
    unknown = [
        number
        for (number,) in connection.execute("select id from players where name in ('', '???')")
    ]
    columns = read_columns(connection)
    is_counted = (columns["is_shown"] == 1) & (columns["score"] != NO_SCORE)
    is_counted &= columns["black"] != columns["white"]
    is_counted &= ~np.isin(columns["black"], unknown) & ~np.isin(columns["white"], unknown)
    shared = connection.execute("select id from folders where owner = ?", (EVERYONE,))
    is_counted &= np.isin(columns["folder"], [number for (number,) in shared])
    games = columns[is_counted]
    players, numbers = np.unique(
        np.concatenate([games["black"], games["white"]]), return_inverse=True
    )
    first, second = numbers[: len(games)], numbers[len(games) :]
    points = np.sign(games["score"]) / 2 + 0.5
    ratings = likeliest_ratings(
        first,
        second,
        points,
        np.ones(len(games)),
        players=len(players),
        prior_games=PRIOR_GAMES,
    )
    counts = np.bincount(numbers, minlength=len(players))
    is_rated = counts >= LEAST_GAMES
    table = np.full(players.max(initial=0) + 1, np.nan, dtype=RATING_TYPE)
    table[players[is_rated]] = ratings[is_rated]
    connection.execute(
        "insert into facts values ('ratings', ?) "
        "on conflict (name) do update set value = excluded.value",
        (table.tobytes(),),
    )
    connection.execute("update players set rating = null, games = 0")
    connection.executemany(
        "update players set rating = ?, games = ? where id = ?",
        (
            (round(rating, 1) if count >= LEAST_GAMES else None, count, player)
            for player, rating, count in zip(
                players.tolist(), ratings.tolist(), counts.tolist(), strict=True
            )
        ),
    )
    return int(is_rated.sum())


def read_ratings(connection: sqlite3.Connection, players: int) -> Any:
    """The ratings of the players with ids 0 to `players` - 1; NaN for unrated players.

    They are stored as one value of the table `facts`: reading thousands of rows would take
    milliseconds.
    """
    ratings = np.full(players, np.nan, dtype=np.float32)
    row = connection.execute("select value from facts where name = 'ratings'").fetchone()
    if row:
        known = np.frombuffer(row[0], dtype=RATING_TYPE)[:players]
        ratings[: len(known)] = known
    return ratings
