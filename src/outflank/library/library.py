"""The library: all games that a user keeps, found by words, dates, results and positions."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from outflank.errors import OutflankError
from outflank.formats import write_file
from outflank.library import changing
from outflank.library.adding import BatchReport, add_games, index_stored
from outflank.library.database import WAIT_SECONDS, Database, library_path
from outflank.library.explorer import Exploration, Explorer, ExplorerFilter
from outflank.library.importing import (
    BATCH_GAMES,
    Advance,
    ImportReport,
    NameFiles,
    import_games,
    tidy,
)
from outflank.library.incoming import incoming_game
from outflank.library.names import folder_number, parts_of
from outflank.library.opening_names import ENGLISH
from outflank.library.owned import OwnedGames, empty_visitors_trash, visitors_games
from outflank.library.rows import ORDERS, GameRow, read_games, rows_of, select_rows, stored_games
from outflank.library.saving import SavedGame, load_game, new_public_id, save_game
from outflank.library.selection import Selection, conditions_of
from outflank.library.statistics import Statistics, statistics_of
from outflank.library.summaries import refresh_summaries
from outflank.rules.game import Game
from outflank.rules.position import Position

if TYPE_CHECKING:
    from outflank.engine.review import Review

EVERYTHING = Selection()


class Library:
    """The games in the SQLite file at `path`, by default the user's own (`library_path`).

    >>> from outflank import Game
    >>> from outflank.library import Library, Selection
    >>> with Library(":memory:") as library:
    ...     game = Game.from_moves("f5 d6 c3 d3 c4".split())
    ...     game.tags["black"] = "Rose"
    ...     report = library.add([game])
    ...     [(row.black, row.opening_name()) for row in library.search(Selection(player="rose"))]
    [('Rose', 'Tiger')]

    Several processes may use a library at once; use each object in one thread only. A writer waits
    up to `wait_seconds` for the lock.

    Every folder has an owner: the empty string for games that everyone sees, or a visitor of the
    web app. An id is the number of a game's row; a public id is an unguessable name for URLs.
    """

    def __init__(
        self, path: str | Path | None = None, *, wait_seconds: float = WAIT_SECONDS
    ) -> None:
        file = Path(path) if path is not None else library_path()
        self._database = Database(file, wait_seconds=wait_seconds)
        self._explorer = Explorer(self._database)
        self._index_missing()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @property
    def path(self) -> Path:
        """The path of the library's file."""
        return self._database.path

    def _index_missing(self) -> None:
        """Add games to the position index that are not in it, as after a recovery."""
        while ids := self._database.rows(
            f"select id from games where slot is null and is_open = 0 limit {BATCH_GAMES}"
        ):
            with self._database.transaction() as connection:
                index_stored(
                    connection, list(stored_games(connection, [game_id for (game_id,) in ids]))
                )

    # Bring games in

    def add(
        self,
        games: Iterable[Game],
        *,
        folder: str = "",
        owner: str = "",
        keep_duplicates: bool = False,
    ) -> BatchReport:
        """Add games to the folder `folder` of `owner`; skip duplicates unless `keep_duplicates`."""
        incoming = [incoming_game(game, number) for number, game in enumerate(games, 1)]
        with self._database.transaction() as connection:
            number = folder_number(connection, folder, owner)
            report = add_games(connection, incoming, number, keep_duplicates=keep_duplicates)
            refresh_summaries(connection)
        return report

    def import_paths(
        self,
        paths: Sequence[str | Path],
        *,
        folder: str | None = None,
        names: NameFiles | None = None,
        owner: str = "",
        most_games: int | None = None,
        batch_games: int = BATCH_GAMES,
        progress: Callable[[Advance], None] | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> ImportReport:
        """Import files and folders of games in any format; see `importing.import_games`."""
        return import_games(
            self._database,
            [Path(path) for path in paths],
            folder=folder,
            owner=owner,
            names=names,
            most_games=most_games,
            batch_games=batch_games,
            progress=progress,
            should_stop=should_stop,
        )

    def tidy(self) -> int:
        """Recompute all ratings and compact the position index, as at the end of a large import.

        Returns the number of players with a rating.
        """
        return tidy(self._database)

    # Find games

    def search(
        self,
        selection: Selection = EVERYTHING,
        *,
        order: str = "date",
        limit: int = 50,
        offset: int = 0,
    ) -> list[GameRow]:
        """The games of a selection as rows, in an order named in `ORDERS`.

        Returns at most `limit` rows after skipping the first `offset`.
        """
        if order not in ORDERS:
            raise OutflankError(f"there is no order {order!r}; choose one of: {', '.join(ORDERS)}")
        where = conditions_of(self._database.connection, selection)
        return select_rows(self._database.connection, where, order, limit, offset)

    def count(self, selection: Selection = EVERYTHING) -> int:
        """The number of games in a selection."""
        where = conditions_of(self._database.connection, selection)
        row = self._database.row(f"select count(*) from games where {where}", where.values)
        return int(row[0]) if row else 0

    def ids(self, selection: Selection = EVERYTHING, *, order: str = "id") -> list[int]:
        """The ids of all games of a selection, in an order named in `ORDERS`."""
        where = conditions_of(self._database.connection, selection)
        rows = self._database.rows(
            f"select games.id from games where {where} order by {ORDERS[order]}", where.values
        )
        return [game_id for (game_id,) in rows]

    def row(self, game_id: int) -> GameRow:
        """The row of the game with this id, even if it is in the trash."""
        rows = rows_of(self._database.connection, [game_id])
        if not rows:
            raise OutflankError(f"there is no game {game_id} in {self.path}")
        return rows[0]

    def game(self, game_id: int) -> Game:
        """The game with this id, even if it is in the trash; its current node is its end."""
        for game in read_games(self._database.connection, [game_id]):
            return game
        raise OutflankError(f"there is no game {game_id} in {self.path}")

    def games(self, selection: Selection = EVERYTHING, *, order: str = "id") -> Iterator[Game]:
        """Iterate over the games of a selection, in an order named in `ORDERS`."""
        return read_games(self._database.connection, self.ids(selection, order=order))

    def export(
        self,
        selection: Selection,
        path: str | Path,
        *,
        format_name: str | None = None,
        order: str = "oldest",
    ) -> int:
        """Write the games of a selection to a file; return their number.

        `format_name` is a game format; None means the format of the file's extension.
        """
        games = list(self.games(selection, order=order))
        if not games:
            raise OutflankError("no game matches, so there is nothing to export")
        write_file(path, games, format_name)
        return len(games)

    def explore(self, position: Position, only: ExplorerFilter | None = None) -> Exploration:
        """Statistics of the moves played in a position; see `explorer`.

        `only` filters the games. All eight orientations of the position count.
        """
        return self._explorer.explore(position, only)

    # Change games

    def delete(self, ids: Iterable[int]) -> int:
        """Move games to the trash; return how many of them were not in it yet."""
        return self._change(ids, changing.move_to_trash, Selection(deleted=False))

    def restore(self, ids: Iterable[int]) -> int:
        """Restore games from the trash; return how many of them were in it."""
        return self._change(ids, changing.take_from_trash, Selection(deleted=True))

    def purge(self, ids: Iterable[int]) -> int:
        """Delete those of the games that are in the trash permanently; return their number."""
        return self._change(ids, changing.purge, Selection(deleted=True))

    def move(self, ids: Iterable[int], folder: str, *, owner: str = "") -> None:
        """Move games to the folder `folder` of `owner`, which is created if missing."""
        with self._database.transaction() as connection:
            for part in parts_of(list(ids), BATCH_GAMES):
                changing.move_to_folder(connection, part, folder, owner)
            refresh_summaries(connection)

    def set_notes(self, game_id: int, notes: str) -> None:
        """Replace the notes (free text) of the game with this id."""
        self.row(game_id)
        with self._database.transaction() as connection:
            changing.set_notes(connection, game_id, notes)

    def set_labels(self, game_id: int, labels: Sequence[str]) -> None:
        """Replace the labels (short tags) of the game with this id."""
        self.row(game_id)
        with self._database.transaction() as connection:
            changing.set_labels(connection, game_id, labels)

    def _change(self, ids: Iterable[int], change: Callable[..., None], selection: Selection) -> int:
        changed = 0
        for part in parts_of(list(ids), BATCH_GAMES):
            with self._database.transaction() as connection:
                state = "not null" if selection.deleted else "null"
                rows = connection.execute(
                    f"select id from games where deleted is {state} "
                    "and id in (select value from json_each(?))",
                    (json.dumps(list(part)),),
                )
                found = [game_id for (game_id,) in rows]
                change(connection, found)
                refresh_summaries(connection)
                changed += len(found)
        return changed

    def folders(self, owner: str = "") -> list[tuple[str, int]]:
        """The folders of an owner, each with its number of games, not counting the trash."""
        rows = self._database.rows(
            "select path, count(games.id) from folders "
            "left join games on games.folder = folders.id and games.deleted is null "
            "where owner = ? group by path order by path",
            (owner,),
        )
        return [(path, count) for path, count in rows]

    # Reviews and statistics

    def store_review(self, game_id: int, review: Review, searched: str = "") -> None:
        """Store the review of a game in place of an earlier one.

        `searched` names its search limit, such as ``"standard"``.
        """
        # Reviews belong to the engine, which loads Numba; nothing else here does.
        from outflank.library.reviews import store_review

        self.row(game_id)
        with self._database.transaction() as connection:
            store_review(connection, game_id, review, searched)

    def review(self, game_id: int) -> Review | None:
        """The stored review of a game, or None. It ends at the first move changed since."""
        from outflank.engine.review import Review

        row = self._database.row("select review from reviews where game = ?", (game_id,))
        return Review.from_dict(json.loads(row[0]), self.game(game_id)) if row else None

    def statistics(
        self, selection: Selection = EVERYTHING, *, language: str = ENGLISH
    ) -> Statistics:
        """Counts by year, opening and player, and mean disc losses from stored reviews.

        Opening names are in `language`.
        """
        return statistics_of(self._database.connection, selection, language)

    # Games that a front end plays, and the games of its visitors

    def owned_by(self, owner: str) -> OwnedGames:
        """Access to the games of one owner, such as a visitor of the web app."""
        return OwnedGames(self._database, owner)

    def visitors_games(self) -> int:
        """The number of games of all visitors of the web app."""
        return visitors_games(self._database)

    def empty_visitors_trash(self, days: float) -> int:
        """Permanently delete games that visitors put in the trash at least `days` days ago.

        Returns their number.
        """
        return empty_visitors_trash(self._database, days)

    def save(
        self,
        game: Game,
        *,
        public_id: str | None = None,
        owner: str = "",
        folder: str = "",
        session: str | None = None,
        is_open: bool = False,
        changed: float | None = None,
    ) -> str:
        """Save a game under its public id, a new one if none is given; return the public id.

        `session` is any text that the front end needs to continue the game. A game with `is_open`
        is still being played; it enters the position index when it is saved with `is_open` False.
        `changed` is a Unix time, by default now.
        """
        public_id = public_id or new_public_id()
        with self._database.transaction() as connection:
            save_game(
                connection,
                public_id,
                game,
                owner=owner,
                folder=folder,
                session=session,
                is_open=is_open,
                changed=time.time() if changed is None else changed,
            )
            refresh_summaries(connection)
        return public_id

    def load(self, public_id: str) -> SavedGame | None:
        """The game that was saved under this public id, or None."""
        return load_game(self._database.connection, public_id)

    def settings(self, owner: str) -> dict[str, Any]:
        """The web app's settings of an owner; an empty dictionary for a new owner."""
        row = self._database.row("select value from settings where owner = ?", (owner,))
        settings: dict[str, Any] = json.loads(row[0]) if row else {}
        return settings

    def set_settings(self, owner: str, settings: dict[str, Any]) -> None:
        """Replace the web app's settings of an owner."""
        with self._database.transaction() as connection:
            connection.execute(
                "insert into settings values (?, ?) "
                "on conflict (owner) do update set value = excluded.value",
                (owner, json.dumps(settings)),
            )

    # Care

    def check(self) -> list[str]:
        """Look for damage in the file; return one line for each problem.

        Runs SQLite's integrity check, and looks for broken references and games missing in the
        index.
        """
        problems = [
            str(line) for (line,) in self._database.rows("pragma integrity_check") if line != "ok"
        ]
        problems += [
            f"table {table}, row {row}: refers to a missing row of {parent}"
            for table, row, parent, _ in self._database.rows("pragma foreign_key_check")
        ]
        stored = self._database.row(
            "select coalesce(sum(length(moves) + 1), 0) from games where slot is not null"
        )
        indexed = self._database.row("select coalesce(sum(entries), 0) from position_blocks")
        if stored and indexed and indexed[0] < stored[0]:
            problems.append(
                f"the position index has {indexed[0]:,} entries for {stored[0]:,} positions"
            )
        return problems
