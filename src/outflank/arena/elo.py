"""Elo difference between two players, with a confidence interval.

400 Elo correspond to ten times the odds of winning. The interval is Wilson's, computed with the
effective number of independent games. Unlike score ± 2 sigma, it has the stated coverage also for
one-sided and short matches; tests/arena/test_elo.py checks it with simulated matches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from outflank.arena.pairs import PairCounts
from outflank.statistics.bradley_terry import ELO_PER_TENFOLD

PRIOR_PAIRS = 2
"""Number of imaginary pairs of independent games without draws, added to the variance estimate.

Without them a few pairs with equal results would have no variance.
"""


def elo_of_score(score: float) -> float:
    """Elo difference for a score of 0 to 1 points per game; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -ELO_PER_TENFOLD * math.log10(1 / score - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class EloEstimate:
    """Elo difference of the first player, with limits `low` and `high` of its confidence interval.

    `confidence` is the probability of the interval, such as 0.95. `superiority` is the likelihood
    that the first player is the stronger one (LOS).
    """

    elo: float
    low: float
    high: float
    confidence: float
    superiority: float

    def as_dict(self) -> dict[str, Any]:
        """The fields as a dictionary for JSON, with None for infinite values."""
        return {
            "elo": _finite(self.elo),
            "low": _finite(self.low),
            "high": _finite(self.high),
            "confidence": self.confidence,
            "superiority": self.superiority,
        }

    def __str__(self) -> str:
        """The difference with its interval, such as ``+35 (+12 to +58)``."""
        return f"{format_elo(self.elo)} ({format_elo(self.low)} to {format_elo(self.high)})"


def estimate_elo(pairs: PairCounts, confidence: float = 0.95) -> EloEstimate:
    """Estimate the Elo difference from the results of pairs of games.

    `confidence` is the probability that the interval shall have.
    """
    quantile = NormalDist().inv_cdf((1 + confidence) / 2)
    score, games = pairs.score, effective_games(pairs)
    if not games:
        return EloEstimate(
            elo=0.0, low=-math.inf, high=math.inf, confidence=confidence, superiority=0.5
        )
    pull = quantile**2 / games
    centre = (score + pull / 2) / (1 + pull)
    half_width = quantile / (1 + pull) * math.sqrt((score * (1 - score) + pull / 4) / games)
    # A score of 1 has no upper limit; rounding must not make one.
    return EloEstimate(
        elo=elo_of_score(score),
        low=-math.inf if score == 0 else elo_of_score(centre - half_width),
        high=math.inf if score == 1 else elo_of_score(centre + half_width),
        confidence=confidence,
        superiority=NormalDist().cdf((score - 0.5) * 2 * math.sqrt(games)),
    )


def effective_games(pairs: PairCounts) -> float:
    """Number of independent games without draws that carry as much information as `pairs`."""
    count, score = pairs.pairs, pairs.score
    independent = score * (1 - score) / 2  # the variance of a pair of such games
    if not count or not independent:
        return pairs.games
    varied = count * pairs.variance + PRIOR_PAIRS * independent
    return pairs.games * (count - 1 + PRIOR_PAIRS) * independent / varied


def format_elo(elo: float) -> str:
    """An Elo difference as a whole number with its sign, such as ``+35``, or ``∞``."""
    if math.isinf(elo):
        return "∞" if elo > 0 else "−∞"
    return f"{round(elo):+d}"


def _finite(elo: float) -> float | None:
    return elo if math.isfinite(elo) else None
