"""How much longer a list of positions takes to solve: an estimate from those already solved.

The time of a position grows by about the same factor with every empty square. The factor and the
level are taken from what was solved in this run; where that says nothing about what is still to
come, there is no estimate.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass

TYPICAL_GROWTH = 2.2
"""Times longer for one more empty square: FFO #1-#39 on one core, without an evaluation."""

TYPICAL_WEIGHT = 25.0
"""What `TYPICAL_GROWTH` counts beside the growth seen in this run.

The unit is the sum of squared distances of the solved positions from their mean number of empties.
Positions with the same number of empties differ by a factor of three or so, and the growth from
case to case by a quarter: (ln 3 / ln 1.25)² ≈ 25 is where both are known equally well.
"""

OVERHEAD_SECONDS = 0.05
"""Times of this order or less say little about growth: they are mostly not search."""

REACH_EMPTIES = 4
"""With more empties beyond the deepest position solved than this, an estimate would be a guess."""


class Kind(enum.Enum):
    """What a number of seconds is; the value is how one says it."""

    ESTIMATE = "about"
    MOST = "at most"
    LEAST = "more than"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """An estimate in seconds, or a bound."""

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
    """What the positions solved so far say about others."""

    def __init__(self) -> None:
        self._solved: list[tuple[int, float]] = []

    def add(self, empties: int, seconds: float) -> None:
        """Learn from a position that was solved to its end."""
        self._solved.append((empties, max(seconds, 1e-6)))

    def growth(self) -> float:
        """Times longer for one more empty square: a line through the logarithms of the times."""
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
        """The time for the rest of the position at hand and for all that wait, or None.

        `current` is its number of empties, `waiting` how many positions there are by number of
        empties, `limit_seconds` the most that each may take.
        """
        if not self._solved and limit_seconds is None:
            return None
        growth = self.growth()
        # The level comes from the sums, not from the logarithms: the hardest positions take most of
        # the time, and a mean of logarithms would leave them out.
        level = sum(seconds for _, seconds in self._solved) / max(
            sum(growth**empties for empties, _ in self._solved), 1.0
        )
        farthest = max((empties for empties, _ in self._solved), default=0) + REACH_EMPTIES
        most = math.inf if limit_seconds is None else limit_seconds

        def expected(empties: int) -> float:
            if empties > farthest:
                return 0.0 if limit_seconds is None else limit_seconds
            return min(level * growth**empties, most)

        # What has taken longer than expected is a hard one: it may well take half as long again.
        rest = max(expected(current) - elapsed_seconds, elapsed_seconds / 2)
        seconds = min(rest, max(most - elapsed_seconds, 0.0))
        seconds += sum(count * expected(empties) for empties, count in waiting.items())
        if max([current, *waiting]) <= farthest:
            return TimeLeft(seconds, Kind.ESTIMATE)
        if limit_seconds is not None:
            return TimeLeft(seconds, Kind.MOST)
        return TimeLeft(seconds, Kind.LEAST) if seconds >= 10 else None
