"""The habits of a beginner, of whom there are no games: derived from those of club players.

The weakest people in bases of tournament games have read a book. Their games show the way down:
from experts to club players all values count for less, the deeper ones first. But even the weakest
fiftieth of them turns few discs early and fears the squares beside corners, so what a beginner does
instead is not fitted: it is set here, each with its reason.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outflank.engine.choice import Habits
from outflank.engine.perception import COLUMNS


@dataclass(frozen=True, slots=True)
class Rule:
    """A weight of the beginner in all stages: a share of the club player's, and a constant."""

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
    "corner taken": Rule(0.0, 2.0, "a corner is the first thing that everybody is told of"),
    "corners given": Rule(0.5, 0.0, "sees half of the corners that the opponent can take"),
    "corners threatened": NOT_KNOWN,
    "X square": NOT_KNOWN,
    "C square": NOT_KNOWN,
    "edge": Rule(0.0, 0.5, "edges look as safe as corners"),
    "centre": NOT_KNOWN,
    "beside the last move": Rule(1.0, 0.0, "answers where the opponent has just played, as all do"),
}
"""What becomes of every column."""

LAPSE = 0.05
"""One move in twenty is played without looking; club players hardly ever do."""

assert set(RULES) == set(COLUMNS), "every column has its rule"


def beginner_from(club: Habits) -> Habits:
    """The habits of a beginner."""
    shares = np.array([RULES[column].share for column in COLUMNS])
    constants = np.array([RULES[column].constant for column in COLUMNS])
    return Habits(club.weights * shares + constants, LAPSE)
