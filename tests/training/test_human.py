"""From games to habits and back: what was drawn by known habits is fitted to them again."""

from __future__ import annotations

import random
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import pytest

from outflank.engine import choice
from outflank.engine.choice import STAGES, STRENGTHS, Habits
from outflank.engine.perception import COLUMNS, Perception
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.training.beginner import LAPSE, RULES, beginner_from
from outflank.training.human import HumanFit, Seen, compare, fit_habits, fit_lapse, fit_people
from outflank.training.human_losses import BINS, Measuring, measure_losses, plot_losses
from tests.positions import random_play_positions
from tests.training.people import write_small_base

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

GREED = COLUMNS.index("discs turned")
LOSS = COLUMNS.index("glance loss")


def drawn(habits: Habits, games: int, seed: int) -> list[Seen]:
    """Choices by people with these habits, in positions of random games."""
    perception, chance = Perception(), random.Random(seed)
    seen = []
    for board in random_play_positions(seed=seed, games=games):
        position = Position(*board)
        if position.legal_mask.bit_count() > 1:
            moves, rows = perception.see(position)
            shares = habits.probabilities(position.empty_count, rows)
            place = chance.choices(range(len(moves)), shares.tolist())[0]
            seen.append(Seen(position.empty_count, rows, place))
    return seen


def test_habits_are_found_again_from_the_choices_they_make() -> None:
    weights = np.zeros((len(STAGES), len(COLUMNS)))
    weights[:, GREED] = 0.6
    weights[:, LOSS] = -0.1
    taught, tested = (drawn(Habits(weights), games, seed) for games, seed in ((16, 1), (5, 2)))
    found = fit_habits(taught, ridge=30.0)
    middle = slice(1, 4)  # the stages with the most choices
    np.testing.assert_allclose(found.weights[middle, GREED], 0.6, atol=0.25)
    assert (found.weights[middle, LOSS] < -0.01).all()
    assert found.lapse < 0.05
    rows = {row.model: row for row in compare("club", taught, tested, found, ridge=30.0)}
    likelihoods = {name: row.log_likelihood for name, row in rows.items()}
    assert likelihoods["imitation"] is not None
    assert all(
        likelihood < likelihoods["imitation"]
        for name, likelihood in likelihoods.items()
        if likelihood is not None and name != "imitation"
    )
    assert likelihoods["engine, 1 ply"] is None
    uniform = rows["any legal move"]
    expected = np.mean([1 / len(one.rows) for one in tested])
    assert uniform.best == pytest.approx(expected)
    assert uniform.best <= uniform.best_three <= 1


def test_the_share_of_lapses_is_found() -> None:
    chance = np.random.default_rng(1)
    uniform = np.full(20_000, 0.1)
    sharp = np.where(chance.random(20_000) < 0.2 * 0.9, 0.001, 0.991)
    assert fit_lapse(sharp, uniform) == pytest.approx(0.2, abs=0.02)
    assert fit_lapse(np.full(100, 0.9), uniform[:100]) < 0.001


def test_a_beginner_is_a_club_player_who_sees_less_and_wants_more() -> None:
    club = choice.shipped().habits["club"]
    beginner = beginner_from(club)
    assert (beginner.weights[:, GREED] > 0).all()
    assert not beginner.weights[:, COLUMNS.index("read loss")].any()
    assert not beginner.weights[:, COLUMNS.index("replies")].any()
    np.testing.assert_allclose(beginner.weights[:, LOSS], club.weights[:, LOSS] / 2)
    assert beginner.lapse == LAPSE > club.lapse
    assert all(rule.reason for rule in RULES.values())
    shipped = choice.shipped().habits["beginner"]
    np.testing.assert_allclose(shipped.weights, beginner.weights, atol=1e-4)


def test_what_is_shipped_foretells_people_better_than_the_engine_does() -> None:
    for group in ("club", "expert"):
        rows = [row for row in choice.shipped().card["held_out"] if row["group"] == group]
        imitation = next(row for row in rows if row["model"] == "imitation")
        for row in rows:
            if row is not imitation:
                assert imitation["best"] > row["best"]
                if row["log_likelihood"] is not None:
                    assert imitation["log_likelihood"] > row["log_likelihood"]


def test_a_whole_run_on_a_small_base(tmp_path: Path, executor: Executor) -> None:
    write_small_base(tmp_path / "small.wtb")
    files = [tmp_path / "small.wtb"]
    settings = HumanFit(games=6, held_out_games=3)
    people, agreements = fit_people(files, settings, executor)
    again, _ = fit_people(files, settings, executor)
    assert choice.to_bytes(people) == choice.to_bytes(again)
    assert set(people.habits) == set(STRENGTHS)
    assert {row.group for row in agreements} == {"club", "expert"}
    assert people.card["bases"] == ["small.wtb"]

    losses = measure_losses(files, people, Measuring(positions=3, depth=2), executor)
    assert {row.group for row in losses} == {"club", "expert"}
    assert [row.empties for row in losses if row.group == "club"] == list(BINS)
    for row in losses:
        assert row.people >= 0
        assert set(row.imitations) == set(STRENGTHS)
        assert min(row.imitations.values()) >= 0
    plot_losses(losses, tmp_path / "losses.png")
    assert (tmp_path / "losses.png").read_bytes().startswith(b"\x89PNG")
