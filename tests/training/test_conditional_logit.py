"""The choice model: probabilities, derivatives, and a fit that finds what it was drawn from."""

from __future__ import annotations

import numpy as np

from outflank.training.conditional_logit import (
    Choices,
    curvature,
    fit,
    gradient,
    log_likelihood,
    probabilities,
)

COLUMNS = 4
TRUE = np.array([1.5, -0.7, 0.0, 0.3])


def simulated(count: int, seed: int) -> Choices:
    """Choices between two to nine things, made with the weights `TRUE`."""
    chance = np.random.default_rng(seed)
    parts = []
    for _ in range(count):
        rows = chance.normal(size=(int(chance.integers(2, 10)), COLUMNS))
        powers = np.exp(rows @ TRUE)
        parts.append((rows, int(chance.choice(len(rows), p=powers / powers.sum()))))
    return Choices.of(parts, COLUMNS)


def test_probabilities_of_each_choice_add_up_to_one() -> None:
    choices = simulated(200, seed=1)
    shares = probabilities(choices, 100 * TRUE)  # far enough to overflow a naive exponential
    assert (shares >= 0).all()
    np.testing.assert_allclose(np.add.reduceat(shares, choices.starts), 1.0)


def test_the_likelihood_is_that_of_the_probabilities() -> None:
    choices = simulated(200, seed=2)
    expected = np.log(probabilities(choices, TRUE)[choices.chosen]).sum()
    assert np.isclose(log_likelihood(choices, TRUE), expected)
    assert np.isclose(log_likelihood(choices, np.zeros(COLUMNS)), -np.log(choices.sizes).sum())


def test_derivatives_agree_with_finite_differences() -> None:
    choices = simulated(50, seed=3)
    weights = np.array([0.4, 0.2, -0.6, 1.1])
    step = 1e-5
    for column in range(COLUMNS):
        aside = step * np.eye(COLUMNS)[column]
        slope = (
            log_likelihood(choices, weights + aside) - log_likelihood(choices, weights - aside)
        ) / (2 * step)
        assert np.isclose(gradient(choices, weights)[column], slope, rtol=1e-5)
        bend = (gradient(choices, weights + aside) - gradient(choices, weights - aside)) / (
            2 * step
        )
        np.testing.assert_allclose(-curvature(choices, weights)[column], bend, rtol=1e-4)


def test_a_fit_recovers_the_weights_behind_simulated_choices() -> None:
    choices = simulated(8_000, seed=4)
    found = fit(choices, ridge=1.0)
    deviations = np.sqrt(np.diag(np.linalg.inv(curvature(choices, found))))
    assert (deviations < 0.05).all()
    np.testing.assert_array_less(np.abs(found - TRUE), 4 * deviations)


def test_what_never_differs_within_a_choice_has_no_weight() -> None:
    choices = simulated(300, seed=5)
    same = np.repeat(np.arange(300.0), choices.sizes)
    wider = Choices(np.column_stack([choices.rows, same]), choices.starts, choices.chosen)
    assert abs(fit(wider)[-1]) < 1e-6
    np.testing.assert_allclose(fit(wider)[:-1], fit(choices), rtol=1e-6)


def test_the_expected_columns_of_a_fit_are_those_of_the_choices() -> None:
    """Why an imitation loses as many discs as people do: what it loses is one of its columns."""
    choices = simulated(2_000, seed=6)
    expected = probabilities(choices, fit(choices, ridge=1e-6)) @ choices.rows
    np.testing.assert_allclose(expected, choices.rows[choices.chosen].sum(axis=0), atol=1e-2)
