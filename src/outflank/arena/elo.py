"""How much stronger one player is than another, and how surely.

400 Elo are a score of ten to one. The interval is Wilson's, for as many independent games as the
pairs are worth: it holds what it says for lopsided and for short matches too, where the score plus
or minus two sigma does not. tests/arena/test_elo.py plays simulated matches to show it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from outflank.arena.pairs import PairCounts
from outflank.statistics.bradley_terry import ELO_PER_TENFOLD

PRIOR_PAIRS = 2
"""So many pairs of independent games without draws are believed in beside those that were played.

Few pairs, all alike, would otherwise seem to vary not at all.
"""


def elo_of_score(score: float) -> float:
    """How much stronger a player is who makes so many points a game; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -ELO_PER_TENFOLD * math.log10(1 / score - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class EloEstimate:
    """The difference in Elo, and the interval that holds the true one with `confidence`.

    `superiority` is the likelihood that the first player is the stronger one (LOS).
    """

    elo: float
    low: float
    high: float
    confidence: float
    superiority: float

    def as_dict(self) -> dict[str, Any]:
        """The figures in types that JSON knows: what is infinite is None."""
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
    """The difference in Elo that pairs of games show."""
    quantile = NormalDist().inv_cdf((1 + confidence) / 2)
    score, games = pairs.score, effective_games(pairs)
    if not games:
        return EloEstimate(
            elo=0.0, low=-math.inf, high=math.inf, confidence=confidence, superiority=0.5
        )
    pull = quantile**2 / games
    centre = (score + pull / 2) / (1 + pull)
    half_width = quantile / (1 + pull) * math.sqrt((score * (1 - score) + pull / 4) / games)
    # All games won leave no upper limit; rounding must not make one.
    return EloEstimate(
        elo=elo_of_score(score),
        low=-math.inf if score == 0 else elo_of_score(centre - half_width),
        high=math.inf if score == 1 else elo_of_score(centre + half_width),
        confidence=confidence,
        superiority=NormalDist().cdf((score - 0.5) * 2 * math.sqrt(games)),
    )


def effective_games(pairs: PairCounts) -> float:
    """How many independent games without draws would tell as much as these pairs."""
    count, score = pairs.pairs, pairs.score
    independent = score * (1 - score) / 2  # the variance of a pair of such games
    if not count or not independent:
        return pairs.games
    varied = count * pairs.variance + PRIOR_PAIRS * independent
    return pairs.games * (count - 1 + PRIOR_PAIRS) * independent / varied


def format_elo(elo: float) -> str:
    """A difference with its sign, in whole Elo."""
    if math.isinf(elo):
        return "∞" if elo > 0 else "−∞"
    return f"{round(elo):+d}"


def _finite(elo: float) -> float | None:
    return elo if math.isfinite(elo) else None
