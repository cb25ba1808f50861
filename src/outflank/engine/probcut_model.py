"""Error model of ProbCut: the standard deviation between a shallow and a deep search.

Its logarithm is a sum of terms in the number of empties, the deep depth and the shallow depth;
logarithms of depths keep it plausible beyond the measured range. A solve, which has no evaluation
at its end, has separate terms. The coefficients are fitted by `training.probcut_fit` and written
with the weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.kernels.evaluate import DISC
from outflank.kernels.probcut import ERROR_PLACES, probe_depth

MOST_DISCS = 64.0
LEAST_DISCS = 0.2


def midgame_terms(empties: int, deep: int, shallow: int) -> tuple[float, ...]:
    """The terms for a search to a depth. Requires shallow < deep."""
    return (1.0, empties, math.log(deep - shallow), math.log(1 + shallow), math.log(deep))


def endgame_terms(empties: int, shallow: int) -> tuple[float, ...]:
    """The terms for a solve. Requires shallow < empties."""
    return (1.0, empties, math.log(empties - shallow), math.log(1 + shallow))


@dataclass(frozen=True, slots=True)
class ErrorModel:
    """The coefficients of both sums."""

    midgame: tuple[float, ...]
    endgame: tuple[float, ...]

    def deviation(self, empties: int, deep: int, shallow: int) -> float:
        """The standard deviation in discs; a deep depth of all empties is a solve."""
        if deep >= empties:
            terms, coefficients = endgame_terms(empties, shallow), self.endgame
        else:
            terms, coefficients = midgame_terms(empties, deep, shallow), self.midgame
        exponent = sum(term * value for term, value in zip(terms, coefficients, strict=True))
        return min(MOST_DISCS, max(LEAST_DISCS, math.exp(min(exponent, 10.0))))

    def tables(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        """The tables of `kernels.probcut`: deviations of the probe, then of the evaluation."""
        tables = np.zeros((2, ERROR_PLACES, ERROR_PLACES), dtype=np.int16)
        for empties in range(ERROR_PLACES):
            for depth in range(2, empties + 1):
                for table, shallow in enumerate((probe_depth_of(depth), 0)):
                    discs = self.deviation(empties, depth, shallow)
                    tables[table, empties, depth] = round(discs * DISC)
        return tables


def probe_depth_of(depth: int) -> int:
    """`kernels.probcut.probe_depth` for Python."""
    return int(getattr(probe_depth, "py_func", probe_depth)(depth))


UNFITTED = ErrorModel(
    (math.log(8.0),) + (0.0,) * 4,
    (math.log(10.0),) + (0.0,) * 3,
)
"""A cautious model for weights without a fitted one."""
