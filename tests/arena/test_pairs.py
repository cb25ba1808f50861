from __future__ import annotations

import random

import pytest

from outflank.arena import play_match
from outflank.arena.pairs import PairCounts, pair_points, points_of


def test_counts_and_their_moments() -> None:
    chance = random.Random(1)
    points = [chance.randrange(5) / 2 for _ in range(500)]
    counts = PairCounts.of_points(points)
    assert counts.pairs == 500
    assert counts.games == 1_000
    assert counts.points == sum(points)
    scores = [point / 2 for point in points]
    mean = sum(scores) / 500
    assert counts.score == pytest.approx(mean)
    assert counts.variance == pytest.approx(sum((score - mean) ** 2 for score in scores) / 500)
    assert counts.swapped() == PairCounts.of_points(2 - point for point in points)
    assert counts + counts.swapped() == PairCounts.of_points(
        [*points, *(2 - point for point in points)]
    )


def test_no_pairs_say_nothing() -> None:
    assert PairCounts().score == 0.5
    assert PairCounts().variance == 0.0


def test_points_of_a_game() -> None:
    assert [points_of(score) for score in (-64, -2, 0, 2, 64)] == [0, 0, 0.5, 1, 1]


def test_the_pairs_of_a_match() -> None:
    games = play_match("greedy", "random", games=9, seed=4).games
    points = pair_points(games)
    assert list(points) == [0, 1, 2, 3]  # the ninth game has no second
    for pair, both in points.items():
        first, second = games[2 * pair], games[2 * pair + 1]
        assert first.task.opening == second.task.opening
        assert both == points_of(first.first_score) + points_of(second.first_score)
    assert pair_points(reversed(games)) == points
    assert pair_points([game for game in games if game.task.number != 4]).keys() == {0, 2, 3}
