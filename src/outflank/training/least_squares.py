"""The fit of evaluation weights as a least-squares problem, solved by passes over positions.

The value of a position is a sum of weights, one for the state (configuration) of each pattern, so
the best weights solve a linear system. Its matrix is far too large to store, but a product with it
is one pass over the positions. Symmetric states share a weight, so the unknowns are one number per
class of symmetric states, in discs.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from outflank.engine.weights import state_classes
from outflank.kernels.patterns import LANES, STAGE_WEIGHTS
from outflank.kernels.regression import normal_product, predict, scatter
from outflank.training.dataset import Positions

Vector: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""One number for each class of symmetric pattern states."""

Spread: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
"""One number for each pattern state, as kernels need it."""

MOST_SHARES = 8
"""A pass is divided into at most this many shares of positions, which threads process.

The number does not depend on the number of threads, so that sums are always added in the same order
and give the same result.
"""

CHUNK = 1 << 16
"""Number of positions summed in single precision; the sums of chunks are in double precision."""


def classes_count() -> int:
    """The number of classes of symmetric pattern states, which is the length of a `Vector`."""
    return int(state_classes()[0].size)


def spread(vector: Vector) -> Spread:
    """Expand numbers per class to numbers per pattern state."""
    numbers: Spread = vector.astype(np.float32)[state_classes()[1]]
    return numbers


def gathered(sums: Vector) -> Vector:
    """Sum numbers per pattern state over the states of each class."""
    totals = np.bincount(state_classes()[1], weights=sums, minlength=classes_count())
    return totals.astype(np.float64, copy=False)


def dot(first: Vector, second: Vector) -> float:
    """The inner product, summed in a fixed order; with BLAS it depends on the number of threads."""
    return float(np.sum(first * second))


def values_of(positions: Positions, weights: Spread) -> Spread:
    """The value of each position in discs: the sum of the weights of its pattern states."""
    values = np.zeros(len(positions), dtype=np.float32)
    predict(positions.players, positions.opponents, weights, values, _states())
    return values


def _states() -> Any:
    return np.zeros(LANES, dtype=np.int16)


@dataclass(frozen=True, slots=True)
class LeastSquares:
    """The problem of one fit: minimise ½·Σ(label − value)² + ½·ridge·Σ(weight − prior)².

    A ridge of n weighs like n extra occurrences of every class of states at its prior. The shares
    of a pass run on `threads`; the kernels release the GIL.
    """

    positions: Positions
    prior: Vector
    ridge: float
    threads: Executor

    def sightings(self) -> Vector:
        """Occurrences of each class of states plus the ridge: about the diagonal of the matrix."""

        def add(chunk: Positions, sums: Spread) -> float:
            ones = np.ones(len(chunk), dtype=np.float32)
            scatter(chunk.players, chunk.opponents, ones, sums, _states())
            return 0.0

        return self._pass(add)[0] + self.ridge

    def descent(self, change: Vector) -> tuple[Vector, float]:
        """The negative gradient at the weights ``prior + change``, and the objective there."""
        weights = spread(self.prior + change)

        def add(chunk: Positions, sums: Spread) -> float:
            residuals = chunk.labels - values_of(chunk, weights)
            scatter(chunk.players, chunk.opponents, residuals, sums, _states())
            return float(np.square(residuals, dtype=np.float64).sum())

        sums, squares = self._pass(add)
        objective = (squares + self.ridge * dot(change, change)) / 2
        return sums - self.ridge * change, objective

    def product(self, direction: Vector) -> Vector:
        """The matrix of the linear system, including the ridge, times `direction`."""
        factors = spread(direction)

        def add(chunk: Positions, sums: Spread) -> float:
            normal_product(chunk.players, chunk.opponents, factors, sums, _states())
            return 0.0

        return self._pass(add)[0] + self.ridge * direction

    def _pass(self, add: Callable[[Positions, Spread], float]) -> tuple[Vector, float]:
        """Run ``add(chunk, sums)`` over all positions, in chunks; `add` adds its result to `sums`.

        `sums` has one number per pattern state. Returns the sums per class, and the sum of the
        numbers that `add` returned.
        """
        count = len(self.positions)
        shares = min(MOST_SHARES, -(-count // CHUNK))
        edges = [count * share // shares for share in range(shares + 1)]

        def add_share(share: int) -> tuple[Any, float]:
            total, number = np.zeros(STAGE_WEIGHTS, dtype=np.float64), 0.0
            for start in range(edges[share], edges[share + 1], CHUNK):
                sums = np.zeros(STAGE_WEIGHTS, dtype=np.float32)
                chunk = self.positions.part(start, min(start + CHUNK, edges[share + 1]))
                number += add(chunk, sums)
                total += sums
            return total, number

        totals, numbers = zip(*self.threads.map(add_share, range(shares)), strict=True)
        return gathered(np.sum(totals, axis=0)), sum(numbers)
