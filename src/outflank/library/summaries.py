"""Summaries of positions: for each move its results and its strongest players.

Computing a summary reads all games that reach the position. Summaries of the most frequent
positions are therefore stored (table `popular_positions`), so that the explorer answers as quickly
for the first moves as for later ones. Moves are squares in the position's canonical form, the
smallest of its eight symmetric images.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from outflank.library import position_index
from outflank.library.game_columns import Columns
from outflank.library.game_facts import GameFacts, Totals, totals_by_group
from outflank.library.position_index import Postings
from outflank.library.selection import LISTED, Selection, listed, selected_folders
from outflank.rules.squares import Square

MOST_PLAYERS = 3
"""Maximum number of strong players listed for each move."""

MOST_GAMES = 5
"""Maximum number of example games listed for a position."""

NO_CHOICE = 64
"""Stored instead of a move if a game ends at the position."""

POPULAR_ENTRIES = 2000
"""Positions in at least this many games have stored summaries.

Computing a summary of 2,000 games takes about 1 ms.
"""


@dataclass(frozen=True, slots=True)
class StrongPlayer:
    """A player who played a move in `games` games; `rating` is in Elo, None if unrated."""

    name: str
    rating: float | None
    games: int


@dataclass(frozen=True, slots=True)
class MoveSummary:
    """Results and strongest players of one move.

    `choice` is its square in the canonical form, or `NO_CHOICE` for games that end at the position.
    """

    choice: Square
    totals: Totals
    strongest: tuple[StrongPlayer, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """All moves played in a position, and the ids of example games with strong players."""

    moves: tuple[MoveSummary, ...]
    games: tuple[int, ...]

    def to_json(self) -> str:
        """The summary as JSON text, which `from_json` reads."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Summary:
        """Read a summary from the text of `to_json`."""
        values = json.loads(text)
        moves = tuple(
            MoveSummary(
                move["choice"],
                Totals(**move["totals"]),
                tuple(StrongPlayer(**player) for player in move["strongest"]),
            )
            for move in values["moves"]
        )
        return cls(moves, tuple(values["games"]))


def summarise(connection: sqlite3.Connection, facts: GameFacts, postings: Postings) -> Summary:
    """Compute the summary of a position from its entries in the position index."""
    chosen = postings.moves
    choices = np.flatnonzero(np.bincount(chosen, minlength=NO_CHOICE + 1))
    number_of_choice = np.zeros(NO_CHOICE + 1, dtype=np.int64)
    number_of_choice[choices] = np.arange(len(choices))
    group = number_of_choice[chosen]
    games = facts.columns[postings.slots]
    totals = totals_by_group(group, len(choices), games)
    strongest = _strongest(connection, facts, group, len(choices), movers(games, postings))
    return Summary(
        tuple(map(MoveSummary, choices.tolist(), totals, strongest)),
        _notable(connection, facts, games, postings),
    )


def movers(games: Columns, postings: Postings) -> Any:
    """For each game, the id of the player who was to move in the position."""
    return np.where(postings.black_moves, games["black"], games["white"])


# Stored summaries


def stored_summary(connection: sqlite3.Connection, key: int) -> Summary | None:
    """The stored summary of the position with this key; None if it has no valid one."""
    row = connection.execute(
        "select summary from popular_positions where key = ? and summary is not null", (key,)
    ).fetchone()
    return Summary.from_json(row[0]) if row else None


def choose_popular(connection: sqlite3.Connection) -> None:
    """Determine the popular positions anew, and discard all stored summaries."""
    connection.execute("delete from popular_positions")
    connection.executemany(
        "insert into popular_positions values (?, null)",
        ((key,) for key in position_index.frequent_keys(connection, POPULAR_ENTRIES)),
    )


