"""Ratings of many players from the games they played among each other.

The model of Bradley and Terry: a player who is so many Elo stronger scores as `score_of_elo` says,
draws being half points. The ratings are the likeliest ones. Their errors take games in pairs (see
`arena.pairs`), so they are right whatever the draws and the openings do.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from outflank.arena.elo import ELO_PER_TENFOLD, PRIOR_PAIRS, score_of_elo
from outflank.arena.pairs import PairCounts

PRIOR_SIGMA_ELO = 1_000.0
"""Ratings are believed to lie so far about their mean before any game is played.

It gives a player who won everything a rating at all, and moves others by less than their errors.
"""

MOST_STEPS = 100
LONGEST_STEP_ELO = 400.0
PRECISION_ELO = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A rating in Elo, and the half width of its 95 % interval, both relative to the anchor."""

    elo: float
    error: float


def rate_pool(
    players: int, meetings: Mapping[tuple[int, int], PairCounts], anchor: int | None = None
) -> list[Rating]:
    """The ratings of players 0, 1, …; `meetings` has the pairs of each two, for the first of them.

    The anchor has 0 Elo; without one the mean of all has.
    """
    import numpy as np

    if not players:
        return []
    per_elo = math.log(10) / ELO_PER_TENFOLD
    prior = np.eye(players) / PRIOR_SIGMA_ELO**2
    elo = np.zeros(players)

    # 1. Newton's steps to the likeliest ratings.
    for _ in range(MOST_STEPS):
        gradient = -(prior @ elo)
        curvature = prior.copy()
        for (first, second), pairs in meetings.items():
            expected = score_of_elo(float(elo[first] - elo[second]))
            surplus = per_elo * (pairs.points - pairs.games * expected)
            gradient[first] += surplus
            gradient[second] -= surplus
            certainty = per_elo**2 * pairs.games * expected * (1 - expected)
            _add(curvature, first, second, certainty)
        step = np.linalg.solve(curvature, gradient)
        elo += np.clip(step, -LONGEST_STEP_ELO, LONGEST_STEP_ELO)
        if np.abs(step).max() < PRECISION_ELO:
            break

    # 2. How much the gradient varies, by the pairs as they came out.
    varying = prior.copy()
    for (first, second), pairs in meetings.items():
        expected = score_of_elo(float(elo[first] - elo[second]))
        believed = PRIOR_PAIRS * expected * (1 - expected) / 2
        spread = (pairs.spread_about(expected) + believed) / (pairs.pairs + PRIOR_PAIRS)
        _add(varying, first, second, per_elo**2 * 4 * pairs.pairs * spread)

    # 3. From there to the errors of the ratings, relative to the anchor.
    inverse = np.linalg.inv(curvature)
    covariance = inverse @ varying @ inverse
    reference = np.zeros(players)
    if anchor is None:
        reference[:] = 1 / players
    else:
        reference[anchor] = 1
    relative = np.eye(players) - reference
    variances = np.einsum("ij,jk,ik->i", relative, covariance, relative)
    quantile = NormalDist().inv_cdf(0.975)
    return [
        Rating(
            elo=float(elo[player] - reference @ elo),
            error=quantile * math.sqrt(max(float(variances[player]), 0.0)),
        )
        for player in range(players)
    ]


def _add(matrix: Any, first: int, second: int, weight: float) -> None:
    """Add what the difference of two ratings contributes."""
    matrix[first, first] += weight
    matrix[second, second] += weight
    matrix[first, second] -= weight
    matrix[second, first] -= weight
