"""Names of openings in several languages.

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
"""The code of the language in which every opening has a name."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """A named opening: its moves in the usual order from f5, and its names by language code."""

    moves: str
    names: Mapping[str, str]

    def name(self, language: str = ENGLISH) -> str:
        """The name in a language such as ``"ja"``; in English if it has none in that language."""
        return self.names.get(language, self.names[ENGLISH])

    def game(self) -> Game:
        """A new `Game` in which the moves of the opening have been played."""
        return parse_transcript(self.moves)


@cache
def named_openings() -> tuple[NamedOpening, ...]:
    """All named openings, the shortest first."""
    entries = json.loads(FILE.read_text("utf-8"))["openings"]
    return tuple(NamedOpening(entry["moves"], entry["names"]) for entry in entries)


@cache
def openings_by_key() -> Mapping[int, NamedOpening]:
    """All named openings by the key of their final position (`position_key`)."""
    reached = {"": Position.start()}
    for opening in named_openings():
        for end in range(2, len(opening.moves) + 1, 2):
            line = opening.moves[:end]
            if line not in reached:  # most openings are the beginning of others
                reached[line] = reached[line[:-2]].play(parse_square(line[-2:]))
    return {position_key(reached[opening.moves]): opening for opening in named_openings()}


@cache
def openings_by_moves() -> Mapping[str, NamedOpening]:
    """All named openings by their usual moves, which the library stores with each game."""
    return {opening.moves: opening for opening in named_openings()}


def opening_at(position: Position) -> NamedOpening | None:
    """The named opening that ends in this position, in any orientation, or None."""
    return openings_by_key().get(position_key(position))


def opening_of(game: Game) -> NamedOpening | None:
    """The last named opening on the way to the current node of `game`, or None."""
    line = (game.root, *game.current.line())
    return _last_named(node.position for node in line[: longest_opening() + 1])


def opening_of_record(game: Game) -> NamedOpening | None:
    """The last named opening on the main line of `game`, or None."""
    line = (game.root, *game.main_line())
    return _last_named(node.position for node in line[: longest_opening() + 1])


def opening_name(game: Game, language: str = ENGLISH) -> str | None:
    """The name of the last named opening on the way to the current node of `game`, or None.

    >>> from outflank import Game
    >>> from outflank.library import opening_name
    >>> opening_name(Game.from_moves("e6 f4 c3 c4 d3".split()))
    'Tiger'
    """
    opening = opening_of(game)
    return opening.name(language) if opening else None


def find_openings(text: str) -> list[NamedOpening]:
    """The openings that have a name, in any language, that contains `text`; case is ignored."""
    wanted = text.casefold()
    return [
        opening
        for opening in named_openings()
        if any(wanted in name.casefold() for name in opening.names.values())
    ]


@cache
def longest_opening() -> int:
    """Number of moves of the longest named opening."""
    return max(len(opening.moves) // 2 for opening in named_openings())


def _last_named(positions: Iterable[Position]) -> NamedOpening | None:
    found = None
    for position in positions:
        found = opening_at(position) or found
    return found
