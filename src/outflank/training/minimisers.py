"""Two minimisers for the least-squares fit, with one interface.

Conjugate gradients is the default: it needs about ten passes and no step size. Gradient descent, as
in report 004 (docs/reports.md) and earlier programs, is here for comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from outflank.kernels.patterns import INSTANCES
from outflank.training.least_squares import LeastSquares, Vector, dot

Watch: TypeAlias = Callable[[float, Vector], None]
"""Called before the first pass and after each one with the objective and the change of weights.

The change is relative to the prior.
"""

Minimiser: TypeAlias = Callable[[LeastSquares, int, Watch], Vector]
"""Takes a problem, a number of passes and a `Watch`; returns the change of weights."""

CLOSE_ENOUGH = 1e-12
"""Conjugate gradients stops when the scaled squared gradient is this small."""


def conjugate_gradients(problem: LeastSquares, passes: int, watch: Watch) -> Vector:
    """Conjugate gradients: each pass minimises along a direction conjugate to all earlier ones."""
    change = np.zeros_like(problem.prior)
    downhill, objective = problem.descent(change)
    scale = 1 / problem.sightings()
    direction = scale * downhill
    before = dot(downhill, direction)
    watch(objective, change)
    for _ in range(passes):
        if before <= CLOSE_ENOUGH:
            break
        image = problem.product(direction)
        step = before / dot(direction, image)
        change += step * direction
        downhill -= step * image
        objective -= step * before / 2
        watch(objective, change)
        scaled = scale * downhill
        after = dot(downhill, scaled)
        direction = scaled + after / before * direction
        before = after
    return change


def gradient_descent(problem: LeastSquares, passes: int, watch: Watch) -> Vector:
    """Gradient descent: each weight moves by a share of the mean error of positions that use it.

    The share is one over the number of weights in a position's sum: the largest step that never
    overshoots, since all of these weights may correct the same error.
    """
    change = np.zeros_like(problem.prior)
    step = 1 / ((len(INSTANCES) + 1) * problem.sightings())
    downhill, objective = problem.descent(change)
    watch(objective, change)
    for _ in range(passes):
        change += step * downhill
        downhill, objective = problem.descent(change)
        watch(objective, change)
    return change


MINIMISERS: Mapping[str, Minimiser] = {"cg": conjugate_gradients, "gd": gradient_descent}
