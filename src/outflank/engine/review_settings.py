"""Settings of a review (depth, confidence, exact solves), and an estimate of the time it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from outflank.engine.book.choosing import OFF
from outflank.engine.forecast import NODES_PER_SECOND, solution_nodes
from outflank.errors import OutflankError
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.search.limit import CONFIDENCES, Limit

LEAST_DEPTH = 2
"""Least depth of a review in plies: the position after the played move is searched one ply less
deep, which leaves one."""

MOST_EMPTIES = 60

NODES_OF_DEPTH_10 = 25e3
DEPTH_GROWTH = 1.57
"""`NODES_OF_DEPTH_10` is the number of nodes of a selective search to 10 plies with an empty table;
`DEPTH_GROWTH` is the factor for each further ply. Both are fitted to the moves of a game from 24 to
56 empties, searched 10, 16 and 20 plies."""

SEARCHES_OF_MOVE = 1.5
"""Cost of reviewing a move, in searches of the position before it. Unless the played move was the
best, the position after it is searched too, one ply less deep."""

CUSTOM = "custom"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings:
    """How a review searches. There is no time limit, so every machine gets the same result.

    Positions with `exact_empties` or fewer empty squares are solved exactly. Others are searched to
    `depth` plies with the selectivity `confidence`, one of `CONFIDENCES` in per cent. `book` is
    ``"off"``, ``"on"`` (the shipped opening book) or the path of a book's file: scores come from
    the book if it has the position and the played move. The same book gives the same review.
    """

    depth: int
    confidence: int = CONFIDENCES[0]
    exact_empties: int = 20
    book: str = OFF

    def __post_init__(self) -> None:
        if self.depth < LEAST_DEPTH:
            raise OutflankError(
                f"depth={self.depth} is too little for a review; give {LEAST_DEPTH} or more"
            )
        if self.confidence not in CONFIDENCES:
            known = ", ".join(map(str, CONFIDENCES))
            raise OutflankError(f"confidence={self.confidence!r} is none of {known}")
        if not 0 <= self.exact_empties <= MOST_EMPTIES:
            raise OutflankError(
                f"exact_empties={self.exact_empties} is out of range; give 0 to {MOST_EMPTIES}"
            )

    @property
    def name(self) -> str:
        """The name of these settings in `REVIEWS`, apart from the book, or ``custom``."""
        searches = replace(self, book=OFF)
        return next((name for name, known in REVIEWS.items() if known == searches), CUSTOM)

    @property
    def description(self) -> str:
        """The settings as a short text in English."""
        selective = "" if self.confidence == CONFIDENCES[-1] else ", selective"
        book = "" if self.book == OFF else f", book={self.book}"
        return (
            f"{self.name} review: {self.depth} plies{selective}, "
            f"exact from {self.exact_empties} empties{book}"
        )

    def limit(self, position: Position) -> Limit:
        """The limit for the search of `position`: an exact solve, or a depth with a confidence."""
        if position.empty_count <= self.exact_empties:
            return Limit(exact=True)
        return Limit(depth=self.depth, confidence=self.confidence)

    def position_nodes(self, position: Position) -> float:
        """Estimated number of nodes of the search of `position`."""
        empties = position.empty_count
        if empties <= self.exact_empties:
            return solution_nodes(empties)
        return float(NODES_OF_DEPTH_10 * DEPTH_GROWTH ** (min(self.depth, empties) - 10))

    def estimated_seconds(self, game: Game, threads: int = 1) -> float:
        """Estimated seconds of a review of the main line, right within a factor of about two."""
        positions = [node.parent.position for node in game.main_line() if node.parent is not None]
        nodes = SEARCHES_OF_MOVE * sum(map(self.position_nodes, positions))
        return nodes / NODES_PER_SECOND / threads

    def as_dict(self) -> dict[str, Any]:
        """The settings as a dictionary of JSON types; `from_dict` reads it."""
        return {
            "name": self.name,
            "depth": self.depth,
            "confidence": self.confidence,
            "exact_empties": self.exact_empties,
            "book": self.book,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ReviewSettings:
        """Read settings from the result of `as_dict`."""
        return cls(
            depth=int(data["depth"]),
            confidence=int(data["confidence"]),
            exact_empties=int(data["exact_empties"]),
            # Reviews stored by version 0.2.0 have no such field.
            book=str(data.get("book", OFF)),
        )


QUICK = ReviewSettings(depth=12, exact_empties=20)
STANDARD = ReviewSettings(depth=18, exact_empties=22)
DEEP = ReviewSettings(depth=22, exact_empties=24)

REVIEWS = {"quick": QUICK, "standard": STANDARD, "deep": DEEP}
"""The predefined settings by name."""


def review_settings(given: ReviewSettings | str, *, book: str | None = None) -> ReviewSettings:
    """Return `given`, or the predefined settings of that name.

    If `book` is not None, it replaces the opening book of the settings.
    """
    if isinstance(given, ReviewSettings):
        settings = given
    elif given in REVIEWS:
        settings = REVIEWS[given]
    else:
        raise OutflankError(f"review={given!r} is not known; give {', '.join(REVIEWS)}")
    return settings if book is None else replace(settings, book=book)
