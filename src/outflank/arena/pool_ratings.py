"""Ratings of many players from the games between them.

The ratings are maximum likelihood estimates of the Bradley-Terry model. Their errors are computed
from pairs of games (see `arena.pairs`), so they are valid for any share of draws and any openings.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

from outflank.arena.elo import PRIOR_PAIRS
from outflank.arena.pairs import PairCounts
from outflank.statistics.bradley_terry import ELO_PER_UNIT, likeliest_ratings, score_of_elo

if TYPE_CHECKING:
    from outflank.statistics.bradley_terry import Floats, Numbers

PRIOR_GAMES = 0.12
"""Number of imaginary draws against an average player, added to the games of every player.

This corresponds to a prior of about 1,000 Elo between players. It gives players that won all games
a finite rating, and changes other ratings by less than their errors.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A rating in Elo and the half width of its 95 % interval, both relative to the anchor.

    The anchor is the player, or the mean of all players, whose rating is 0.
    """

    elo: float
    error: float


def rate_pool(
    players: int, meetings: Mapping[tuple[int, int], PairCounts], anchor: int | None = None
) -> list[Rating]:
    """Rate players numbered from 0 to `players` − 1.

    `meetings` maps two player numbers to the results of their pairs of games, counted for the first
    of them. The player `anchor` has 0 Elo; if it is None, the mean of all players is 0.
    """
    import numpy as np

    if not players:
        return []
    first, second = np.array(list(meetings), dtype=np.int64).reshape(-1, 2).T
    games = np.array([pairs.games for pairs in meetings.values()], dtype=np.float64)
    points = np.array([pairs.points for pairs in meetings.values()], dtype=np.float64)

    # 1. Maximum likelihood ratings, and the curvature of the log-likelihood.
    elo = likeliest_ratings(first, second, points, games, players=players, prior_games=PRIOR_GAMES)
    against_prior = score_of_elo(elo)
    prior = np.diag(PRIOR_GAMES * against_prior * (1 - against_prior)) / ELO_PER_UNIT**2
    expected = score_of_elo(elo[first] - elo[second])
    certainty = games * expected * (1 - expected) / ELO_PER_UNIT**2
    curvature = prior + _differences(first, second, certainty, players)

    # 2. Variance of the gradient, from the observed pairs.
    believed = PRIOR_PAIRS * expected * (1 - expected) / 2
    scores = zip(meetings.values(), expected.tolist(), strict=True)
    spreads = np.array([pairs.spread_about(score) for pairs, score in scores])
    variance = (spreads + believed) / (games / 2 + PRIOR_PAIRS)
    varying = prior + _differences(first, second, 2 * games * variance / ELO_PER_UNIT**2, players)

    # 3. Errors of the ratings relative to the anchor (sandwich estimator).
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


def _differences(first: Numbers, second: Numbers, weights: Floats, players: int) -> Floats:
    """The matrix of the quadratic form Σ weight · (rating of `first` − rating of `second`)².

    `first`, `second` and `weights` have one element for each term of the sum.
    """
    import numpy as np

    matrix = np.zeros((players, players))
    np.add.at(matrix, (first, first), weights)
    np.add.at(matrix, (second, second), weights)
    np.add.at(matrix, (first, second), -weights)
    np.add.at(matrix, (second, first), -weights)
    return matrix
