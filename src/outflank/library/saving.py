"""Save games that a front end plays, under a public id, and update them move by move."""

from __future__ import annotations

import secrets
import sqlite3
from dataclasses import dataclass

import numpy as np

from outflank.errors import OutflankError
from outflank.library.adding import index_stored
from outflank.library.changing import forget_positions, refresh_text
from outflank.library.game_columns import COLUMNS, write_columns
from outflank.library.incoming import IncomingGame, incoming_game
from outflank.library.names import folder_number, numbers_of, places
from outflank.library.opening_names import opening_of_record
from outflank.library.rows import stored_games
from outflank.rules.game import Game

INDEXED_COLUMNS = ("start", "moves", "black", "white", "year", "score")
"""Columns whose values are also in the position index; a change makes the game be indexed anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGame:
    """A game that a front end has saved.

    `session` is the text that the front end needs to continue it. `is_open` means that it is still
    being played, `is_deleted` that it is in the trash.
    """

    id: int
    public_id: str
    owner: str
    game: Game
    session: str | None
    is_open: bool
    is_deleted: bool


def new_public_id() -> str:
    """A new unguessable name for a game, made of 96 random bits."""
    return secrets.token_urlsafe(12)


def save_game(
    connection: sqlite3.Connection,
    public_id: str,
    game: Game,
    *,
    owner: str,
    folder: str,
    session: str | None,
    is_open: bool,
    changed: float,
) -> int:
    """Insert or update the game with this public id; return its id.

    The first owner to save a public id keeps the game. With `is_open` the game is still being
    played, and is not in the position index. `session` is text that the front end needs to continue
    it. `changed` is a Unix time.
    """
    row = connection.execute(
        f"select id, slot, {', '.join(INDEXED_COLUMNS)} from games where public_id = ?",
        (public_id,),
    ).fetchone()
    incoming = incoming_game(game)
    opening = opening_of_record(game)
    values = _columns(connection, incoming) | {
        "opening": opening.moves if opening else "",
        "session": session,
        "is_open": int(is_open),
        "changed": changed,
    }
    is_indexed = False
    if row is None:
        game_id = _insert(connection, public_id, folder_number(connection, folder, owner), values)
    else:
        game_id, slot, *indexed = row
        is_indexed = slot is not None and not is_open
        is_indexed = is_indexed and indexed == [values[name] for name in INDEXED_COLUMNS]
        if slot is not None and not is_indexed:
            forget_positions(connection, [game_id])
            write_columns(connection, slot, np.zeros(1, dtype=COLUMNS))
            values["slot"] = None
        assignments = ", ".join(f"{name} = ?" for name in values)
        connection.execute(
            f"update games set {assignments} where id = ?", (*values.values(), game_id)
        )
    if not is_open and not is_indexed:
        index_stored(connection, [(game_id, incoming)])
    refresh_text(connection, game_id, incoming)
    return game_id


def load_game(connection: sqlite3.Connection, public_id: str) -> SavedGame | None:
    """The game that was saved under this public id, or None."""
    row = connection.execute(
        "select games.id, owner, session, is_open, deleted is not null from games "
        "join folders on folders.id = folder where public_id = ?",
        (public_id,),
    ).fetchone()
    if row is None:
        return None
    game_id, owner, session, is_open, is_deleted = row
    (stored,) = (stored for _, stored in stored_games(connection, [game_id]))
    return SavedGame(
        id=game_id,
        public_id=public_id,
        owner=owner,
        game=stored.to_game(),
        session=session,
        is_open=bool(is_open),
        is_deleted=bool(is_deleted),
    )


def _columns(connection: sqlite3.Connection, game: IncomingGame) -> dict[str, object]:
    players = numbers_of(connection, "players", (game.black, game.white))
    return {
        "black": players[game.black],
        "white": players[game.white],
        "event": numbers_of(connection, "events", (game.event,))[game.event],
        "date": game.date,
        "year": game.year,
        "score": game.score,
        "reason": game.reason,
        "start": game.start,
        "moves": game.moves,
        "record": game.record,
    }


def _insert(
    connection: sqlite3.Connection, public_id: str, folder: int, values: dict[str, object]
) -> int:
    values = values | {
        "public_id": public_id,
        "folder": folder,
        "notes": "",
        "game_key": 0,
        "added": values["changed"],
    }
    number = connection.execute(
        f"insert into games ({', '.join(values)}) values ({places(list(values))})",
        tuple(values.values()),
    ).lastrowid
    if number is None:
        raise OutflankError("the game could not be saved; try again")
    return number
