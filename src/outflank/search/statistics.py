"""Search statistics as in report 001 (docs/reports.md): per iteration, per move and per game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outflank.search.result import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStatistics:
    """Totals over several searches, such as those of one side in a game.

    `depths` and `branching_factors` are sums, from which the means are computed.
    """

    searches: int = 0
    nodes: int = 0
    leaves: int = 0
    table_hits: int = 0
    seconds: float = 0.0
    depths: int = 0
    branching_factors: float = 0.0

    def after(self, result: SearchResult) -> SearchStatistics:
        """New totals that include `result`."""
        return SearchStatistics(
            searches=self.searches + 1,
            nodes=self.nodes + result.nodes,
            leaves=self.leaves + result.leaves,
            table_hits=self.table_hits + result.table_hits,
            seconds=self.seconds + result.seconds,
            depths=self.depths + result.depth,
            branching_factors=self.branching_factors + result.effective_branching_factor,
        )

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second of wall-clock time."""
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def leaf_ratio(self) -> float:
        """The share of nodes that were leaves, 0 to 1."""
        return self.leaves / self.nodes if self.nodes else 0.0

    @property
    def mean_depth(self) -> float:
        """The mean depth, in plies, to which a search was completed."""
        return self.depths / self.searches if self.searches else 0.0

    @property
    def mean_branching_factor(self) -> float:
        """The mean of the searches' effective branching factors."""
        return self.branching_factors / self.searches if self.searches else 0.0

    def __str__(self) -> str:
        """The statistics as one readable line."""
        return _line(
            f"{self.searches} searches, depth {self.mean_depth:.1f}",
            self.nodes,
            self.nodes_per_second,
            self.leaf_ratio,
            self.table_hits,
            self.mean_branching_factor,
        )


def search_line(result: SearchResult) -> str:
    """The statistics of one search as one readable line."""
    if result.is_from_book:
        return f"from the book, depth {result.depth}, score {result.score:+.2f}"
    return _line(
        f"depth {result.depth}",
        result.nodes,
        result.nodes_per_second,
        result.leaf_ratio,
        result.table_hits,
        result.effective_branching_factor,
    )


def statistics_as_dict(result: SearchResult) -> dict[str, Any]:
    """The statistics of one search as a dictionary for JSON.

    During a search, the numbers of an iteration include all iterations before it.
    """
    return {
        "depth": result.depth,
        "nodes": result.nodes,
        "nodes_per_second": round(result.nodes_per_second),
        "leaves": result.leaves,
        "leaf_ratio": round(result.leaf_ratio, 4),
        "table_hits": result.table_hits,
        "branching_factor": round(result.effective_branching_factor, 3),
        "seconds": round(result.seconds, 6),
    }


def _line(
    searched: str, nodes: int, speed: float, leaf_ratio: float, hits: int, branching: float
) -> str:
    # The engine counts neither leaves nor hits of its table.
    leaves = f", leaves {leaf_ratio:.0%}, cache hits {hits:,}" if leaf_ratio else ""
    width = f", branching {branching:.2f}" if leaf_ratio else ""
    return f"{searched}, {nodes:,} nodes, {speed:,.0f} nodes/s{leaves}{width}"
