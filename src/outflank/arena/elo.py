"""Elo difference between two players, with a confidence interval.

400 Elo are a score of ten to one. The interval is Wilson's, with the effective number of
independent games: unlike score ± 2 sigma its coverage holds for one-sided and short matches too.
tests/arena/test_elo.py checks it with simulated matches.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from outflank.arena.pairs import PairCounts
from outflank.statistics.bradley_terry import ELO_PER_TENFOLD

PRIOR_PAIRS = 2
"""Number of prior pairs of independent games without draws, added to those played.

Without them a few equal pairs would have no variance.
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
    """Elo difference and its interval at `confidence`.

    `superiority` is the likelihood of superiority (LOS) of the first player.
    """

    elo: float
    low: float
    high: float
    confidence: float
    superiority: float

    def as_dict(self) -> dict[str, Any]:
        """The figures in JSON types; infinite values are None."""
        return {
            "elo": _finite(self.elo),
            "low": _finite(self.low),
            "high": _finite(self.high),
            "confidence": self.confidence,
            "superiority": self.superiority,
        }

    def __str__(self) -> str:
        """The difference with its interval: ``+35 (+12 to +58)``."""
        return f"{format_elo(self.elo)} ({format_elo(self.low)} to {format_elo(self.high)})"


def estimate_elo(pairs: PairCounts, confidence: float = 0.95) -> EloEstimate:
    """Estimate the Elo difference from pairs of games."""
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
    """Number of independent games without draws with the same information as these pairs."""
    count, score = pairs.pairs, pairs.score
    independent = score * (1 - score) / 2  # the variance of a pair of such games
    if not count or not independent:
        return pairs.games
    varied = count * pairs.variance + PRIOR_PAIRS * independent
    return pairs.games * (count - 1 + PRIOR_PAIRS) * independent / varied


def format_elo(elo: float) -> str:
    """A signed difference in whole Elo."""
    if math.isinf(elo):
        return "∞" if elo > 0 else "−∞"
    return f"{round(elo):+d}"


def _finite(elo: float) -> float | None:
    return elo if math.isfinite(elo) else None
