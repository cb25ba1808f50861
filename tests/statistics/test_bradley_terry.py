from __future__ import annotations

import numpy as np
import pytest

from outflank.statistics.bradley_terry import likeliest_ratings, score_of_elo


def test_known_strengths_are_found_from_their_games() -> None:
    chance = np.random.default_rng(1)
    true = np.array([-300.0, -100.0, 0.0, 150.0, 250.0])
    first, second = chance.integers(0, 5, size=(2, 20_000))
    apart = first != second
    first, second = first[apart], second[apart]
    points = (chance.random(len(first)) < score_of_elo(true[first] - true[second])).astype(float)
    found = likeliest_ratings(
        first, second, points, np.ones(len(first)), players=5, prior_games=2.0
    )
    np.testing.assert_allclose(found - found.mean(), true - true.mean(), atol=25)


def test_many_players_are_rated_as_by_hunters_iteration() -> None:
    """A second method: minorisation, where every pass raises the likelihood."""
    chance = np.random.default_rng(2)
    players, prior_games = 200, 2.0
    first, second = chance.integers(0, players, size=(2, 2_000))
    apart = first != second
    first, second = first[apart], second[apart]
    points = chance.choice([0.0, 0.5, 1.0], size=len(first))
    made = (
        np.bincount(first, points, players)
        + np.bincount(second, 1 - points, players)
        + prior_games / 2
    )
    strength = np.ones(players)
    for _ in range(3_000):
        shared = 1 / (strength[first] + strength[second])
        expected = np.bincount(first, shared, players) + np.bincount(second, shared, players)
        strength = made / (expected + prior_games / (strength + 1))
    found = likeliest_ratings(
        first, second, points, np.ones(len(first)), players=players, prior_games=prior_games
    )
    np.testing.assert_allclose(found, 400 * np.log10(strength), atol=0.01)


def test_one_win_is_no_proof_and_who_never_played_changes_nothing() -> None:
    one = np.ones(1)
    found = likeliest_ratings(np.array([0]), np.array([1]), one, one, players=3, prior_games=2.0)
    assert 0 < found[0] < 200
    assert found.tolist() == pytest.approx([found[0], -found[0], 0.0], abs=1e-6)


def test_who_won_a_thousand_games_has_a_rating() -> None:
    won = np.array([1_000.0])
    found = likeliest_ratings(np.array([0]), np.array([1]), won, won, players=2, prior_games=0.12)
    assert 1_000 < found[0] - found[1] < 2_500
