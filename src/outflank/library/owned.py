"""The games of one owner, such as a visitor of the web app: lookup, disk usage and limits."""

from __future__ import annotations

import time
from dataclasses import dataclass

from outflank.library import changing
from outflank.library.database import Database
from outflank.library.incoming import incoming_game
from outflank.library.names import EVERYONE
from outflank.library.saving import new_public_id
from outflank.rules.game import Game

_OF_OWNER = "folder in (select id from folders where owner = ?)"


@dataclass(frozen=True, slots=True)
class Usage:
    """How many games an owner has, including the trash, and how many bytes they take."""

    games: int
    bytes: int


class OwnedGames:
    """The games of `owner` in a library."""

    def __init__(self, database: Database, owner: str) -> None:
        self._database = database
        self._owner = owner

    def owns(self, game_id: int) -> bool:
        """Whether the game with this id belongs to the owner."""
        query = f"select 1 from games where id = ? and {_OF_OWNER}"
        return self._database.row(query, (game_id, self._owner)) is not None

    def has_games(self) -> bool:
        """Whether the owner has at least one game, even in the trash."""
        query = f"select 1 from games where {_OF_OWNER}"
        return self._database.row(query, (self._owner,)) is not None

    def usage(self) -> Usage:
        """How many games the owner has, and how many bytes they take."""
        row = self._database.row(
            "select count(*), coalesce(sum(length(moves) + coalesce(length(record), 0) + "
            f"coalesce(length(session), 0)), 0) from games where {_OF_OWNER}",
            (self._owner,),
        )
        return Usage(*row) if row else Usage(0, 0)

    def with_moves(self, game: Game) -> list[str]:
        """The public ids of up to 20 saved games with the same main line, last changed first."""
        wanted = incoming_game(game)
        rows = self._database.rows(
            "select public_id from games where public_id is not null and deleted is null "
            f"and moves = ? and start is ? and {_OF_OWNER} order by changed desc limit 20",
            (wanted.moves, wanted.start, self._owner),
        )
        return [public_id for (public_id,) in rows]

    def public_id(self, game_id: int) -> str | None:
        """The public id of one of the owner's games, assigned now if it has none.

        None if the owner has no such game.
        """
        with self._database.transaction() as connection:
            connection.execute(
                "update games set public_id = ? where id = ? and public_id is null "
                f"and {_OF_OWNER}",
                (new_public_id(), game_id, self._owner),
            )
        query = f"select public_id from games where id = ? and {_OF_OWNER}"
        row = self._database.row(query, (game_id, self._owner))
        return str(row[0]) if row else None

    def game_id(self, public_id: str) -> int | None:
        """The id of the owner's game with this public id; None if the owner has no such game."""
        query = f"select id from games where public_id = ? and {_OF_OWNER}"
        row = self._database.row(query, (public_id, self._owner))
        return int(row[0]) if row else None

    def labels(self) -> list[str]:
        """All labels of the owner's games, sorted, without those of games in the trash."""
        rows = self._database.rows(
            "select distinct name from labels join game_labels on label = labels.id "
            f"join games on games.id = game where deleted is null and {_OF_OWNER} order by name",
            (self._owner,),
        )
        return [name for (name,) in rows]

    def trim(self, most: int) -> int:
        """Permanently delete games that have a public id until at most `most` of them are left.

        Games in the trash go first, then those unchanged for longest. Returns the number deleted.
        """
        rows = self._database.rows(
            f"select id from games where public_id is not null and {_OF_OWNER} "
            "order by deleted is not null, changed desc limit -1 offset ?",
            (self._owner, most),
        )
        return self._remove([game_id for (game_id,) in rows])

    def _remove(self, ids: list[int]) -> int:
        if ids:
            with self._database.transaction() as connection:
                changing.purge(connection, ids)
        return len(ids)


def visitors_games(database: Database) -> int:
    """The number of games of all visitors of the web app."""
    row = database.row(
        "select count(*) from games where folder in (select id from folders where owner != ?)",
        (EVERYONE,),
    )
    return int(row[0]) if row else 0


def empty_visitors_trash(database: Database, days: float) -> int:
    """Permanently delete games that visitors put in the trash at least `days` days ago.

    Returns their number.
    """
    rows = database.rows(
        "select games.id from games join folders on folders.id = folder "
        "where owner != ? and deleted < ?",
        (EVERYONE, time.time() - days * 86_400),
    )
    ids = [game_id for (game_id,) in rows]
    if ids:
        with database.transaction() as connection:
            changing.purge(connection, ids)
    return len(ids)
