"""Count wins, draws and losses, with standard errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of one side: games won, drawn and lost, and the sum of its disc differences.

    Empty squares count for the winner. Without games, `score` is one half, and rates and means are
    0.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    discs: int = 0

    @staticmethod
    def of_scores(scores: Iterable[int]) -> Tally:
        """Count games, given the disc difference of each for this side."""
        scores = list(scores)
        return Tally(
            sum(score > 0 for score in scores),
            sum(score == 0 for score in scores),
            sum(score < 0 for score in scores),
            sum(scores),
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Total points: one for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Mean points per game, 0 to 1."""
        return self.points / self.games if self.games else 0.5

    @property
    def sigma(self) -> float:
        """The standard error of `score` by the binomial distribution, √(p(1−p)/n)."""
        return _binomial_sigma(self.score, self.games)

    @property
    def win_rate(self) -> float:
        """The share of games won, 0 to 1;
        draws count nothing, as in report 002 (docs/reports.md).
        """
        return self.wins / self.games if self.games else 0.0

    @property
    def win_sigma(self) -> float:
        """The standard error of `win_rate`."""
        return _binomial_sigma(self.win_rate, self.games)

    @property
    def mean_discs(self) -> float:
        """The mean disc difference per game."""
        return self.discs / self.games if self.games else 0.0

    def swapped(self) -> Tally:
        """The same games counted for the other side."""
        return Tally(self.losses, self.draws, self.wins, -self.discs)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.discs + other.discs,
        )


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of `values`; 0 for fewer than two values."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return sqrt(variance / count)


def _binomial_sigma(share: float, count: int) -> float:
    return sqrt(share * (1 - share) / count) if count else 0.0
