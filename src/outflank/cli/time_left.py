"""Estimate the time left to solve a list of positions, from the positions already solved.

Solving time grows by about the same factor with every empty square. This factor, and the time at a
given number of empties, are fitted to the positions solved in this run. Positions with many more
empties than those get no estimate.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass

TYPICAL_GROWTH = 2.2
"""Factor by which solving time grows per empty square, before it is measured in this run.

Measured on FFO #1-#39 on one core, without an evaluation.
"""

TYPICAL_WEIGHT = 25.0
"""Weight of `TYPICAL_GROWTH` against the growth measured in this run.

The unit is the sum of squared deviations of the number of empties from its mean. Times of positions
with equal empties vary by a factor of about 3, and the growth between lists by about 25 %:
(ln 3 / ln 1.25)² ≈ 25 gives both the same precision.
"""

OVERHEAD_SECONDS = 0.05
"""Solving times of this order or less get little weight in the fit: most is overhead."""

REACH_EMPTIES = 4
"""Positions with up to this many more empties than any solved one get an estimate."""


class Kind(enum.Enum):
    """What a time is: an estimate, an upper bound or a lower bound; the value is its wording."""

    ESTIMATE = "about"
    MOST = "at most"
    LEAST = "more than"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """A time in seconds that is an estimate or a bound, and how to print it."""

    seconds: float
    kind: Kind = Kind.ESTIMATE

    def __str__(self) -> str:
        if self.seconds < 10:
            return "a few seconds left"
        return f"{self.kind.value} {_rounded(self.seconds)} left"


def _rounded(seconds: float) -> str:
    if seconds < 90:
        return f"{round(seconds, -1):.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    if seconds < 36 * 3600:
        return f"{seconds / 3600:.0f} h"
    return f"{seconds / 86400:.0f} days"


class TimeModel:
    """Predicts solving times from the positions solved so far."""

    def __init__(self) -> None:
        self._solved: list[tuple[int, float]] = []

    def add(self, empties: int, seconds: float) -> None:
        """Use a position that was solved completely in `seconds` for predictions."""
        self._solved.append((empties, max(seconds, 1e-6)))

    def growth(self) -> float:
        """The factor by which solving time grows per empty square.

        It is fitted by linear regression on the logarithms of the times.
        """
        weights = [(seconds / (seconds + OVERHEAD_SECONDS)) ** 2 for _, seconds in self._solved]
        total = sum(weights)
        if not total:
            return TYPICAL_GROWTH
        logarithms = [math.log(seconds) for _, seconds in self._solved]
        points = list(
            zip(weights, (empties for empties, _ in self._solved), logarithms, strict=True)
        )
        mean_empties = sum(weight * empties for weight, empties, _ in points) / total
        mean_logarithm = sum(weight * logarithm for weight, _, logarithm in points) / total
        squares, products = TYPICAL_WEIGHT, TYPICAL_WEIGHT * math.log(TYPICAL_GROWTH)
        for weight, empties, logarithm in points:
            squares += weight * (empties - mean_empties) ** 2
            products += weight * (empties - mean_empties) * (logarithm - mean_logarithm)
        return math.exp(products / squares)

    def left(
        self,
        current: int,
        elapsed_seconds: float,
        waiting: Mapping[int, int],
        limit_seconds: float | None = None,
    ) -> TimeLeft | None:
        """Time left for the current position and all waiting ones; None if unknown.

        `current` is the number of empties of the position being solved, which has taken
        `elapsed_seconds` so far. `waiting` maps a number of empties to how many positions with it
        wait. `limit_seconds` is the time limit per position.
        """
        if not self._solved and limit_seconds is None:
            return None
        growth = self.growth()
        # The level comes from sums, not logarithms: the hardest positions take most of the time,
        # and a mean of logarithms would underrate them.
        level = sum(seconds for _, seconds in self._solved) / max(
            sum(growth**empties for empties, _ in self._solved), 1.0
        )
        farthest = max((empties for empties, _ in self._solved), default=0) + REACH_EMPTIES
        most = math.inf if limit_seconds is None else limit_seconds

        def expected(empties: int) -> float:
            if empties > farthest:
                return 0.0 if limit_seconds is None else limit_seconds
            return min(level * growth**empties, most)

        # A position that exceeds its estimate is assumed to take half as long again.
        rest = max(expected(current) - elapsed_seconds, elapsed_seconds / 2)
        seconds = min(rest, max(most - elapsed_seconds, 0.0))
        seconds += sum(count * expected(empties) for empties, count in waiting.items())
        if max([current, *waiting]) <= farthest:
            return TimeLeft(seconds, Kind.ESTIMATE)
        if limit_seconds is not None:
            return TimeLeft(seconds, Kind.MOST)
        return TimeLeft(seconds, Kind.LEAST) if seconds >= 10 else None
