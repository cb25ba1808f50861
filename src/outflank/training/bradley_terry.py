"""Ratings of players from the results of their games, as bases of real games have none.

Bradley and Terry's model: who has strength s scores s / (s + t) against strength t. A rating is its
logarithm on Elo's scale, where 400 points are ten to one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

PRIOR_GAMES = 2.0
"""Drawn games against an average player that everybody is given, so that one win is not a proof."""

PASSES = 300
"""Of the iteration; ratings then move by less than a point."""

ELO_SCALE = 400 / np.log(10)

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


def ratings(first: Numbers, second: Numbers, scores: Floats, players: int) -> Floats:
    """The rating of every player, 0 on average over all who played.

    Game `i` was between players `first[i]` and `second[i]`, of whom the first scored `scores[i]`:
    1, ½ or 0. Hunter's minorisation: every pass raises the likelihood.
    """
    points = (
        np.bincount(first, scores, players)
        + np.bincount(second, 1 - scores, players)
        + PRIOR_GAMES / 2
    )
    played = np.bincount(first, minlength=players) + np.bincount(second, minlength=players) > 0
    strength = np.ones(players)
    for _ in range(PASSES):
        shared = 1 / (strength[first] + strength[second])
        expected = (
            np.bincount(first, shared, players)
            + np.bincount(second, shared, players)
            + PRIOR_GAMES / (strength + 1)
        )
        strength = points / expected
    rated: Floats = ELO_SCALE * np.log(strength)
    return rated - rated[played].mean() if played.any() else rated
