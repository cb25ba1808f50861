"""What a search found, and what it took."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from outflank.rules.squares import Square


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The answer of any search.

    `score` is in the units of the evaluation, for the side to move. `depth` is the last depth that
    was searched completely. `complete` is false where the limit ended the search before it had
    done all it was asked to; the move then comes from the last complete depth or better.
    `score_discs` is the score in discs where the search knows it; `is_exact` says that it is proved
    to be the result of best play by both sides.
    """

    move: Square
    score: float
    principal_variation: tuple[Square, ...]
    depth: int
    nodes: int
    leaves: int
    table_hits: int
    seconds: float
    complete: bool
    score_discs: float | None = None
    is_exact: bool = False

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second of wall-clock time."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def effective_branching_factor(self) -> float:
        """The width of an even tree with as many leaves and this depth: leaves^(1/depth)."""
        return float(max(self.leaves, 1)) ** (1 / self.depth) if self.depth else 0.0

    @property
    def leaf_ratio(self) -> float:
        """The share of nodes that were leaves."""
        return self.leaves / self.nodes if self.nodes else 0.0


SearchProgress: TypeAlias = Callable[[SearchResult], None]
"""Told of what a search has found so far, whenever it has got a step further."""
