"""Pairs of games with the same opening, which are the unit of match statistics.

The two games of a pair share an opening, so their results are correlated: an opening that favours
Black is won once by each player. Counting single games would misjudge the error of a match. Pairs
are independent, and have five possible results: 0, ½, 1, 1½ or 2 points for the first player.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from outflank.arena.messages import MatchGame

Counts: TypeAlias = tuple[int, int, int, int, int]

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points per game of the five possible pair results (0, ½, 1, 1½ and 2 points in two games)."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Numbers of pairs in which the first player scored 0, ½, 1, 1½ and 2 points (pentanomial)."""

    counts: Counts = (0, 0, 0, 0, 0)

    @staticmethod
    def of_points(points: Iterable[float]) -> PairCounts:
        """Count pair results, given the first player's points (0 to 2) in each pair."""
        counts = [0, 0, 0, 0, 0]
        for pair_points in points:
            counts[round(2 * pair_points)] += 1
        return PairCounts((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        """Total number of pairs."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """Total number of games, two per pair."""
        return 2 * self.pairs

    @property
    def points(self) -> float:
        """Points of the first player: 1 per win, ½ per draw."""
        return 2 * sum(count * score for count, score in zip(self.counts, PAIR_SCORES, strict=True))

    @property
    def score(self) -> float:
        """The first player's points per game, 0 to 1; ½ if there are no games."""
        return self.points / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """Variance of the points per game between pairs."""
        return self.spread_about(self.score) / self.pairs if self.pairs else 0.0

    def spread_about(self, score: float) -> float:
        """Sum over all pairs of (points per game of the pair − `score`)²."""
        return sum(
            count * (value - score) ** 2
            for count, value in zip(self.counts, PAIR_SCORES, strict=True)
        )

    def swapped(self) -> PairCounts:
        """The same results counted from the second player's side."""
        ww, wd, even, ld, ll = self.counts
        return PairCounts((ll, ld, even, wd, ww))

    def __add__(self, other: PairCounts) -> PairCounts:
        a, b = self.counts, other.counts
        return PairCounts((a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]))


def points_of(score_discs: int) -> float:
    """Points for the disc difference of a game: 1 for a win, ½ for a draw, 0 for a loss."""
    return 0.5 + (score_discs > 0) / 2 - (score_discs < 0) / 2


def pair_points(games: Iterable[MatchGame]) -> dict[int, float]:
    """The first player's points (0 to 2) in each complete pair, by the pair's number from 0."""
    halves: dict[int, dict[int, float]] = {}
    for game in games:
        pair, half = divmod(game.task.number - 1, 2)
        halves.setdefault(pair, {})[half] = points_of(game.first_score)
    return {pair: sum(both.values()) for pair, both in sorted(halves.items()) if len(both) == 2}
