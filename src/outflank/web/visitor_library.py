"""What a visitor may see and change in the library: shared games, and games of their own.

Games imported by `outflank db import` on the server's machine are shared and read-only. Games that
a visitor played or imported are visible to that visitor alone, who may change them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from outflank.errors import OutflankError
from outflank.library.explorer import Exploration, ExplorerFilter
from outflank.library.library import Library
from outflank.library.names import EVERYONE
from outflank.library.rows import GameRow
from outflank.library.selection import Selection
from outflank.library.statistics import Statistics
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.web.shelf import Shelf
from outflank.web.small_board import final_board

Source: TypeAlias = Literal["all", "mine", "shared"]
SOURCES: tuple[Source, ...] = ("all", "mine", "shared")

LONGEST_NOTES = 4000
MOST_LABELS = 12
LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class FoundGames:
    """One page of a list of games; `count` is the number of games in the whole list.

    `boards` has the final position of each game as SVG, if asked for.
    """

    rows: tuple[GameRow, ...] = ()
    count: int = 0
    boards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the library, whether the visitor owns it, and its number of games."""

    path: str
    is_own: bool
    games: int


class VisitorLibrary:
    """The library as seen by one visitor."""

    def __init__(self, shelf: Shelf, visitor: str) -> None:
        self._shelf = shelf
        self.visitor = visitor

    def owners(self, source: Source) -> tuple[str, ...]:
        """The owners of the games in `source`, which is ``shared``, ``mine`` or ``all`` (both)."""
        return {
            "all": (EVERYONE, self.visitor),
            "mine": (self.visitor,),
            "shared": (EVERYONE,),
        }[source]

    def _seen(self, selection: Selection, source: Source) -> Selection:
        """Restrict a selection to games that the visitor may see; in the trash, only own games."""
        return replace(selection, owners=self.owners("mine" if selection.deleted else source))

    # Reading

    async def search(
        self,
        selection: Selection,
        source: Source,
        *,
        order: str = "date",
        limit: int = 50,
        offset: int = 0,
        with_boards: bool = False,
    ) -> FoundGames:
        """Return `limit` games of a selection from number `offset` on, sorted by `order`.

        With `with_boards`, their final positions are included as SVG.
        """
        seen = self._seen(selection, source)

        def ask(library: Library) -> FoundGames:
            rows = library.search(seen, order=order, limit=limit, offset=offset)
            boards = tuple(map(final_board, rows)) if with_boards else ()
            return FoundGames(tuple(rows), library.count(seen), boards)

        return await self._shelf.ask(ask, visitor=self.visitor)

    async def ids(self, selection: Selection, source: Source, most: int) -> list[int]:
        """The ids of the games of a selection, at most `most`, oldest first."""
        seen = self._seen(selection, source)
        return await self._shelf.ask(
            lambda library: library.ids(seen, order="oldest")[:most], visitor=self.visitor
        )

    async def explore(
        self, position: Position, only: ExplorerFilter, source: Source
    ) -> Exploration:
        """The moves played in a position, with their results; counts games that match `only`."""

        def ask(library: Library) -> Exploration:
            # Queries of shared games only are answered from stored summaries.
            has_own = library.owned_by(self.visitor).has_games()
            owners = self.owners(source if has_own or source == "mine" else "shared")
            return library.explore(position, replace(only, owners=owners))

        return await self._shelf.ask(ask, visitor=self.visitor)

    async def statistics(self, selection: Selection, source: Source, language: str) -> Statistics:
        """Statistics of the games of a selection; `language` is the code for opening names."""
        seen = self._seen(selection, source)
        return await self._shelf.ask(
            lambda library: library.statistics(seen, language=language), visitor=self.visitor
        )

    async def folders(self) -> list[Folder]:
        """The visitor's own folders, followed by the shared ones."""

        def ask(library: Library) -> list[Folder]:
            return [
                Folder(path, owner == self.visitor, games)
                for owner in (self.visitor, EVERYONE)
                for path, games in library.folders(owner)
            ]

        return await self._shelf.ask(ask, visitor=self.visitor)

    async def labels(self) -> list[str]:
        """All labels that the visitor has given to games."""
        return await self._shelf.ask(
            lambda library: library.owned_by(self.visitor).labels(), visitor=self.visitor
        )

    async def owned(self, ids: Iterable[int]) -> set[int]:
        """Those of the game `ids` whose games belong to the visitor."""

        def ask(library: Library) -> set[int]:
            owned = library.owned_by(self.visitor)
            return {game_id for game_id in ids if owned.owns(game_id)}

        return await self._shelf.ask(ask, visitor=self.visitor)

    async def game(self, game_id: int) -> Game | None:
        """The shared game with this id; None if there is none."""

        def ask(library: Library) -> Game | None:
            is_shared = library.count(Selection(ids=(game_id,))) == 1
            return library.game(game_id) if is_shared else None

        return await self._shelf.ask(ask, visitor=self.visitor)

    async def public_id(self, game_id: int) -> str | None:
        """The public id of one of the visitor's own games; None for a game of someone else."""
        return await self._shelf.ask(
            lambda library: library.owned_by(self.visitor).public_id(game_id),
            visitor=self.visitor,
        )

    # Changing the visitor's own games

    async def delete(self, ids: Iterable[int]) -> list[int]:
        """Move those of these games that the visitor owns to the trash; return their ids."""
        return await self._change(ids, lambda library, own: library.delete(own))

    async def restore(self, ids: Iterable[int]) -> list[int]:
        """Take those of these games that the visitor owns out of the trash; return their ids."""
        return await self._change(ids, lambda library, own: library.restore(own))

    async def purge(self) -> int:
        """Delete all games in the visitor's trash permanently; return their number."""

        def ask(library: Library) -> int:
            trash = Selection(owners=(self.visitor,), deleted=True)
            return library.purge(library.ids(trash))

        return await self._shelf.ask(ask, visitor=self.visitor)

    async def move(self, ids: Iterable[int], folder: str) -> list[int]:
        """Move those of these games that the visitor owns to `folder`; return their ids."""
        return await self._change(
            ids, lambda library, own: library.move(own, folder, owner=self.visitor)
        )

    async def edit(self, game_id: int, *, notes: str, labels: Sequence[str], folder: str) -> None:
        """Change notes, labels and folder of a game, if the visitor owns it."""
        if len(labels) > MOST_LABELS or any(len(label) > LONGEST_LABEL for label in labels):
            raise OutflankError(
                f"give at most {MOST_LABELS} tags of {LONGEST_LABEL} characters each"
            )

        def change(library: Library, own: list[int]) -> None:
            for number in own:
                library.set_notes(number, notes[:LONGEST_NOTES])
                library.set_labels(number, labels)
            library.move(own, folder, owner=self.visitor)

        await self._change([game_id], change)

    async def _change(
        self, ids: Iterable[int], change: Callable[[Library, list[int]], object]
    ) -> list[int]:
        def ask(library: Library) -> list[int]:
            owned = library.owned_by(self.visitor)
            own = [game_id for game_id in ids if owned.owns(game_id)]
            change(library, own)
            return own

        return await self._shelf.ask(ask, visitor=self.visitor)
