"""The conditional logit model: how people choose between things that differ from time to time.

Whoever chooses gives each thing a utility, a weighted sum of its columns, and takes it with a
probability in proportion to the exponential of that utility. The weights under which the choices
that were made are most likely are unique, since the logarithm of the likelihood is concave, and
Newton's method finds them in a few steps.
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
"""Pull of weights towards what they are taken for, in the scale of columns of deviation one."""

LEAST_DEVIATION = 0.3
"""Columns that vary less are not scaled up further: what hardly ever differs is hardly known."""

MOST_STEPS = 50
SHORTEST_STEP = 1e-6
"""Of Newton's: where even that is not better, rounding is all that is left."""

CLOSE_ENOUGH = 1e-8
"""Gain of a step, as a share of the objective, below which there is nothing left to find."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Many choices: the things of all of them below each other.

    Those of choice `i` begin at row `starts[i]`; `chosen[i]` is the row of the one that was taken.
    """

    rows: Matrix
    starts: Indices
    chosen: Indices

    @classmethod
    def of(cls, parts: Iterable[tuple[Matrix, int]], columns: int) -> Choices:
        """From the rows of each choice and the place of the one taken among them."""
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
        """How many things each choice was between."""
        return np.diff(self.starts, append=len(self.rows))

    def only(self, columns: list[int]) -> Choices:
        """The same with only some columns."""
        return Choices(np.ascontiguousarray(self.rows[:, columns]), self.starts, self.chosen)

    def per_row(self, values: Vector) -> Vector:
        """One value for each choice, given to all its rows."""
        return np.repeat(values, self.sizes)


def probabilities(choices: Choices, weights: Vector) -> Vector:
    """The probability of every row; those of one choice add up to one."""
    utility = choices.rows @ weights
    utility -= choices.per_row(np.maximum.reduceat(utility, choices.starts))
    powers = np.exp(utility)
    shares: Vector = powers / choices.per_row(np.add.reduceat(powers, choices.starts))
    return shares


def log_likelihood(choices: Choices, weights: Vector) -> float:
    """The logarithm of the probability of all choices that were made."""
    utility = choices.rows @ weights
    top = np.maximum.reduceat(utility, choices.starts)
    powers = np.exp(utility - choices.per_row(top))
    totals = top + np.log(np.add.reduceat(powers, choices.starts))
    return float((utility[choices.chosen] - totals).sum())


def gradient(choices: Choices, weights: Vector) -> Vector:
    """How the log-likelihood grows with each weight: columns as taken, less columns as expected."""
    expected = probabilities(choices, weights) @ choices.rows
    taken: Vector = choices.rows[choices.chosen].sum(axis=0)
    return taken - expected


def curvature(choices: Choices, weights: Vector) -> Matrix:
    """The matrix of second derivatives, with its sign changed: the spread of what is expected."""
    shares = probabilities(choices, weights)
    weighted = choices.rows * shares[:, None]
    means = np.add.reduceat(weighted, choices.starts, axis=0)
    spread: Matrix = choices.rows.T @ weighted - means.T @ means
    return spread


def fit(choices: Choices, ridge: float = RIDGE, towards: Vector | None = None) -> Vector:
    """The most likely weights, drawn by the ridge to those they are taken for: else to zero."""
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
        # Half as far until it is better: a full step may leave where the second order holds.
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
    """The deviation of each column within a choice, which is all that can matter."""
    means = np.add.reduceat(choices.rows, choices.starts, axis=0) / choices.sizes[:, None]
    apart = choices.rows - np.repeat(means, choices.sizes, axis=0)
    deviation: Vector = np.sqrt((apart**2).mean(axis=0))
    return np.maximum(deviation, LEAST_DEVIATION)
