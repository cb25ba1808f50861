"""Compiled features against the definitions in rules and the oracle."""

from __future__ import annotations

from itertools import chain

import pytest

from outflank.kernels.features import (
    frontier,
    neighbours,
    potential_moves,
    stable_discs,
    turnable,
)
from outflank.kernels.jit import INTERPRETED
from outflank.rules import bitboard
from outflank.rules.squares import squares_of
from outflank.rules.symmetry import SYMMETRIES, transform
from tests.positions import custom_positions, random_play_positions

SCALE = 1 if INTERPRETED else 10


@pytest.fixture(scope="module")
def boards() -> list[tuple[int, int]]:
    return list(chain(random_play_positions(11, 2 * SCALE), custom_positions(12, 60 * SCALE)))


def test_features_equal_the_rules(boards: list[tuple[int, int]]) -> None:
    for player, opponent in boards:
        assert neighbours(player) == bitboard.neighbours(player)
        assert frontier(player, opponent) == bitboard.frontier(player, opponent)
        assert potential_moves(player, opponent) == bitboard.potential_moves(player, opponent)
        assert stable_discs(player, opponent) == bitboard.stable_discs(player, opponent)


def test_turnable_discs_are_those_that_some_move_turns(boards: list[tuple[int, int]]) -> None:
    for player, opponent in boards:
        expected = 0
        for square in squares_of(bitboard.legal_moves(player, opponent)):
            expected |= bitboard.flips(square, player, opponent)
        assert turnable(player, opponent) == expected


def test_all_symmetries_agree(boards: list[tuple[int, int]]) -> None:
    for player, opponent in boards[::3]:
        for symmetry in SYMMETRIES:
            images = transform(player, symmetry), transform(opponent, symmetry)
            for feature in (frontier, potential_moves, stable_discs, turnable):
                original = int(feature(player, opponent))
                assert feature(*images) == transform(original, symmetry)
