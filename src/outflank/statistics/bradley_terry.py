"""Ratings of players from the results of their games.

The model of Bradley and Terry, on Elo's scale: 400 points are ten to one, and a draw is half a win
and half a loss.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
    Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

ELO_PER_TENFOLD = 400.0
ELO_PER_UNIT = ELO_PER_TENFOLD / math.log(10)
"""Elo of one unit of the logistic function."""

MOST_STEPS = 100
LONGEST_STEP_ELO = 400.0
PRECISION_ELO = 1e-6


def score_of_elo(elo: Any) -> Any:
    """Expected points per game of a player who is `elo` stronger; takes a number or an array."""
    return 1 / (1 + 10 ** (-elo / ELO_PER_TENFOLD))


def likeliest_ratings(
    first: Numbers,
    second: Numbers,
    points: Floats,
    games: Floats,
    *,
    players: int,
    prior_games: float,
) -> Floats:
    """Maximum-likelihood ratings in Elo of players 0, 1, …, centred near 0.

    In meeting `i` player `first[i]` made `points[i]` points in `games[i]` games against
    `second[i]`. As a prior, every player also drew `prior_games` games against a player of 0 Elo;
    so a single win proves little, and a player who won everything gets a finite rating.
    """
    import numpy as np

    elo = np.zeros(players)
    for _ in range(MOST_STEPS):
        expected = score_of_elo(elo[first] - elo[second])
        against_prior = score_of_elo(elo)
        surplus = points - games * expected
        gradient = (
            np.bincount(first, surplus, players)
            - np.bincount(second, surplus, players)
            + prior_games * (0.5 - against_prior)
        )
        weights = games * expected * (1 - expected)
        prior = prior_games * against_prior * (1 - against_prior)

        def curvature(step: Floats, weights: Floats = weights, prior: Floats = prior) -> Floats:
            force = weights * (step[first] - step[second])
            pull = np.bincount(first, force, players) - np.bincount(second, force, players)
            return np.asarray(pull + prior * step)

        step = ELO_PER_UNIT * _conjugate_gradients(curvature, gradient)
        elo += np.clip(step, -LONGEST_STEP_ELO, LONGEST_STEP_ELO)
        if not players or np.abs(step).max() < PRECISION_ELO:
            break
    return elo


def _conjugate_gradients(matrix: Callable[[Floats], Floats], wanted: Floats) -> Floats:
    """The solution x of matrix(x) = wanted, for a symmetric matrix with positive eigenvalues."""
    import numpy as np

    solution = np.zeros_like(wanted)
    residue = wanted.copy()
    direction = residue.copy()
    square = float(residue @ residue)
    least = 1e-24 * square
    for _ in range(10 * len(wanted)):
        if square <= least:
            break
        image = matrix(direction)
        length = square / float(direction @ image)
        solution += length * direction
        residue -= length * image
        before, square = square, float(residue @ residue)
        direction = residue + square / before * direction
    return solution
