"""What the engine found about a position."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.rules.squares import Square
from outflank.search.result import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One of the moves of a position: what it is worth in discs, and the play expected after it."""

    move: Square
    score: float
    principal_variation: tuple[Square, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(SearchResult):
    """The answer of the engine; `score` is in discs for the side to move.

    `depth` is the number of plies searched, all empties for a search to the end of the game.
    `confidence` is in per cent. `lines` has the best moves, best first, where more than one was
    asked for.
    """

    confidence: int
    lines: tuple[Line, ...] = ()
