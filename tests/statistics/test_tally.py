from __future__ import annotations

from math import sqrt
from statistics import stdev

import pytest

from outflank.statistics.tally import Tally, standard_error


def test_figures_of_a_tally() -> None:
    tally = Tally.of_scores([10, -4, 0, 2])
    assert tally == Tally(wins=2, draws=1, losses=1, discs=8)
    assert (tally.games, tally.points, tally.score) == (4, 2.5, 0.625)
    assert tally.sigma == pytest.approx(sqrt(0.625 * 0.375 / 4))
    assert (tally.win_rate, tally.win_sigma, tally.mean_discs) == (0.5, 0.25, 2.0)


def test_both_sides_and_sums() -> None:
    tally = Tally(3, 2, 5, -20)
    assert tally.swapped() == Tally(5, 2, 3, 20)
    assert tally.score + tally.swapped().score == 1
    assert tally + Tally(1, 0, 9, 10) == Tally(4, 2, 14, -10)


def test_no_games() -> None:
    nothing = Tally()
    assert (nothing.games, nothing.score, nothing.sigma) == (0, 0.5, 0.0)
    assert (nothing.win_rate, nothing.win_sigma, nothing.mean_discs) == (0.0, 0.0, 0.0)


def test_standard_error() -> None:
    values = [1.0, 2.0, 4.0, 9.0]
    assert standard_error(values) == pytest.approx(stdev(values) / 2)
    assert standard_error([3.0]) == standard_error([]) == 0.0
