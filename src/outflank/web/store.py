"""The games of all visitors, in one SQLite file that a killed server leaves whole.

A game is written as SGF, which holds its tree, comments, evaluations, times and result, beside what
SGF does not know: the cursor, the players' specs and the review. Whoever knows the id of a game,
which nobody can guess, may play it; that is how two people share a board.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.arena.time_control import TimeControl
from outflank.errors import OutflankError
from outflank.formats.sgf import format_sgf, parse_sgf
from outflank.rules.game import BLACK, WHITE
from outflank.web.table import Table, path_of

MOST_GAMES = 2000
"""What a visitor may keep; beyond it the games that were left alone longest go."""

SCHEMA = """
create table if not exists games (
    id text primary key,
    visitor text not null,
    changed real not null,
    sgf text not null,
    path text not null,
    black text not null,
    white text not null,
    move_seconds real,
    game_seconds real,
    increment_seconds real not null,
    opening_moves integer not null,
    is_paused integer not null,
    moves integer not null,
    is_over integer not null,
    review text
) strict;
create index if not exists games_of_visitor on games (visitor, changed);
create table if not exists visitors (
    id text primary key,
    settings text not null
) strict;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A game in a list."""

    id: str
    changed: float
    black: str
    white: str
    moves: int
    is_over: bool


def new_id() -> str:
    """A name for a game that nobody can guess."""
    return secrets.token_urlsafe(12)


class Store:
    """The games in the file at `path`, which is made where it is missing."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.execute("pragma journal_mode = wal")
            # A killed process loses nothing; only a power cut may lose the last moves.
            self._connection.execute("pragma synchronous = normal")
            self._connection.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise OutflankError(
                f"{path} cannot be used to keep games: {error}; "
                "set OUTFLANK_DATA_DIR to a folder that can be written"
            ) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("begin immediate")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("rollback")
            raise
        self._connection.execute("commit")

    # Games

    def save(self, game_id: str, visitor: str, table: Table, review: str | None = None) -> None:
        """Keep `table` under its id, for the visitor who made it first."""
        control = table.time_control
        moves = sum(not node.is_pass for node in table.game.root.main_line())
        values = {
            "id": game_id,
            "visitor": visitor,
            "changed": time.time(),
            "sgf": format_sgf([table.game]),
            "path": path_of(table.game.current),
            "black": table.players[BLACK],
            "white": table.players[WHITE],
            "move_seconds": control.move_seconds,
            "game_seconds": control.game_seconds,
            "increment_seconds": float(control.increment_seconds),
            "opening_moves": table.opening_moves,
            # Whoever comes back to an analysis wants no player to move in it.
            "is_paused": int(table.is_paused or table.is_analysing),
            "moves": moves,
            "is_over": int(table.game.result is not None),
            "review": review,
        }
        columns = ", ".join(values)
        places = ", ".join(f":{name}" for name in values)
        kept = ", ".join(f"{name} = excluded.{name}" for name in values if name != "visitor")
        with self._transaction() as connection:
            connection.execute(
                f"insert into games ({columns}) values ({places}) "
                f"on conflict (id) do update set {kept}",
                values,
            )
            connection.execute(
                "delete from games where visitor = ? and id not in "
                "(select id from games where visitor = ? order by changed desc limit ?)",
                (visitor, visitor, MOST_GAMES),
            )

    def load(self, game_id: str) -> tuple[Table, str | None, str] | None:
        """The table under this id, its review and its visitor; None where there is none."""
        row = self._connection.execute(
            "select sgf, path, black, white, move_seconds, game_seconds, increment_seconds, "
            "opening_moves, is_paused, review, visitor from games where id = ?",
            (game_id,),
        ).fetchone()
        if row is None:
            return None
        sgf, path, black, white, move, game, increment, opening, is_paused, review, visitor = row
        table = Table(
            parse_sgf(sgf)[0],
            black=black,
            white=white,
            time_control=TimeControl(
                move_seconds=move, game_seconds=game, increment_seconds=increment
            ),
            opening_moves=opening,
        )
        table.game.go_to(table.node_at(path))
        table.is_paused = bool(is_paused)
        return table, review, visitor

    def find(self, visitor: str, table: Table) -> str | None:
        """The id under which a visitor has this very game already."""
        row = self._connection.execute(
            "select id from games where visitor = ? and sgf = ? and black = ? and white = ? "
            "order by changed desc limit 1",
            (visitor, format_sgf([table.game]), table.players[BLACK], table.players[WHITE]),
        ).fetchone()
        return str(row[0]) if row else None

    def forget(self, game_id: str, visitor: str) -> None:
        """Delete a game of this visitor."""
        with self._transaction() as connection:
            connection.execute("delete from games where id = ? and visitor = ?", (game_id, visitor))

    def games_of(self, visitor: str, limit: int = 100) -> list[Summary]:
        """The games of a visitor, the latest first."""
        rows = self._connection.execute(
            "select id, changed, black, white, moves, is_over from games "
            "where visitor = ? order by changed desc limit ?",
            (visitor, limit),
        )
        return [
            Summary(
                id=game_id,
                changed=changed,
                black=black,
                white=white,
                moves=moves,
                is_over=bool(is_over),
            )
            for game_id, changed, black, white, moves, is_over in rows
        ]

    # Settings

    def settings_of(self, visitor: str) -> dict[str, Any]:
        """What a visitor has set; empty for a new one."""
        row = self._connection.execute(
            "select settings from visitors where id = ?", (visitor,)
        ).fetchone()
        settings: dict[str, Any] = json.loads(row[0]) if row else {}
        return settings

    def set_settings(self, visitor: str, settings: dict[str, Any]) -> None:
        """Keep what a visitor has set."""
        with self._transaction() as connection:
            connection.execute(
                "insert into visitors (id, settings) values (?, ?) "
                "on conflict (id) do update set settings = excluded.settings",
                (visitor, json.dumps(settings)),
            )
