from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from outflank.arena.pairs import PAIR_SCORES, PairCounts
from outflank.arena.sprt import LEAST_PAIRS, Sprt, Verdict, _likeliest
from outflank.errors import OutflankError
from outflank.statistics.bradley_terry import score_of_elo
from tests.arena.simulated import FIELDS, Field


def wrong_share(test: Sprt, field: Field, elo: float, wrong: Verdict, tests: int) -> float:
    """The share of simulated tests that end with the verdict that is wrong for `elo`."""
    chance = np.random.default_rng(11)
    chances = field.chances_with_score(score_of_elo(elo))
    errors = 0
    for _ in range(tests):
        counts = [0, 0, 0, 0, 0]
        verdict = Verdict.UNDECIDED
        while verdict is Verdict.UNDECIDED:
            for result in chance.choice(5, size=256, p=chances).tolist():
                counts[result] += 1
                verdict = test.verdict(PairCounts((*counts,)))  # type: ignore[arg-type]
                if verdict is not Verdict.UNDECIDED:
                    break
        errors += verdict is wrong
    return errors / tests


@pytest.mark.slow
@pytest.mark.parametrize("field", FIELDS, ids=["few draws", "many draws", "lopsided openings"])
@pytest.mark.parametrize(
    ("elo0", "elo1"), [(0.0, 60.0), (-50.0, 50.0), (100.0, 200.0), (0.0, 300.0)]
)
def test_error_rates_are_within_the_promise(field: Field, elo0: float, elo1: float) -> None:
    test = Sprt(elo0=elo0, elo1=elo1)

    assert wrong_share(test, field, elo0, Verdict.UPPER, 2_000) <= 0.05
    assert wrong_share(test, field, elo1, Verdict.LOWER, 2_000) <= 0.05


def test_error_rates_quickly() -> None:
    test = Sprt(elo0=0, elo1=150, alpha=0.1, beta=0.02)
    assert wrong_share(test, FIELDS[0], 0, Verdict.UPPER, 1_000) <= 0.125
    assert wrong_share(test, FIELDS[0], 150, Verdict.LOWER, 1_000) <= 0.035
    # Beyond the two claims errors are rarer still.
    assert wrong_share(test, FIELDS[0], -50, Verdict.UPPER, 300) <= 0.03


def test_the_likeliest_distribution_has_the_mean_and_no_better_neighbour() -> None:
    chance = np.random.default_rng(2)
    for _ in range(50):
        counts = [float(count) for count in chance.integers(1, 60, 5)]
        mean = float(chance.uniform(0.05, 0.95))
        found = np.array(_likeliest(counts, mean))
        assert found.sum() == pytest.approx(1)
        assert found @ PAIR_SCORES == pytest.approx(mean)
        best = float(counts @ np.log(found))
        for _ in range(20):
            # Any other distribution of the same mean: move along directions that keep both sums.
            shift = chance.normal(size=5)
            basis = np.linalg.qr(np.array([np.ones(5), PAIR_SCORES]).T)[0]
            shift -= basis @ (basis.T @ shift)
            other = found + 1e-3 * found.min() * shift
            assert float(counts @ np.log(other)) <= best + 1e-9


def test_more_wins_speak_for_the_stronger_claim() -> None:
    test = Sprt(elo0=0, elo1=50)
    ratios = [test.log_ratio(PairCounts((100 - won, 0, 0, 0, won))) for won in range(101)]
    assert all(one < other for one, other in pairwise(ratios))
    assert ratios[0] < test.lower_bound < 0 < test.upper_bound < ratios[100]
    # Between the two claims neither is favoured.
    even = PairCounts((300, 0, 400, 0, 300))
    assert Sprt(elo0=-20, elo1=20).log_ratio(even) == pytest.approx(0, abs=1e-6)


def test_nothing_is_decided_by_a_few_pairs() -> None:
    test = Sprt(elo0=0, elo1=500)
    assert test.verdict(PairCounts()) is Verdict.UNDECIDED
    assert test.verdict(PairCounts((0, 0, 0, 0, LEAST_PAIRS - 1))) is Verdict.UNDECIDED
    assert test.verdict(PairCounts((0, 0, 0, 0, 30))) is Verdict.UPPER
    assert test.verdict(PairCounts((30, 0, 0, 0, 0))) is Verdict.LOWER
    assert math.isfinite(test.log_ratio(PairCounts()))


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"elo0": 10, "elo1": 10}, "the lower first"),
        ({"elo0": 10, "elo1": 5}, "the lower first"),
        ({"elo0": 0, "elo1": 2_000}, "between"),
        ({"elo0": 0, "elo1": math.nan}, "between"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha=0"),
        ({"elo0": 0, "elo1": 5, "beta": 0.7}, "beta=0.7"),
    ],
)
def test_what_is_no_test_is_refused(options: dict[str, float], part: str) -> None:
    with pytest.raises(OutflankError) as caught:
        Sprt(**options)
    assert part in str(caught.value)
