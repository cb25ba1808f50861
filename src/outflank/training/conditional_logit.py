"""The conditional logit model: which of several alternatives is chosen.

An alternative is described by a row of numbers (its features, called columns). Its utility is the
weighted sum of its row, and its probability is proportional to the exponential of the utility. The
log-likelihood is concave, so the most likely weights are unique, and Newton's method finds them in
a few steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

Matrix = np.ndarray[Any, np.dtype[np.float64]]
Vector = np.ndarray[Any, np.dtype[np.float64]]
Indices = np.ndarray[Any, np.dtype[np.int64]]

RIDGE = 16.0
"""Strength of the L2 penalty towards the prior, for columns scaled to standard deviation one."""

LEAST_DEVIATION = 0.3
"""Minimum scale of a column: a column that hardly varies gives little evidence for its weight."""

MOST_STEPS = 50
SHORTEST_STEP = 1e-6
"""Smallest fraction of a Newton step to try.

If even that does not improve the objective, only rounding errors are left.
"""

CLOSE_ENOUGH = 1e-8
"""The fit stops when a step improves the objective by less than this fraction of it."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Many choices, with the alternatives of all of them as rows of one matrix.

    The alternatives of choice `i` begin at row ``starts[i]``; ``chosen[i]`` is the row that was
    chosen.
    """

    rows: Matrix
    starts: Indices
    chosen: Indices

    @classmethod
    def of(cls, parts: Iterable[tuple[Matrix, int]], columns: int) -> Choices:
        """Combine choices, each given as its matrix of rows and the index of the chosen row.

        `columns` is the number of features.
        """
        listed = list(parts)
        sizes = np.array([len(rows) for rows, _ in listed], dtype=np.int64)
        starts = np.cumsum(sizes) - sizes
        places = np.array([place for _, place in listed], dtype=np.int64)
        rows = np.concatenate([rows for rows, _ in listed] or [np.empty((0, columns))])
        return cls(rows, starts, starts + places)

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def sizes(self) -> Indices:
        """The number of alternatives of each choice."""
        return np.diff(self.starts, append=len(self.rows))

    def only(self, columns: list[int]) -> Choices:
        """The same choices with only these columns of features."""
        return Choices(np.ascontiguousarray(self.rows[:, columns]), self.starts, self.chosen)

    def per_row(self, values: Vector) -> Vector:
        """Expand `values`, which has one value per choice, to one value per row."""
        return np.repeat(values, self.sizes)


def probabilities(choices: Choices, weights: Vector) -> Vector:
    """The probability that each row is chosen; over the rows of one choice they add up to one."""
    utility = choices.rows @ weights
    utility -= choices.per_row(np.maximum.reduceat(utility, choices.starts))
    powers = np.exp(utility)
    shares: Vector = powers / choices.per_row(np.add.reduceat(powers, choices.starts))
    return shares


def log_likelihood(choices: Choices, weights: Vector) -> float:
    """The sum over all choices of the log-probability of the chosen row."""
    utility = choices.rows @ weights
    top = np.maximum.reduceat(utility, choices.starts)
    powers = np.exp(utility - choices.per_row(top))
    totals = top + np.log(np.add.reduceat(powers, choices.starts))
    return float((utility[choices.chosen] - totals).sum())


def gradient(choices: Choices, weights: Vector) -> Vector:
    """Gradient of the log-likelihood: sum of the chosen rows minus sum of the expected rows."""
    expected = probabilities(choices, weights) @ choices.rows
    taken: Vector = choices.rows[choices.chosen].sum(axis=0)
    return taken - expected


def curvature(choices: Choices, weights: Vector) -> Matrix:
    """The negative Hessian of the log-likelihood: the sum of the covariances within choices."""
    shares = probabilities(choices, weights)
    weighted = choices.rows * shares[:, None]
    means = np.add.reduceat(weighted, choices.starts, axis=0)
    spread: Matrix = choices.rows.T @ weighted - means.T @ means
    return spread


def fit(choices: Choices, ridge: float = RIDGE, towards: Vector | None = None) -> Vector:
    """The most likely weights under an L2 penalty towards `towards` (None: zero).

    `ridge` is the strength of the penalty.
    """
    columns = choices.rows.shape[1]
    scale = _spread_within(choices)
    scaled = Choices(choices.rows / scale, choices.starts, choices.chosen)
    prior = np.zeros(columns) if towards is None else towards * scale

    def objective_at(weights: Vector) -> float:
        away = weights - prior
        return log_likelihood(scaled, weights) - ridge / 2 * float(away @ away)

    weights = prior
    objective = objective_at(weights)
    for _ in range(MOST_STEPS):
        uphill = gradient(scaled, weights) - ridge * (weights - prior)
        step = np.linalg.solve(curvature(scaled, weights) + ridge * np.eye(columns), uphill)
        # Halve the step until it improves: a full step may leave the quadratic region.
        share = 1.0
        while (better := objective_at(weights + share * step)) < objective:
            share /= 2
            if share < SHORTEST_STEP:
                return weights / scale
        weights = weights + share * step
        gain, objective = better - objective, better
        if gain <= CLOSE_ENOUGH * abs(objective):
            break
    return weights / scale


def _spread_within(choices: Choices) -> Vector:
    """The standard deviation of each column within choices (at least `LEAST_DEVIATION`).

    Only differences within a choice affect the fit.
    """
    means = np.add.reduceat(choices.rows, choices.starts, axis=0) / choices.sizes[:, None]
    apart = choices.rows - np.repeat(means, choices.sizes, axis=0)
    deviation: Vector = np.sqrt((apart**2).mean(axis=0))
    return np.maximum(deviation, LEAST_DEVIATION)
