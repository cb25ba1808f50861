"""The switches of report 000's evaluation: each changes its own part and nothing else."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from outflank.classics.evaluations.full import EARLY_DISCS, full, full_with
from outflank.kernels.jit import INTERPRETED
from tests import oracle
from tests.classics import plain_evaluations as plain
from tests.positions import Pair, all_images, custom_positions, random_play_positions

SCALE = 1 if INTERPRETED else 3


@pytest.fixture(scope="module")
def boards() -> list[Pair]:
    return list(chain(random_play_positions(31, SCALE), custom_positions(32, 50 * SCALE)))


@pytest.mark.parametrize(
    "switches",
    [
        {"weight_table": False},
        {"mobility_term": False},
        {"stability": "off"},
        {"stability": "report"},
        {"evaporation": False},
        {"avoid_bad_squares": True},
        {"evaporation": False, "mobility_term": False, "avoid_bad_squares": True},
    ],
    ids=lambda switches: " ".join(switches),
)
def test_switch_equals_the_plain_twin(switches: dict[str, Any], boards: list[Pair]) -> None:
    evaluate = full_with(**switches)
    changed = 0
    for pair in boards:
        value = evaluate(*pair)
        assert value == plain.full(oracle.board_of(*pair), **switches)
        changed += value != full(*pair)
    assert changed > 10


def test_factors_scale_their_own_part(boards: list[Pair]) -> None:
    faster, firmer = full_with(mobility_factor=70), full_with(stability_factor=80)
    without_moves, without_edges = full_with(mobility_term=False), full_with(stability="off")
    for player, opponent in boards:
        value = full(player, opponent)
        if not player or not opponent or (player | opponent).bit_count() < EARLY_DISCS:
            continue
        assert 5 * (faster(player, opponent) - value) == 2 * (
            value - without_moves(player, opponent)
        )
        assert 5 * (firmer(player, opponent) - value) == 3 * (
            value - without_edges(player, opponent)
        )


def test_everything_off_leaves_nothing_but_the_loss_of_all_discs(boards: list[Pair]) -> None:
    nothing = full_with(weight_table=False, mobility_term=False, stability="off", evaporation=False)
    for player, opponent in boards:
        expected = 0 if player and opponent else plain.full(oracle.board_of(player, opponent))
        assert nothing(player, opponent) == expected


def test_full_has_every_part() -> None:
    assert full_with() is full


def test_strictly_avoided_squares_are_the_same_for_all_images(boards: list[Pair]) -> None:
    strict = full_with(avoid_bad_squares=True)
    for player, opponent in boards[::5]:
        values = {int(strict(*image)) for image in all_images(player, opponent)}
        assert values == {-int(strict(opponent, player))}
