from __future__ import annotations

import numpy as np

from outflank.training.bradley_terry import ELO_SCALE, ratings


def test_known_strengths_are_found_from_their_games() -> None:
    chance = np.random.default_rng(1)
    true = np.array([-300.0, -100.0, 0.0, 150.0, 250.0])
    first, second = chance.integers(0, 5, size=(2, 20_000))
    apart = first != second
    first, second = first[apart], second[apart]
    expected = 1 / (1 + np.exp((true[second] - true[first]) / ELO_SCALE))
    scores = (chance.random(len(first)) < expected).astype(float)
    found = ratings(first, second, scores, players=5)
    assert np.isclose(found.mean(), 0.0)
    np.testing.assert_allclose(found, true, atol=25)


def test_one_win_is_no_proof_and_who_never_played_changes_nothing() -> None:
    first, second = np.array([0]), np.array([1])
    found = ratings(first, second, np.array([1.0]), players=3)
    assert 0 < found[0] < 200
    assert np.isclose(found[0], -found[1])
