"""The estimate of the time left: from what was solved, or none at all."""

from __future__ import annotations

import random

import pytest

from outflank.cli.time_left import (
    REACH_EMPTIES,
    TYPICAL_GROWTH,
    Kind,
    TimeLeft,
    TimeModel,
)


def model_of(*solved: tuple[int, float]) -> TimeModel:
    model = TimeModel()
    for empties, seconds in solved:
        model.add(empties, seconds)
    return model


def seconds_of(left: TimeLeft | None) -> float:
    assert left is not None
    assert left.kind is Kind.ESTIMATE
    return left.seconds


@pytest.mark.parametrize(
    ("left", "text"),
    [
        (TimeLeft(0), "a few seconds left"),
        (TimeLeft(9.9), "a few seconds left"),
        (TimeLeft(10), "about 10 s left"),
        (TimeLeft(44), "about 40 s left"),
        (TimeLeft(89), "about 90 s left"),
        (TimeLeft(175), "about 3 min left"),
        (TimeLeft(89 * 60), "about 89 min left"),
        (TimeLeft(3 * 3600), "about 3 h left"),
        (TimeLeft(3 * 86400), "about 3 days left"),
        (TimeLeft(120, Kind.MOST), "at most 2 min left"),
        (TimeLeft(120, Kind.LEAST), "more than 2 min left"),
    ],
)
def test_words(left: TimeLeft, text: str) -> None:
    assert str(left) == text


def test_nothing_solved_is_no_basis() -> None:
    assert TimeModel().left(20, 5.0, {20: 3}) is None
    assert TimeModel().growth() == TYPICAL_GROWTH


def test_positions_alike_take_as_long_as_those_before() -> None:
    model = model_of((20, 50.0), (20, 70.0))
    assert seconds_of(model.left(20, 0, {})) == pytest.approx(60)
    assert seconds_of(model.left(20, 10, {20: 2})) == pytest.approx(170)


def test_every_empty_square_takes_a_factor_longer() -> None:
    model = model_of((20, 100.0))
    assert seconds_of(model.left(22, 0, {})) == pytest.approx(100 * TYPICAL_GROWTH**2)
    assert seconds_of(model.left(18, 0, {19: 1})) == pytest.approx(
        100 / TYPICAL_GROWTH**2 + 100 / TYPICAL_GROWTH
    )


@pytest.mark.parametrize("true_growth", [1.6, 3.0])
def test_the_factor_is_learnt_in_the_run(true_growth: float) -> None:
    chance = random.Random(1)
    solved = [
        (empties, 0.2 * true_growth ** (empties - 18) * chance.lognormvariate(0, 0.7))
        for empties in range(18, 26)
        for _ in range(5)
    ]
    model = model_of(*solved)
    assert model.growth() == pytest.approx(true_growth, rel=0.15)
    expected = 0.2 * true_growth ** (26 - 18) * 1.28  # the mean of that scatter
    assert seconds_of(model.left(26, 0, {})) == pytest.approx(expected, rel=0.5)


def test_short_times_do_not_spoil_the_factor() -> None:
    model = model_of(*((empties, 0.001) for empties in range(1, 13)), (18, 4.0), (20, 20.0))
    assert model.growth() == pytest.approx(TYPICAL_GROWTH, rel=0.15)


def test_what_is_far_beyond_is_not_guessed() -> None:
    model = model_of((20, 30.0))
    farthest = 20 + REACH_EMPTIES
    assert model.left(farthest, 0, {}) is not None
    assert model.left(farthest + 1, 0, {}) is None
    # What is known of the others is the least that it takes.
    assert model.left(20, 0, {20: 1, farthest + 1: 1}) == TimeLeft(60.0, Kind.LEAST)


def test_a_limit_is_the_most_that_a_position_takes() -> None:
    assert TimeModel().left(60, 4.0, {60: 2}, limit_seconds=10) == TimeLeft(26.0, Kind.MOST)
    model = model_of((20, 30.0))
    assert seconds_of(model.left(20, 4.0, {20: 1}, limit_seconds=10)) == pytest.approx(16)
    assert seconds_of(model.left(20, 4.0, {20: 1}, limit_seconds=100)) == pytest.approx(56)
    assert model.left(20, 4.0, {60: 1}, limit_seconds=100) == TimeLeft(126.0, Kind.MOST)
    assert model.left(20, 11.0, {}, limit_seconds=10) == TimeLeft(0.0)


def test_what_takes_longer_than_expected_takes_longer_still() -> None:
    model = model_of((20, 10.0))
    lefts = [seconds_of(model.left(20, elapsed, {})) for elapsed in (0, 5, 20, 100)]
    assert lefts == [10, 5, 10, 50]
