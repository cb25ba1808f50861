"""The size of the game tree, from the start and from anywhere."""

from __future__ import annotations

import pytest

from outflank.kernels.jit import INTERPRETED
from outflank.kernels.perft import perft, scalar_perft
from outflank.rules.position import Position
from tests import oracle
from tests.positions import all_images, custom_positions, random_play_positions

START = Position.start()
LEAVES = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800]
"""From the start at depth 1, 2, …; a pass is a ply."""


@pytest.mark.parametrize("depth", range(1, 5 if INTERPRETED else 12))
def test_perft_from_the_start(depth: int) -> None:
    assert perft(START.player, START.opponent, depth) == LEAVES[depth - 1]


@pytest.mark.parametrize("depth", range(1, 5 if INTERPRETED else 10))
def test_scalar_twin_counts_the_same(depth: int) -> None:
    assert scalar_perft(START.player, START.opponent, depth) == LEAVES[depth - 1]


def test_perft_equals_the_oracle_where_games_pass_and_end() -> None:
    late = [pair for pair in random_play_positions(5, 6) if (pair[0] | pair[1]).bit_count() >= 56]
    for player, opponent in [*late, *custom_positions(6, 40)]:
        for depth in (1, 2):
            expected = oracle.perft(oracle.board_of(player, opponent), depth)
            assert perft(player, opponent, depth) == expected
            assert scalar_perft(player, opponent, depth) == expected


def test_perft_is_the_same_for_all_images() -> None:
    depth = 2 if INTERPRETED else 5
    for player, opponent in list(random_play_positions(9, 1))[::12]:
        assert len({perft(*image, depth) for image in all_images(player, opponent)}) == 1
