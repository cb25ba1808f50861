"""Selections of games in the library by words and filters, and the SQL conditions for them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from outflank.errors import OutflankError
from outflank.formats.boards import parse_board
from outflank.library import position_index
from outflank.library.keys import position_key
from outflank.library.names import EVERYONE, clean_folder
from outflank.library.opening_names import find_openings
from outflank.library.texts import Kind, items_with, terms_of
from outflank.rules.position import Position

Outcome: TypeAlias = Literal["black", "white", "draw", "none"]
OUTCOMES: tuple[Outcome, ...] = ("black", "white", "draw", "none")

_OUTCOME_CONDITIONS: dict[str, str] = {
    "black": "games.score > 0",
    "white": "games.score < 0",
    "draw": "games.score = 0",
    "none": "games.score is null",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Filters for the games of a library; a game must match all that are given.

    `text`: each word must be a prefix of a word in the names of the players, the event or the
    opening, or in the notes, labels and comments. `player` matches either side, `black` and `white`
    only one. `outcome` is ``"black"``, ``"white"``, ``"draw"`` or ``"none"``; scores are in discs
    for Black. `opening` is a part of an opening's name in any language. `folder` includes its
    subfolders; only folders of the users in `owners` are searched. `position` is found in all eight
    orientations, but with `same_orientation` only in the given one. `ids` are the numbers of games.
    With `deleted` the games in the trash are searched instead of the others.
    """

    text: str = ""
    player: str = ""
    black: str = ""
    white: str = ""
    event: str = ""
    opening: str = ""
    label: str = ""
    folder: str | None = None
    first_year: int | None = None
    last_year: int | None = None
    outcome: Outcome | None = None
    least_score: int | None = None
    greatest_score: int | None = None
    least_moves: int | None = None
    position: Position | None = None
    same_orientation: bool = False
    ids: tuple[int, ...] | None = None
    is_reviewed: bool | None = None
    owners: tuple[str, ...] = (EVERYONE,)
    deleted: bool = False

    def __post_init__(self) -> None:
        if self.outcome is not None and self.outcome not in OUTCOMES:
            raise OutflankError(
                f"{self.outcome!r} is not an outcome; choose one of: {', '.join(OUTCOMES)}"
            )


class Conditions:
    """The conditions of an SQL `where` clause and the values of their parameters.

    `is_narrow` says that one condition matches few games, so that the query should look it up
    first; otherwise all games are scanned in the order of the result.
    """

    def __init__(self) -> None:
        self.is_narrow = False
        self._parts: list[str] = []
        self.values: list[Any] = []

    def add(self, condition: str, *values: Any) -> None:
        """Add an SQL condition with the values of its parameters.

        All conditions are joined by "and".
        """
        self._parts.append(condition)
        self.values.extend(values)

    def __str__(self) -> str:
        return " and ".join(f"({part})" for part in self._parts) or "true"


def conditions_of(connection: sqlite3.Connection, selection: Selection) -> Conditions:
    """Convert `selection` to SQL conditions on the table `games`."""
    where = Conditions()
    where.add(f"games.deleted is {'not ' if selection.deleted else ''}null")
    where.add(f"games.folder in {LISTED}", listed(selected_folders(connection, selection)))
    for condition, value in (
        ("games.year >= ?", selection.first_year),
        ("games.year <= ? and games.year > 0", selection.last_year),
        ("games.score >= ?", selection.least_score),
        ("games.score <= ?", selection.greatest_score),
        ("length(games.moves) >= ?", selection.least_moves),
    ):
        if value is not None:
            where.add(condition, value)
    if selection.outcome is not None:
        where.add(_OUTCOME_CONDITIONS[selection.outcome])
    for names, columns in (
        (selection.player, ("black", "white")),
        (selection.black, ("black",)),
        (selection.white, ("white",)),
    ):
        if names:
            _add_numbers(where, columns, matching(connection, names, Kind.PLAYER))
    if selection.event:
        _add_numbers(where, ("event",), matching(connection, selection.event, Kind.EVENT))
    if selection.opening:
        found = [opening.moves for opening in find_openings(selection.opening)]
        where.add(f"games.opening in {LISTED}", listed(found))
    if selection.label:
        where.add(
            "games.id in (select game from game_labels join labels on labels.id = label "
            "where labels.name = ?)",
            selection.label,
        )
    if selection.is_reviewed is not None:
        where.add(
            f"games.id {'' if selection.is_reviewed else 'not '}in (select game from reviews)"
        )
    if selection.ids is not None:
        where.add(f"games.id in {LISTED}", listed(selection.ids))
    if selection.position is not None:
        # The index holds positions after a forced pass.
        position = _after_forced_pass(selection.position)
        slots: list[int] = position_index.find(connection, position_key(position)).slots.tolist()
        if selection.same_orientation:
            slots = _reaching(connection, slots, position)
        where.add(f"games.slot in {LISTED}", listed(slots))
        where.is_narrow = True
    _add_terms(connection, where, terms_of(selection.text))
    return where


