"""Ratings of players, fitted to the results of their games.

Uses the model of Bradley and Terry on the Elo scale: a difference of 400 means odds of ten to one.
A draw counts as half a win and half a loss.
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
"""The Elo difference that corresponds to 1 in the argument of the logistic function."""

MOST_STEPS = 100
LONGEST_STEP_ELO = 400.0
PRECISION_ELO = 1e-6


def score_of_elo(elo: Any) -> Any:
    """Expected points per game, 0 to 1, of a player who is `elo` Elo stronger than the opponent.

    Accepts a number or a NumPy array.
    """
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
    """Maximum-likelihood ratings, in Elo, of `players` players numbered from 0, centred near 0.

    Entry i of the arrays says that player `first[i]` scored `points[i]` points in `games[i]` games
    against `second[i]`. As a prior, every player is also given `prior_games` draws against a player
    of 0 Elo: so a single win proves little, and a player who won all games gets a finite rating.
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
    """Solve matrix(x) = wanted for x by conjugate gradients.

    `matrix` multiplies a vector by a symmetric matrix with positive eigenvalues.
    """
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
