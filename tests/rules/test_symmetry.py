"""The eight symmetries: what each does to a cell, and that they form a group."""

from __future__ import annotations

import random
from itertools import product

import pytest

from outflank.rules.position import Position
from outflank.rules.squares import (
    A1,
    B1,
    C4,
    D3,
    E6,
    F5,
    FULL,
    H1,
    H8,
    PASS,
    SQUARES,
    mask_of,
    squares_of,
)
from outflank.rules.symmetry import (
    IDENTITY,
    SYMMETRIES,
    Symmetry,
    inverse,
    mirror_columns,
    mirror_rows,
    transform,
    transform_square,
    transpose,
)
from tests.positions import all_images, custom_positions, random_play_positions

CHANCE = random.Random(8)
MASKS = [0, FULL, 0x0123456789ABCDEF, *(CHANCE.getrandbits(64) for _ in range(200))]


def image_of_cell(column: int, row: int, symmetry: Symmetry) -> tuple[int, int]:
    """The definition in the words of the module: mirror left-right, top-bottom, then transpose."""
    if symmetry in (1, 3, 5, 7):
        column = 7 - column
    if symmetry in (2, 3, 6, 7):
        row = 7 - row
    return (row, column) if symmetry >= 4 else (column, row)


def test_there_are_eight_and_they_differ() -> None:
    assert list(SYMMETRIES) == list(range(8))
    assert len({transform(1 << B1, symmetry) for symmetry in SYMMETRIES}) == 8


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_each_square_goes_where_the_definition_says(symmetry: Symmetry) -> None:
    for row, column in product(range(8), repeat=2):
        image_column, image_row = image_of_cell(column, row, symmetry)
        assert transform_square(8 * row + column, symmetry) == 8 * image_row + image_column


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_bitboard_goes_where_its_squares_go(symmetry: Symmetry) -> None:
    for mask in (*MASKS, *(1 << square for square in SQUARES)):
        moved = mask_of(transform_square(square, symmetry) for square in squares_of(mask))
        assert transform(mask, symmetry) == moved


def test_the_three_generators_on_a_corner_and_an_edge() -> None:
    assert mirror_columns(1 << A1) == 1 << H1
    assert mirror_rows(1 << H1) == 1 << H8
    assert transpose(1 << B1) == 1 << 8
    for mask in MASKS:
        for generator in (mirror_columns, mirror_rows, transpose):
            assert generator(generator(mask)) == mask


def test_a_pass_stays_a_pass() -> None:
    assert {transform_square(PASS, symmetry) for symmetry in SYMMETRIES} == {PASS}


def test_the_identity_changes_nothing() -> None:
    assert all(transform(mask, IDENTITY) == mask for mask in MASKS)
    assert all(transform_square(square, IDENTITY) == square for square in SQUARES)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_inverse_undoes_on_both_sides(symmetry: Symmetry) -> None:
    undo = inverse(symmetry)
    for mask in MASKS:
        assert transform(transform(mask, symmetry), undo) == mask
        assert transform(transform(mask, undo), symmetry) == mask
    for square in SQUARES:
        assert transform_square(transform_square(square, symmetry), undo) == square
    assert inverse(undo) == symmetry


def test_one_after_another_is_always_one_of_the_eight() -> None:
    def effect(*symmetries: Symmetry) -> tuple[int, ...]:
        squares = list(SQUARES)
        for symmetry in symmetries:
            squares = [transform_square(square, symmetry) for square in squares]
        return tuple(squares)

    single = {effect(symmetry): symmetry for symmetry in SYMMETRIES}
    assert len(single) == 8
    table = {pair: single[effect(*pair)] for pair in product(SYMMETRIES, repeat=2)}
    for symmetry in SYMMETRIES:
        # In a group every row and column of the table holds each element once.
        assert {table[symmetry, other] for other in SYMMETRIES} == set(SYMMETRIES)
        assert {table[other, symmetry] for other in SYMMETRIES} == set(SYMMETRIES)
    # The group of the square, not another of order 8: just two elements have order four.
    assert [s for s in SYMMETRIES if table[s, s] != IDENTITY] == [5, 6]


def test_what_the_module_says_of_three_and_four() -> None:
    assert all(transform_square(square, 3) == 63 - square for square in SQUARES)
    assert transform_square(F5, 4) == E6
    assert transform_square(E6, 4) == F5


def test_the_start_looks_the_same_in_four_ways_and_joins_the_first_moves() -> None:
    start = Position.start()
    keeping = [s for s in SYMMETRIES if start.transformed(s) == start]
    assert keeping == [0, 3, 4, 7]
    assert {transform_square(F5, symmetry) for symmetry in keeping} == {C4, D3, E6, F5}


def test_images_of_a_board_agree_with_those_of_its_position() -> None:
    for player, opponent in (*random_play_positions(3, 1), *custom_positions(3, 60)):
        pairs = list(all_images(player, opponent))
        assert pairs[0] == (player, opponent)
        images = list(Position(player, opponent).images())
        assert [(image.player, image.opponent) for image in images] == pairs
