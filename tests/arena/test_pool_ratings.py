from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from outflank.arena.elo import estimate_elo
from outflank.arena.pairs import PairCounts
from outflank.arena.pool_ratings import rate_pool
from tests.arena.simulated import FIELDS, Field

STRENGTHS = (-300.0, -100.0, 0.0, 50.0, 250.0)


def simulated_pool(
    field: Field, pairs: int, chance: np.random.Generator
) -> dict[tuple[int, int], PairCounts]:
    return {
        (one, other): PairCounts(
            tuple(
                chance.multinomial(
                    pairs, field.pair_chances(STRENGTHS[one] - STRENGTHS[other])
                ).tolist()
            )
        )
        for one, other in combinations(range(len(STRENGTHS)), 2)
    }


@pytest.mark.parametrize("field", FIELDS[:2], ids=["few draws", "many draws"])
@pytest.mark.parametrize("anchor", [None, 2])
def test_errors_hold_the_truth_in_95_of_100_pools(field: Field, anchor: int | None) -> None:
    chance = np.random.default_rng(4)
    zero = np.mean(STRENGTHS) if anchor is None else STRENGTHS[anchor]
    held = rated = 0
    for _ in range(600):
        ratings = rate_pool(len(STRENGTHS), simulated_pool(field, 60, chance), anchor)
        for player, rating in enumerate(ratings):
            if player != anchor:
                held += int(abs(rating.elo - (STRENGTHS[player] - float(zero))) <= rating.error)
                rated += 1
    assert 0.935 <= held / rated <= 0.965


def test_two_players_are_rated_as_a_match_is() -> None:
    counts = PairCounts((20, 10, 80, 15, 45))
    match = estimate_elo(counts)
    anchored, other = rate_pool(2, {(0, 1): counts.swapped()}, anchor=0)
    assert anchored.elo == 0
    assert anchored.error == pytest.approx(0, abs=1e-6)
    assert other.elo == pytest.approx(match.elo, rel=0.02)
    assert other.error == pytest.approx((match.high - match.low) / 2, rel=0.05)


def test_the_order_of_players_does_not_matter() -> None:
    meetings = simulated_pool(FIELDS[2], 30, np.random.default_rng(8))
    ratings = rate_pool(5, meetings)
    turned = {
        (4 - one, 4 - other): counts.swapped().swapped()
        for (one, other), counts in meetings.items()
    }
    for rating, same in zip(ratings, reversed(rate_pool(5, turned)), strict=True):
        assert same.elo == pytest.approx(rating.elo, abs=1e-3)
        assert same.error == pytest.approx(rating.error)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)


def test_players_with_only_wins_or_without_games_have_a_rating() -> None:
    won, lost, absent = rate_pool(3, {(0, 1): PairCounts((0, 0, 0, 0, 50))}, anchor=1)
    assert 500 < won.elo < 1_500
    assert won.error > 300
    assert lost.elo == 0
    assert absent.error > 1_000
    assert rate_pool(0, {}) == []
