"""Fitting the weights: least squares by conjugate gradients, one stage after the other.

The value of a position is a sum of weights, so the best weights solve a linear system. Its matrix
is far too large to write down, but multiplying by it is one pass over the positions. Conjugate
gradients with a diagonal preconditioner need about ten such passes and no step size.

A stage is fitted twice: first together with its neighbours of the same parity, which have many more
positions, then alone, pulled towards that first result. The pull (ridge) is what keeps rare
configurations near the common fit, or near zero where nobody has seen them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.engine.weights import STAGES
from outflank.kernels.evaluate import DISC
from outflank.kernels.patterns import LANES, STAGE_WEIGHTS, symmetry_classes
from outflank.kernels.regression import normal_product, predict, scatter
from outflank.training.dataset import Dataset, Positions

Vector = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How weights are fitted: passes of both fits, their ridge, and the width of the window.

    The ridge counts like so many extra sightings of every configuration at its prior value.
    """

    passes: int = 10
    ridge: float = 30.0
    window_ridge: float = 30.0
    window: int = 2
    threads: int = 2


@dataclass(frozen=True, slots=True)
class StageError:
    """Errors on positions that were not fitted, in discs."""

    discs: int
    positions: int
    mean_absolute: float
    root_mean_square: float


class _Passes:
    """Passes over positions with several threads, each with sums of its own."""

    def __init__(self, positions: Positions, threads: int) -> None:
        self._parts = [
            positions.select(np.arange(len(positions))[part::threads]) for part in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads)
        self._classes = symmetry_classes()

    def _run(self, call: Callable[[Positions, Vector], Any]) -> Vector:
        sums = [np.zeros(STAGE_WEIGHTS, dtype=np.float32) for _ in self._parts]
        list(self._pool.map(call, self._parts, sums))
        return self._fold(np.sum(sums, axis=0, dtype=np.float64))

    def _fold(self, sums: Any) -> Vector:
        """Give every weight the sum over its class: weights of a class move as one."""
        folded = np.bincount(self._classes, weights=sums, minlength=STAGE_WEIGHTS)
        return folded[self._classes].astype(np.float32)

    def residual_gradient(self, weights: Vector) -> Vector:
        """Aᵀ(labels − A·weights)."""

        def run(part: Positions, sums: Vector) -> None:
            amounts = part.labels - values_of(part, weights)
            scatter(part.players, part.opponents, amounts, sums, _states())

        return self._run(run)

    def product(self, vector: Vector) -> Vector:
        """Aᵀ·A·vector."""
        return self._run(
            lambda part, sums: normal_product(part.players, part.opponents, vector, sums, _states())
        )

    def sightings(self) -> Vector:
        """How often each class of states was seen: close to the diagonal of Aᵀ·A."""
        return self._run(
            lambda part, sums: scatter(
                part.players,
                part.opponents,
                np.ones(len(part), dtype=np.float32),
                sums,
                _states(),
            )
        )


def _states() -> Any:
    return np.zeros(LANES, dtype=np.int16)


def values_of(positions: Positions, weights: Vector) -> Vector:
    """The value of each position under weights in discs."""
    values = np.zeros(len(positions), dtype=np.float32)
    predict(positions.players, positions.opponents, weights, values, _states())
    return values


def fit_positions(
    positions: Positions, prior: Vector, ridge: float, passes: int, threads: int
) -> Vector:
    """The weights that fit `positions` best, pulled towards `prior`."""
    if not len(positions):
        return prior
    run = _Passes(positions, threads)
    change = np.zeros(STAGE_WEIGHTS, dtype=np.float32)
    residual = run.residual_gradient(prior)
    scale = (1 / (run.sightings() + np.float32(ridge))).astype(np.float32)
    direction = scale * residual
    # Sums over classes count each member, so inner products are in the metric of the classes.
    before = float(residual @ direction)
    for _ in range(passes):
        if before <= 1e-12:
            break
        image = run.product(direction) + np.float32(ridge) * direction
        step = np.float32(before / float(direction @ image))
        change += step * direction
        residual -= step * image
        preconditioned = scale * residual
        after = float(residual @ preconditioned)
        direction = (preconditioned + np.float32(after / before) * direction).astype(np.float32)
        before = after
    return prior + change


def fit_stage(dataset: Dataset, discs: int, settings: Fit) -> Vector:
    """The weights of one stage, in discs."""
    zero = np.zeros(STAGE_WEIGHTS, dtype=np.float32)
    neighbours = [
        dataset.train[count]
        for count in range(discs - 2 * settings.window, discs + 2 * settings.window + 1, 2)
        if count in dataset.train
    ]
    together = Positions(
        np.concatenate([part.players for part in neighbours]),
        np.concatenate([part.opponents for part in neighbours]),
        np.concatenate([part.labels for part in neighbours]),
    )
    wide = fit_positions(together, zero, settings.window_ridge, settings.passes, settings.threads)
    own = dataset.train[discs]
    return fit_positions(own, wide, settings.ridge, settings.passes, settings.threads)


def quantised(weights: Vector) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Weights in discs as the engine keeps them."""
    return np.clip(np.rint(weights * DISC), -32767, 32767).astype(np.int16)


def stage_error(positions: Positions, weights: Vector, discs: int) -> StageError:
    """The errors of weights on positions."""
    errors = values_of(positions, weights) - positions.labels
    return StageError(
        discs,
        len(positions),
        float(np.abs(errors).mean()) if len(positions) else 0.0,
        float(np.sqrt((errors**2).mean())) if len(positions) else 0.0,
    )


def fit_all(
    dataset: Dataset,
    settings: Fit,
    progress: Callable[[StageError], None] | None = None,
) -> tuple[np.ndarray[Any, np.dtype[np.int16]], list[StageError]]:
    """The quantised weights of all stages that have positions, and their held-out errors."""
    table = np.zeros((STAGES, STAGE_WEIGHTS), dtype=np.int16)
    errors = []
    for discs in range(STAGES):
        if not len(dataset.train[discs]):
            continue
        table[discs] = quantised(fit_stage(dataset, discs, settings))
        error = stage_error(dataset.held_out[discs], table[discs].astype(np.float32) / DISC, discs)
        errors.append(error)
        if progress is not None:
            progress(error)
    return table, errors
