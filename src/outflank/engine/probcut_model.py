"""Error model of ProbCut: how much the values of a shallow and a deep search differ.

The logarithm of the standard deviation is a linear function of the number of empty squares and of
logarithms of both depths, which keeps it plausible beyond the measured range. A solve to the end of
the game has separate coefficients, as it ends in no evaluation. `training.probcut_fit` fits the
coefficients, which are stored with the weights.
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
    """The terms of the linear function for searches to the depths `shallow` and `deep`, in plies.

    Requires shallow < deep.
    """
    return (1.0, empties, math.log(deep - shallow), math.log(1 + shallow), math.log(deep))


def endgame_terms(empties: int, shallow: int) -> tuple[float, ...]:
    """The terms of the linear function for a search to the depth `shallow` and a solve to the end.

    Requires shallow < empties.
    """
    return (1.0, empties, math.log(empties - shallow), math.log(1 + shallow))


@dataclass(frozen=True, slots=True)
class ErrorModel:
    """The coefficients of `midgame_terms` and of `endgame_terms`."""

    midgame: tuple[float, ...]
    endgame: tuple[float, ...]

    def deviation(self, empties: int, deep: int, shallow: int) -> float:
        """The standard deviation, in discs, between searches to the depths `shallow` and `deep`.

        A depth `deep` equal to the number of empty squares means a solve.
        """
        if deep >= empties:
            terms, coefficients = endgame_terms(empties, shallow), self.endgame
        else:
            terms, coefficients = midgame_terms(empties, deep, shallow), self.midgame
        exponent = sum(term * value for term, value in zip(terms, coefficients, strict=True))
        return min(MOST_DISCS, max(LEAST_DISCS, math.exp(min(exponent, 10.0))))

    def tables(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        """The two tables of standard deviations that `kernels.probcut` reads, in 1/128 disc.

        The first is for the probe, the second for the static evaluation.
        """
        tables = np.zeros((2, ERROR_PLACES, ERROR_PLACES), dtype=np.int16)
        for empties in range(ERROR_PLACES):
            for depth in range(2, empties + 1):
                for table, shallow in enumerate((probe_depth_of(depth), 0)):
                    discs = self.deviation(empties, depth, shallow)
                    tables[table, empties, depth] = round(discs * DISC)
        return tables


def probe_depth_of(depth: int) -> int:
    """The same as `kernels.probcut.probe_depth`, callable from Python."""
    return int(getattr(probe_depth, "py_func", probe_depth)(depth))


UNFITTED = ErrorModel(
    (math.log(8.0),) + (0.0,) * 4,
    (math.log(10.0),) + (0.0,) * 3,
)
"""A cautious model (large errors), used with weights that have no fitted model."""
