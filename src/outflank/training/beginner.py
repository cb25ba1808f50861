"""The habits of a beginner (see `engine.choice.Habits`), derived from those of club players.

There are no games of beginners to fit: even the weakest players in bases of tournament games know
basic strategy. From experts to club players all weights shrink, those of deep searches first. But
even the weakest fiftieth turns few discs early and avoids the squares beside corners, so a
beginner's weights are not fitted but set here, each with its reason.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outflank.engine.choice import Habits
from outflank.engine.perception import COLUMNS


@dataclass(frozen=True, slots=True)
class Rule:
    """How to compute a beginner's weight for one feature of a move, the same in all stages.

    It is `share` times the club player's weight, plus `constant`.
    """

    share: float
    constant: float
    reason: str


NOT_SEEN = Rule(0.0, 0.0, "does not look further than the move itself")
NO_MOBILITY = Rule(0.0, 0.0, "does not count moves: that fewer replies are good has to be taught")
NOT_KNOWN = Rule(0.0, 0.0, "has not heard of it")

RULES: dict[str, Rule] = {
    "glance loss": Rule(0.5, 0.0, "sees half of what a club player sees at once"),
    "glance log loss": Rule(0.5, 0.0, "sees half of what a club player sees at once"),
    "look loss": NOT_SEEN,
    "look log loss": NOT_SEEN,
    "read loss": NOT_SEEN,
    "read log loss": NOT_SEEN,
    "outcome": NOT_SEEN,
    "discs turned": Rule(0.0, 0.15, "more discs look like winning: one more is 16 % more likely"),
    "replies": NO_MOBILITY,
    "own moves after": NO_MOBILITY,
    "opponent passes": NO_MOBILITY,
    "frontier": NO_MOBILITY,
    "odd region": NOT_KNOWN,
    "stable discs": NOT_KNOWN,
    "corner taken": Rule(0.0, 2.0, "the value of corners is the first thing everyone learns"),
    "corners given": Rule(0.5, 0.0, "sees half of the corners that the opponent can take"),
    "corners threatened": NOT_KNOWN,
    "X square": NOT_KNOWN,
    "C square": NOT_KNOWN,
    "edge": Rule(0.0, 0.5, "edges look as safe as corners"),
    "centre": NOT_KNOWN,
    "beside the last move": Rule(1.0, 0.0, "answers where the opponent has just played, as all do"),
}
"""The rule for each feature of a move, by the feature's name in `COLUMNS`."""

LAPSE = 0.05
"""Probability of a move chosen at random, without looking; club players hardly ever do this."""

assert set(RULES) == set(COLUMNS), "every column has its rule"


def beginner_from(club: Habits) -> Habits:
    """The habits of a beginner, computed from those of club players by `RULES`."""
    shares = np.array([RULES[column].share for column in COLUMNS])
    constants = np.array([RULES[column].constant for column in COLUMNS])
    return Habits(club.weights * shares + constants, LAPSE)