def _reaching(connection: sqlite3.Connection, slots: list[int], position: Position) -> list[int]:
    """Those games among `slots` that reach `position` in exactly this orientation.

    Slots are the numbers by which the index of positions refers to games.
    """
    known: dict[tuple[str | None, bytes], bool] = {}
    reaching = []
    rows = connection.execute(
        f"select slot, start, moves from games where slot in {LISTED}", (listed(slots),)
    )
    for slot, start, moves in rows:
        first = Position.start() if start is None else parse_board(start)[0]
        # Each move fills a square. Many games share their first moves: replay each beginning once.
        beginning = moves[: first.empty_count - position.empty_count]
        if (start, beginning) not in known:
            known[start, beginning] = _replayed(first, beginning) == position
        if known[start, beginning]:
            reaching.append(slot)
    return reaching


def _replayed(position: Position, moves: bytes) -> Position:
    for move in moves:
        position = _after_forced_pass(position).play(move)
    return _after_forced_pass(position)


def _after_forced_pass(position: Position) -> Position:
    """The position after the pass if the side to move must pass, else the position itself."""
    return position.passed() if position.must_pass() else position


def matching(connection: sqlite3.Connection, text: str, kind: Kind) -> list[int]:
    """The numbers of the players or events (by `kind`) whose names match `text`.

    Every word of `text` must be a prefix of a word in the name.
    """
    terms = terms_of(text)
    if not terms:
        return []
    return items_with(connection, " AND ".join(terms), kind)


def selected_folders(connection: sqlite3.Connection, selection: Selection) -> list[int]:
    """The database numbers of the folders in which `selection` searches.

    These are all folders of its owners, or its folder with the subfolders.
    """
    path = clean_folder(selection.folder or "")
    rows = connection.execute(
        f"select id, path from folders where owner in {LISTED}", (listed(selection.owners),)
    )
    return [
        number
        for number, known in rows
        if not path or known == path or known.startswith(f"{path}/")
    ]


def _add_numbers(where: Conditions, columns: Sequence[str], numbers: Sequence[int]) -> None:
    condition = " or ".join(f"games.{column} in {LISTED}" for column in columns)
    where.add(condition, *[listed(numbers)] * len(columns))
    where.is_narrow = True


def _add_terms(connection: sqlite3.Connection, where: Conditions, terms: Sequence[str]) -> None:
    """Add a condition for each search word; different words may match in different columns."""
    columns = ("black", "white", "event", "id", "opening")
    found = sorted((_found(connection, term) for term in terms), key=_FoundNames.size)
    for number, lists in enumerate(found):
        if number == 0:
            # The rarest word is looked up in the columns' indexes, the others are checked then.
            lookups = (f"select id from games where {column} in {LISTED}" for column in columns)
            where.add(f"games.id in ({' union all '.join(lookups)})", *lists.values())
            where.is_narrow = True
        else:
            checks = (f"+games.{column} in {LISTED}" for column in columns)
            where.add(" or ".join(checks), *lists.values())


class _FoundNames(NamedTuple):
    """The matches of one search word.

    These are the numbers of players and events, the numbers of games (by their notes, labels or
    comments), and the moves of openings.
    """

    players: list[int]
    events: list[int]
    games: list[int]
    openings: list[str]

    def values(self) -> list[str]:
        """Parameter values for the columns black, white, event, id and opening, in this order."""
        players = listed(self.players)
        others = (listed(self.events), listed(self.games), listed(self.openings))
        return [players, players, *others]

    def size(self) -> int:
        """A rough measure of how many games match; an event or opening counts as 20 names."""
        return len(self.players) + len(self.games) + 20 * (len(self.events) + len(self.openings))


def _found(connection: sqlite3.Connection, term: str) -> _FoundNames:
    return _FoundNames(
        items_with(connection, term, Kind.PLAYER),
        items_with(connection, term, Kind.EVENT),
        items_with(connection, term, Kind.GAME),
        [opening.moves for opening in find_openings(term.strip('"*').replace(" ", ""))],
    )


LISTED = "(select value from json_each(?))"
"""SQL fragment for `IN`, whose one parameter is a JSON array: a list of any length (see
`listed`)."""


def listed(values: Iterable[int | str]) -> str:
    """Encode `values` as a JSON array, to be bound to the parameter of `LISTED`."""
    return json.dumps(list(values))
