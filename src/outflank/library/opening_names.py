"""Names of openings, in the languages that have one.

A name belongs to a position, and so to all its transpositions in any of the eight orientations.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outflank.formats.transcript import parse_transcript
from outflank.library.keys import position_key
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import parse_square

# Importing `importlib.resources` would take longer than everything else here.
FILE = Path(__file__).parents[1] / "data" / "opening_names.json"

ENGLISH = "en"
"""The language in which every opening has a name."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """An opening that players know by a name; `moves` is the usual order, beginning with f5."""

    moves: str
    names: Mapping[str, str]

    def name(self, language: str = ENGLISH) -> str:
        """Its name in a language such as ``"ja"``, else in English."""
        return self.names.get(language, self.names[ENGLISH])

    def game(self) -> Game:
        """A game with the opening played."""
        return parse_transcript(self.moves)


@cache
def named_openings() -> tuple[NamedOpening, ...]:
    """All openings with names, the shortest first."""
    entries = json.loads(FILE.read_text("utf-8"))["openings"]
    return tuple(NamedOpening(entry["moves"], entry["names"]) for entry in entries)


@cache
def openings_by_key() -> Mapping[int, NamedOpening]:
    """Every named opening by the key of its position (`position_key`)."""
    reached = {"": Position.start()}
    for opening in named_openings():
        for end in range(2, len(opening.moves) + 1, 2):
            line = opening.moves[:end]
            if line not in reached:  # most openings are the beginning of others
                reached[line] = reached[line[:-2]].play(parse_square(line[-2:]))
    return {position_key(reached[opening.moves]): opening for opening in named_openings()}


@cache
def openings_by_moves() -> Mapping[str, NamedOpening]:
    """Every named opening by its usual moves, under which the library stores it."""
    return {opening.moves: opening for opening in named_openings()}


def opening_at(position: Position) -> NamedOpening | None:
    """The opening with this position, in any orientation, or None."""
    return openings_by_key().get(position_key(position))


def opening_of(game: Game) -> NamedOpening | None:
    """The named position that `game` reaches last on the way to its cursor, or None."""
    line = (game.root, *game.current.line())
    return _last_named(node.position for node in line[: longest_opening() + 1])


def opening_of_record(game: Game) -> NamedOpening | None:
    """The named position that the main line of `game` reaches last, or None."""
    line = (game.root, *game.main_line())
    return _last_named(node.position for node in line[: longest_opening() + 1])


def opening_name(game: Game, language: str = ENGLISH) -> str | None:
    """The opening name of `game` up to its cursor, or None.

    >>> from outflank import Game
    >>> from outflank.library import opening_name
    >>> opening_name(Game.from_moves("e6 f4 c3 c4 d3".split()))
    'Tiger'
    """
    opening = opening_of(game)
    return opening.name(language) if opening else None


def find_openings(text: str) -> list[NamedOpening]:
    """The openings whose name contains `text`, in any language and either case."""
    wanted = text.casefold()
    return [
        opening
        for opening in named_openings()
        if any(wanted in name.casefold() for name in opening.names.values())
    ]


@cache
def longest_opening() -> int:
    """Moves of the longest opening that has a name."""
    return max(len(opening.moves) // 2 for opening in named_openings())


def _last_named(positions: Iterable[Position]) -> NamedOpening | None:
    found = None
    for position in positions:
        found = opening_at(position) or found
    return found
