"""Read stored games, as rows for a list or as `Game` objects."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.formats.boards import parse_board
from outflank.library.incoming import IncomingGame
from outflank.library.opening_names import ENGLISH, NamedOpening, openings_by_moves
from outflank.library.selection import LISTED, Conditions, listed
from outflank.rules.game import BLACK, Colour, Game, Reason, Result
from outflank.rules.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game in a list: players, date, result, and where it is stored.

    An unknown `year` is 0, an unknown `result` None. `start` is the start position as a board
    string, None for the usual one. `moves` has one byte per square, without passes. `is_deleted`
    means that the game is in the trash, `is_open` that it is still being played. `changed` is a
    Unix time.
    """

    id: int
    black: str
    white: str
    event: str
    date: str
    year: int
    result: Result | None
    start: str | None
    moves: bytes
    opening: NamedOpening | None
    folder: str
    labels: tuple[str, ...]
    notes: str
    is_reviewed: bool
    is_deleted: bool
    is_open: bool
    public_id: str | None
    changed: float

    def opening_name(self, language: str = ENGLISH) -> str:
        """The name of the game's opening in `language`; empty if it has none."""
        return self.opening.name(language) if self.opening else ""

    def final_position(self) -> tuple[Position, Colour]:
        """The position after the last move, and the colour to move."""
        position, to_move = (
            (Position.start(), BLACK) if self.start is None else parse_board(self.start)
        )
        for square in self.moves:
            if position.must_pass():
                position, to_move = position.passed(), to_move.other
            position, to_move = position.play(square), to_move.other
        return position, to_move

    def as_dict(self, language: str = ENGLISH) -> dict[str, Any]:
        """The row as a dictionary for JSON, with the opening's name in `language`."""
        from outflank.rules.squares import square_name

        return {
            "id": self.id,
            "black": self.black,
            "white": self.white,
            "event": self.event,
            "date": self.date,
            "score": self.result.score if self.result else None,
            "result": str(self.result) if self.result else None,
            "moves": "".join(square_name(square) for square in self.moves),
            "opening": self.opening_name(language) or None,
            "folder": self.folder,
            "labels": list(self.labels),
            "notes": self.notes,
            "reviewed": self.is_reviewed,
            "deleted": self.is_deleted,
        }


_ROW_QUERY = """
select games.id, b.name, w.name, e.name, games.date, games.year, games.score, games.reason,
    games.start, games.moves, games.opening, f.path, games.notes,
    exists (select 1 from reviews where reviews.game = games.id),
    games.deleted is not null, games.is_open, games.public_id, games.changed
from games
join players b on b.id = games.black join players w on w.id = games.white
join events e on e.id = games.event join folders f on f.id = games.folder
"""

ORDERS: dict[str, str] = {
    "date": "games.year desc, games.date desc, games.id desc",
    "oldest": "games.year, games.date, games.id",
    "changed": "games.changed desc, games.id desc",
    "score": "abs(games.score) desc, games.id",
    "id": "games.id",
}
"""The orders in which games can be listed, as SQL."""


def select_rows(
    connection: sqlite3.Connection, where: Conditions, order: str, limit: int, offset: int
) -> list[GameRow]:
    """The rows of games that meet the conditions `where`, in an order named in `ORDERS`.

    Returns at most `limit` rows after skipping the first `offset`.
    """
    # A plus keeps SQLite from going through the index of an order column instead.
    terms = ORDERS[order].replace("games.", "+games.") if where.is_narrow else ORDERS[order]
    # The ids first, so that names are joined only for the rows shown, not for all matches.
    found = connection.execute(
        f"select games.id from games where {where} order by {terms} limit ? offset ?",
        (*where.values, limit, offset),
    )
    return rows_of(connection, [game_id for (game_id,) in found])


def rows_of(connection: sqlite3.Connection, ids: Sequence[int]) -> list[GameRow]:
    """The rows of the games with these ids, in this order; missing games are left out."""
    labels: dict[int, list[str]] = {}
    for game_id, label in connection.execute(
        "select game, name from game_labels join labels on labels.id = label "
        f"where game in {LISTED} order by name",
        (listed(ids),),
    ):
        labels.setdefault(game_id, []).append(label)
    rows = {}
    query = f"{_ROW_QUERY} where games.id in {LISTED}"
    for game_id, black, white, event, date, year, score, reason, *others in connection.execute(
        query, (listed(ids),)
    ):
        start, moves, opening, folder, notes, is_reviewed, *rest = others
        is_deleted, is_open, public_id, changed = rest
        rows[game_id] = GameRow(
            id=game_id,
            black=black,
            white=white,
            event=event,
            date=date,
            year=year,
            result=None if score is None else Result(score, Reason(reason)),
            start=start,
            moves=moves,
            opening=openings_by_moves().get(opening),
            folder=folder,
            labels=tuple(labels.get(game_id, ())),
            notes=notes,
            is_reviewed=bool(is_reviewed),
            is_deleted=bool(is_deleted),
            is_open=bool(is_open),
            public_id=public_id,
            changed=changed,
        )
    return [rows[game_id] for game_id in ids if game_id in rows]


_STORED_QUERY = """
select games.id, b.name, w.name, e.name, games.date, games.score, games.reason, games.start,
    games.moves, games.record
from games
join players b on b.id = games.black join players w on w.id = games.white
join events e on e.id = games.event
"""


def stored_games(
    connection: sqlite3.Connection, ids: Sequence[int]
) -> Iterator[tuple[int, IncomingGame]]:
    """Yield id and content of the games with these ids, in this order."""
    for start in range(0, len(ids), 1000):
        part = ids[start : start + 1000]
        found = {}
        query = f"{_STORED_QUERY} where games.id in {LISTED}"
        for values in connection.execute(query, (listed(part),)):
            game_id, black, white, event, date, score, reason, board, moves, record = values
            found[game_id] = IncomingGame(
                black=black,
                white=white,
                event=event,
                date=date,
                score=score,
                reason=reason,
                start=board,
                moves=moves,
                record=record,
            )
        for game_id in part:
            if game_id in found:
                yield game_id, found[game_id]


def read_games(connection: sqlite3.Connection, ids: Sequence[int]) -> Iterator[Game]:
    """Yield the games with these ids as `Game` objects, in this order."""
    return (stored.to_game() for _, stored in stored_games(connection, ids))
