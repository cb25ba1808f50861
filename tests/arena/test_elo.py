from __future__ import annotations

import math

import pytest

from outflank.arena.elo import effective_games, elo_of_score, estimate_elo
from outflank.arena.pairs import PAIR_SCORES, PairCounts
from outflank.statistics.bradley_terry import score_of_elo
from tests.arena.simulated import FIELDS, Field, draw_counts


def test_elo_and_scores_are_each_others_inverse() -> None:
    for elo in (-700.0, -3.0, 0.0, 120.0, 400.0):
        assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(1) == math.inf
    assert elo_of_score(0) == -math.inf


@pytest.mark.parametrize("field", FIELDS, ids=["few draws", "many draws", "lopsided openings"])
@pytest.mark.parametrize("elo", [0.0, 100.0, 300.0])
@pytest.mark.parametrize("pairs", [50, 500])
def test_intervals_hold_the_truth_in_95_of_100_matches(
    field: Field, elo: float, pairs: int
) -> None:
    chances = field.pair_chances(elo)
    truth = elo_of_score(float(chances @ PAIR_SCORES))
    matches = 10_000
    held = sum(
        estimate.low <= truth <= estimate.high
        for estimate in map(estimate_elo, draw_counts(chances, pairs, matches, seed=7))
    )
    # Ten thousand matches tell the share to ±0.2 %.
    assert 0.94 <= held / matches <= 0.96


def test_superiority_is_a_probability() -> None:
    # Between equals it is even spread: below q in a share q of all matches.
    estimates = [
        estimate_elo(counts).superiority
        for counts in draw_counts(FIELDS[1].pair_chances(0.0), 200, 10_000, seed=3)
    ]
    for level in (0.05, 0.25, 0.5, 0.75, 0.95):
        below = sum(estimate < level for estimate in estimates)
        halfway = sum(estimate == level for estimate in estimates)
        assert (below + halfway / 2) / 10_000 == pytest.approx(level, abs=0.015)


def test_superiority_and_interval_agree() -> None:
    for counts in draw_counts(FIELDS[2].pair_chances(40.0), 60, 300, seed=5):
        estimate = estimate_elo(counts)
        assert (estimate.superiority > 0.975) == (estimate.low > 0)
        assert (estimate.superiority < 0.025) == (estimate.high < 0)


def test_mirrored_matches_have_mirrored_estimates() -> None:
    counts = PairCounts((3, 1, 20, 4, 12))
    one, other = estimate_elo(counts), estimate_elo(counts.swapped())
    assert one.elo == pytest.approx(-other.elo)
    assert one.low == pytest.approx(-other.high)
    assert one.superiority == pytest.approx(1 - other.superiority)


def test_what_pairs_are_worth() -> None:
    independent = PairCounts((250, 0, 500, 0, 250))
    assert effective_games(independent) == pytest.approx(2_000, rel=0.01)
    # Openings that decide their games make the players' difference clearer, not less clear.
    shared = PairCounts((50, 0, 900, 0, 50))
    assert effective_games(shared) > 8_000
    # Pairs that are won or lost together tell no more than one game each.
    together = PairCounts((500, 0, 0, 0, 500))
    assert effective_games(together) == pytest.approx(1_000, rel=0.01)


def test_matches_that_say_little() -> None:
    nothing = estimate_elo(PairCounts())
    assert (nothing.low, nothing.high, nothing.superiority) == (-math.inf, math.inf, 0.5)
    all_won = estimate_elo(PairCounts((0, 0, 0, 0, 10)))
    assert all_won.elo == all_won.high == math.inf
    assert 100 < all_won.low < 400
    assert all_won.as_dict()["elo"] is None
    assert str(all_won).startswith("∞ (+")
    assert str(estimate_elo(PairCounts((10, 0, 20, 0, 10)))).startswith("+0 (-")
