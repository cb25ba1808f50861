"""Compiled moves and flips against the plain-int definition and the ray-walking oracle."""

from __future__ import annotations

from itertools import chain

import pytest

from outflank.kernels.jit import INTERPRETED, kernel
from outflank.kernels.moves import flips, legal_moves, scalar_flips, scalar_legal_moves
from outflank.rules import bitboard
from outflank.rules.symmetry import SYMMETRIES, transform, transform_square
from tests import oracle
from tests.positions import all_images, custom_positions, random_play_positions

SCALE = 1 if INTERPRETED else 10


@kernel("u8(u8,u8)")
def compiled_scalar_legal_moves(player: int, opponent: int) -> int:
    return scalar_legal_moves(player, opponent)


@kernel("u8(i8,u8,u8)")
def compiled_scalar_flips(square: int, player: int, opponent: int) -> int:
    return scalar_flips(square, player, opponent)


@pytest.fixture(scope="module")
def boards() -> list[tuple[int, int]]:
    return list(chain(random_play_positions(7, 4 * SCALE), custom_positions(8, 100 * SCALE)))


def test_legal_moves_equal_the_definition_and_the_oracle(boards: list[tuple[int, int]]) -> None:
    for player, opponent in boards:
        expected = bitboard.legal_moves(player, opponent)
        assert expected == oracle.mask_of_cells(
            oracle.legal_moves(oracle.board_of(player, opponent))
        )
        assert legal_moves(player, opponent) == expected
        assert compiled_scalar_legal_moves(player, opponent) == expected


def test_flips_equal_the_definition_on_every_empty_square(boards: list[tuple[int, int]]) -> None:
    for player, opponent in boards:
        board = oracle.board_of(player, opponent)
        for row, column in oracle.cells_of(board, oracle.EMPTY):
            square = row * 8 + column
            expected = bitboard.flips(square, player, opponent)
            assert expected == oracle.mask_of_cells(oracle.flips(board, (row, column)))
            assert flips(square, player, opponent) == expected
            assert compiled_scalar_flips(square, player, opponent) == expected


def test_all_symmetries_agree(boards: list[tuple[int, int]]) -> None:
    for player, opponent in boards[:: 10 if INTERPRETED else 3]:
        moves = int(legal_moves(player, opponent))
        images = all_images(player, opponent)
        for symmetry, (image_player, image_opponent) in zip(SYMMETRIES, images, strict=True):
            assert legal_moves(image_player, image_opponent) == transform(moves, symmetry)
            for square in range(64):
                if moves >> square & 1:
                    turned = flips(transform_square(square, symmetry), image_player, image_opponent)
                    assert turned == transform(int(flips(square, player, opponent)), symmetry)
