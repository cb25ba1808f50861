"""The result of a search: move, score, principal variation and counters."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from outflank.rules.squares import NAMED_MOVES, Square, named_moves


class ScoreUnit(enum.Enum):
    """The unit of a score.

    `DISCS`: the disc difference at the end of the game, −64 to +64. `POINTS`: the points of an
    evaluation that does not count discs. `WIN_SHARE`: the mean result of playouts, from 0 (all
    lost) to 1 (all won).
    """

    DISCS = "discs"
    POINTS = "points"
    WIN_SHARE = "win share"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The result of any search.

    `score` is for the side to move, in `unit`. A search whose evaluation counts points gives its
    score in discs if it has seen the end of the game. `depth` is the last depth that was searched
    completely. `complete` is False if a limit ended the search early; the move then comes from the
    last complete depth or a deeper one. `is_exact` says that the score is proved to be the result
    of best play by both sides. `is_from_book` says that the move comes from an opening book,
    without a search.
    """

    move: Square
    score: float
    unit: ScoreUnit
    principal_variation: tuple[Square, ...]
    depth: int
    nodes: int
    leaves: int
    table_hits: int
    seconds: float
    complete: bool
    is_exact: bool = False
    is_from_book: bool = False

    def __post_init__(self) -> None:
        """Convert the plain integers of the kernels to squares that print as names."""
        object.__setattr__(self, "move", NAMED_MOVES[self.move])
        object.__setattr__(self, "principal_variation", named_moves(self.principal_variation))

    def __str__(self) -> str:
        """One readable line, such as ``d3 -1.23 discs at depth 8: d3 c4 f4``."""
        line = " ".join(map(str, self.principal_variation))
        return f"{self.move} {self.score:+.2f} {self.unit.value} at depth {self.depth}: {line}"

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second of wall-clock time."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def effective_branching_factor(self) -> float:
        """The number of moves per node of a uniform tree with the same depth and number of leaves:
        leaves^(1/depth).
        """
        return float(max(self.leaves, 1)) ** (1 / self.depth) if self.depth else 0.0

    @property
    def leaf_ratio(self) -> float:
        """The share of nodes that were leaves, 0 to 1."""
        return self.leaves / self.nodes if self.nodes else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The result as a dictionary for JSON. Moves are names;
        ``best`` is None if there is no move.
        """
        return {
            "best": str(self.move) if self.principal_variation else None,
            "score": self.score,
            "unit": self.unit.value,
            "pv": [str(move) for move in self.principal_variation],
            "depth": self.depth,
            "exact": self.is_exact,
            "complete": self.complete,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "table_hits": self.table_hits,
            "seconds": round(self.seconds, 6),
            "book": self.is_from_book,
        }


SearchProgress: TypeAlias = Callable[[SearchResult], None]
"""A callback that a search calls with the result so far, after each completed step."""
