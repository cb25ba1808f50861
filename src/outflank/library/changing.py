"""Changes to stored games: trash, folders, notes and labels.

Each function runs within the caller's transaction.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence

from outflank.library.game_columns import set_column
from outflank.library.incoming import IncomingGame, incoming_game
from outflank.library.keys import position_key
from outflank.library.names import EVERYONE, folder_number, numbers_of
from outflank.library.rows import stored_games
from outflank.library.selection import LISTED, listed
from outflank.library.summaries import forget_summaries
from outflank.library.texts import Kind, set_text

FEW_GAMES = 20
"""Up to this many changed games, stored statistics are invalidated position by position.

This takes 4 ms a game; for more games it is faster to invalidate the statistics of all positions.
"""


def move_to_trash(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Move games to the trash: searches and statistics ignore them until they are restored."""
    connection.execute(
        f"update games set deleted = ? where deleted is null and id in {LISTED}",
        (time.time(), listed(ids)),
    )
    _show(connection, ids, is_shown=False)


def take_from_trash(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Restore games from the trash."""
    connection.execute(f"update games set deleted = null where id in {LISTED}", (listed(ids),))
    _show(connection, ids, is_shown=True)


def purge(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Delete games permanently.

    Their entries in the position index stay until the index is merged the next time.
    """
    _show(connection, ids, is_shown=False)
    set_column(connection, slots_of(connection, ids), "black", 0)
    connection.executemany(
        "delete from texts where rowid = ?", ((4 * game_id + Kind.GAME,) for game_id in ids)
    )
    connection.execute(f"delete from games where id in {LISTED}", (listed(ids),))


def move_to_folder(
    connection: sqlite3.Connection, ids: Sequence[int], folder: str, owner: str
) -> None:
    """Move games to the folder `folder` of `owner`, which is created if missing."""
    number = folder_number(connection, folder, owner)
    forget_positions(connection, ids)
    connection.execute(
        f"update games set folder = ?, changed = ? where id in {LISTED}",
        (number, time.time(), listed(ids)),
    )
    set_column(connection, slots_of(connection, ids), "folder", number)
    forget_positions(connection, ids)


def set_notes(connection: sqlite3.Connection, game_id: int, notes: str) -> None:
    """Replace the notes (free text) of the game with this id."""
    connection.execute(
        "update games set notes = ?, changed = ? where id = ?", (notes, time.time(), game_id)
    )
    refresh_text(connection, game_id)


def set_labels(connection: sqlite3.Connection, game_id: int, labels: Sequence[str]) -> None:
    """Replace the labels (short tags) of the game with this id."""
    numbers = numbers_of(connection, "labels", labels)
    connection.execute("delete from game_labels where game = ?", (game_id,))
    connection.executemany(
        "insert into game_labels values (?, ?)", ((game_id, number) for number in numbers.values())
    )
    connection.execute("update games set changed = ? where id = ?", (time.time(), game_id))
    refresh_text(connection, game_id)


def refresh_text(
    connection: sqlite3.Connection, game_id: int, game: IncomingGame | None = None
) -> None:
    """Update the words by which full-text search finds a game.

    `game` is the content of the game; None means that it is read from the library.
    """
    (notes,) = connection.execute("select notes from games where id = ?", (game_id,)).fetchone()
    labels = connection.execute(
        "select name from game_labels join labels on labels.id = label where game = ?", (game_id,)
    )
    words = [notes, *(label for (label,) in labels)]
    if game is None:
        for _, stored in stored_games(connection, [game_id]):
            game = incoming_game(stored.to_game())
    if game is not None:
        words.append(game.extra_text)
    set_text(connection, Kind.GAME, game_id, " ".join(words))


def slots_of(connection: sqlite3.Connection, ids: Sequence[int]) -> list[int]:
    """The slots (numbers in the position index) of those games that are in the index."""
    rows = connection.execute(
        f"select slot from games where slot is not null and id in {LISTED}", (listed(ids),)
    )
    return [slot for (slot,) in rows]


def _show(connection: sqlite3.Connection, ids: Sequence[int], *, is_shown: bool) -> None:
    set_column(connection, slots_of(connection, ids), "is_shown", int(is_shown))
    forget_positions(connection, ids)


def forget_positions(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Invalidate the stored statistics (`library.summaries`) of all positions of these games.

    Games of visitors do not count in these statistics, so they are left out.
    """
    rows = connection.execute(
        "select games.id from games join folders on folders.id = folder "
        f"where owner = ? and games.id in {LISTED}",
        (EVERYONE, listed(ids)),
    )
    ids = [game_id for (game_id,) in rows]
    if len(ids) > FEW_GAMES:
        forget_summaries(connection)
        return
    for _, stored in stored_games(connection, ids):
        game = stored.to_game()
        nodes = (game.root, *game.main_line())
        forget_summaries(connection, [position_key(node.position) for node in nodes])
