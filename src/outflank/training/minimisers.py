"""Two ways down to the best weights, with one interface.

Conjugate gradients are what one uses: about ten passes, no step size. Gradient descent is what
report 004 and the programs before it used; it is here to be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from outflank.kernels.patterns import INSTANCES
from outflank.training.least_squares import LeastSquares, Vector, dot

Watch: TypeAlias = Callable[[float, Vector], None]
"""Told the objective and the change of weights before the first pass and after each one."""

Minimiser: TypeAlias = Callable[[LeastSquares, int, Watch], Vector]
"""From a problem and a number of passes to the change of weights that lowers the objective."""

CLOSE_ENOUGH = 1e-12
"""Of the squared gradient in its own scale, where there is nothing left to gain."""


def conjugate_gradients(problem: LeastSquares, passes: int, watch: Watch) -> Vector:
    """Every pass goes to the lowest point along a direction that undoes none before it."""
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
    """Every weight moves by a share of the mean error of the positions that show it.

    The share is one over the number of weights that a position adds up: the largest step that
    never overshoots, since all of them may answer for the same error.
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