def forget_summaries(connection: sqlite3.Connection, keys: Iterable[int] | None = None) -> None:
    """Discard the stored summaries of the positions with these keys; None means all.

    `refresh_summaries` computes them again. Keys of positions without a summary are ignored.
    """
    if keys is None:
        connection.execute("update popular_positions set summary = null")
    else:
        popular = {key for (key,) in connection.execute("select key from popular_positions")}
        changed = [(key,) for key in popular.intersection(keys)]
        connection.executemany("update popular_positions set summary = null where key = ?", changed)


def refresh_summaries(connection: sqlite3.Connection) -> None:
    """Compute all discarded summaries of popular positions from the games that everyone sees."""
    keys = connection.execute("select key from popular_positions where summary is null").fetchall()
    if not keys:
        return
    facts = GameFacts.read(connection)
    is_meant = flags(selected_folders(connection, Selection()), facts.folders)
    shown = (facts.columns["is_shown"] == 1) & is_meant[facts.columns["folder"]]
    for (key,) in keys:
        postings = position_index.find(connection, key)
        postings = Postings(postings.entries[shown[postings.slots]])
        summary = summarise(connection, facts, postings)
        connection.execute(
            "update popular_positions set summary = ? where key = ?", (summary.to_json(), key)
        )


# Players and games


def _strongest(
    connection: sqlite3.Connection, facts: GameFacts, group: Any, groups: int, chosen_by: Any
) -> list[tuple[StrongPlayer, ...]]:
    """The strongest players of each group: by rating, then by number of games.

    Game i belongs to group ``group[i]`` (a move), which the player with id ``chosen_by[i]`` chose.
    """
    pairs, counts = _count_pairs(group, groups, chosen_by, facts.players)
    of_group, players = np.divmod(pairs, facts.players)
    ratings = facts.rating[players]
    rank = np.where(np.isnan(ratings), counts - 1e9, ratings)
    chosen = []
    for start, end in pairwise(np.searchsorted(of_group, np.arange(groups + 1)).tolist()):
        best = np.argsort(-rank[start:end], kind="stable")[:MOST_PLAYERS]
        chosen.append((best + start).tolist())
    names = dict(
        connection.execute(
            f"select id, name from players where id in {LISTED}",
            (listed({int(players[row]) for rows in chosen for row in rows}),),
        ).fetchall()
    )
    return [
        tuple(
            StrongPlayer(
                names[int(players[row])],
                None if np.isnan(ratings[row]) else round(float(ratings[row]), 1),
                int(counts[row]),
            )
            for row in rows
            if names[int(players[row])]
        )
        for rows in chosen
    ]


def _notable(
    connection: sqlite3.Connection, facts: GameFacts, games: Columns, postings: Postings
) -> tuple[int, ...]:
    """Ids of the games with the highest sums of both players' ratings, highest first."""
    known = np.nan_to_num(facts.rating, nan=-1e6)
    strength = known[games["black"]] + known[games["white"]]
    count = min(MOST_GAMES, len(strength))
    if not count:
        return ()
    best = np.argpartition(strength, -count)[-count:]
    slots = postings.slots[best[np.argsort(-strength[best], kind="stable")]].tolist()
    query = f"select slot, id from games where slot in {LISTED}"
    ids = dict(connection.execute(query, (listed(slots),)).fetchall())
    return tuple(ids[slot] for slot in slots if slot in ids)


def flags(numbers: Iterable[int], size: int) -> position_index.Flags:
    """An array of `size` flags that is true at the indices `numbers`."""
    table = np.zeros(size, dtype=np.bool_)
    table[[number for number in numbers if number < size]] = True
    return table


def _count_pairs(group: Any, groups: int, movers: Any, players: int) -> tuple[Any, Any]:
    """The pairs of a group and a player that occur, and how often each occurs.

    A pair is encoded as group × `players` + player id.
    """
    pairs = group * players + movers
    if groups * players > 4 * len(pairs):
        occurring, counts = np.unique(pairs, return_counts=True)
        return occurring, counts
    counts = np.bincount(pairs, minlength=groups * players)
    occurring = np.flatnonzero(counts)
    return occurring, counts[occurring]
