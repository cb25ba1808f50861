"""The readable bitboard rules against the ray-walking oracle, and under all eight symmetries."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from outflank.rules import bitboard
from outflank.rules.bitboard import AXES, DIRECTIONS
from outflank.rules.position import Position
from outflank.rules.squares import FULL, SQUARES, Bitboard, squares_of
from outflank.rules.symmetry import SYMMETRIES, transform, transform_square
from tests import oracle
from tests.oracle import EMPTY, OTHER, OWN, board_of, mask_of_cells
from tests.positions import (
    CHECKERBOARD,
    EDGES,
    Pair,
    all_images,
    custom_positions,
    random_play_positions,
)

BOARDS = {
    "play": tuple(random_play_positions(seed=34, games=12)),
    "custom": tuple(custom_positions(seed=21, count=500)),
}
FEW_BOARDS = (*random_play_positions(seed=22, games=3), *custom_positions(seed=23, count=180))

COMPASS = {"east": (0, 1), "west": (0, -1), "south": (1, 0), "north": (-1, 0)} | {
    "south-east": (1, 1),
    "north-west": (-1, -1),
    "south-west": (1, -1),
    "north-east": (-1, 1),
}

MaskFunction = Callable[[Bitboard, Bitboard], Bitboard]

from_play_and_beyond = pytest.mark.parametrize("origin", BOARDS)


# The boards themselves


def test_the_boards_from_play_hold_passes_and_ends() -> None:
    positions = [Position(*pair) for pair in BOARDS["play"]]
    assert positions[0] == Position.start()
    assert sum(position.must_pass() for position in positions) >= 3
    assert sum(position.is_over() for position in positions) == 12


def test_the_custom_boards_hold_all_kinds_and_are_valid() -> None:
    boards = BOARDS["custom"]
    assert len(boards) == 500
    assert all(player & opponent == 0 <= player | opponent <= FULL for player, opponent in boards)
    kinds: list[Pair] = [
        (0, 0),
        (FULL, 0),
        (0, FULL),
        (CHECKERBOARD, FULL & ~CHECKERBOARD),
        (EDGES, FULL & ~EDGES),
    ]
    assert all(kind in boards for kind in kinds)
    densities = {(player | opponent).bit_count() // 8 for player, opponent in boards}
    assert densities == set(range(9))
    one_colour = [player for player, opponent in boards if player and not opponent]
    assert len(one_colour) > 20
    # Not only dead boards: most give the player something to do.
    assert sum(bool(bitboard.legal_moves(*pair)) for pair in boards) > 250


def test_a_seed_gives_the_same_boards_again_and_another_seed_others() -> None:
    assert tuple(custom_positions(21, 500)) == BOARDS["custom"]
    assert tuple(random_play_positions(34, 12)) == BOARDS["play"]
    assert tuple(custom_positions(22, 500)) != BOARDS["custom"]
    assert tuple(random_play_positions(35, 12)) != BOARDS["play"]


def test_the_oracle_reads_back_its_boards_and_counts_like_the_literature() -> None:
    for player, opponent in FEW_BOARDS:
        assert oracle.bitboards_of(board_of(player, opponent)) == (player, opponent)
    start = Position.start()
    assert board_of(start.player, start.opponent) == oracle.start()
    assert "/".join("".join(row) for row in oracle.start()[3:5]) == "...OX.../...XO..."
    assert [oracle.perft(oracle.start(), depth) for depth in range(5)] == [1, 4, 12, 56, 244]


# Steps


def test_each_direction_steps_to_the_neighbour_and_never_round_the_edge() -> None:
    assert len(DIRECTIONS) == len(COMPASS) == 8
    for (step, mask), (down, right) in zip(DIRECTIONS, COMPASS.values(), strict=True):
        for square in SQUARES:
            row, column = square // 8 + down, square % 8 + right
            expected = mask_of_cells([(row, column)] if oracle.on_board(row, column) else [])
            assert bitboard.shift(1 << square, step, mask) == expected


def test_a_shift_moves_every_disc_alike() -> None:
    for (step, mask), (player, _) in product(DIRECTIONS, custom_positions(seed=24, count=100)):
        each = [bitboard.shift(1 << square, step, mask) for square in squares_of(player)]
        assert bitboard.shift(player, step, mask) == sum(each)


def test_an_axis_is_two_opposite_directions() -> None:
    assert [direction for axis in AXES for direction in axis] == list(DIRECTIONS)
    assert len(AXES) == 4
    assert all(forth == -back for (forth, _), (back, _) in AXES)


def test_neighbours_are_the_touching_cells() -> None:
    for mask in (*(1 << square for square in SQUARES), *(player for player, _ in FEW_BOARDS)):
        cells = [divmod(square, 8) for square in squares_of(mask)]
        touched = [place for cell in cells for place in oracle.touching(cell)]
        assert bitboard.neighbours(mask) == mask_of_cells(touched)


# Moves


@from_play_and_beyond
def test_legal_moves_agree_with_the_oracle(origin: str) -> None:
    for player, opponent in BOARDS[origin]:
        expected = mask_of_cells(oracle.legal_moves(board_of(player, opponent)))
        assert bitboard.legal_moves(player, opponent) == expected, Position(player, opponent)


@from_play_and_beyond
def test_flips_agree_with_the_oracle_on_every_empty_square(origin: str) -> None:
    for player, opponent in BOARDS[origin]:
        board = board_of(player, opponent)
        for row, column in oracle.cells_of(board, EMPTY):
            expected = mask_of_cells(oracle.flips(board, (row, column)))
            flipped = bitboard.flips(8 * row + column, player, opponent)
            assert flipped == expected, (Position(player, opponent), row, column)


@from_play_and_beyond
def test_a_move_is_legal_where_it_flips(origin: str) -> None:
    for player, opponent in BOARDS[origin]:
        flipping = sum(
            1 << square
            for square in squares_of(~(player | opponent) & FULL)
            if bitboard.flips(square, player, opponent)
        )
        assert flipping == bitboard.legal_moves(player, opponent)


@pytest.mark.parametrize("direction", COMPASS)
@pytest.mark.parametrize("length", range(1, 7))
def test_a_line_of_any_length_turns_in_each_direction(direction: str, length: int) -> None:
    down, right = COMPASS[direction]
    found = 0
    for row, column in oracle.CELLS:
        line = [(row + down * step, column + right * step) for step in range(length + 2)]
        if not oracle.on_board(*line[-1]):
            continue
        found += 1
        player, opponent = mask_of_cells(line[-1:]), mask_of_cells(line[1:-1])
        square = 8 * row + column
        assert bitboard.flips(square, player, opponent) == opponent
        # The far end is empty or the opponent's: nothing turns.
        assert bitboard.flips(square, 0, player | opponent) == 0
        assert bitboard.legal_moves(player, opponent) >> square & 1
        assert not bitboard.legal_moves(0, player | opponent)
    assert found


# Mobility and frontier


@from_play_and_beyond
def test_the_frontier_agrees_with_the_oracle(origin: str) -> None:
    for player, opponent in BOARDS[origin]:
        expected = mask_of_cells(oracle.frontier(board_of(player, opponent)))
        assert bitboard.frontier(player, opponent) == expected, Position(player, opponent)


@from_play_and_beyond
def test_potential_moves_agree_with_the_oracle_and_hold_all_legal_ones(origin: str) -> None:
    for player, opponent in BOARDS[origin]:
        expected = mask_of_cells(oracle.potential_moves(board_of(player, opponent)))
        potential = bitboard.potential_moves(player, opponent)
        assert potential == expected, Position(player, opponent)
        assert bitboard.legal_moves(player, opponent) & ~potential == 0


# Stability


def test_stability_of_every_edge_agrees_with_the_oracle() -> None:
    for edge in map("".join, product((EMPTY, OWN, OTHER), repeat=8)):
        own = sum(1 << index for index, colour in enumerate(edge) if colour == OWN)
        other = sum(1 << index for index, colour in enumerate(edge) if colour == OTHER)
        expected = sum(1 << index for index in oracle.stable_on_edge(edge))
        assert bitboard.stable_on_edge(own, other) == expected, edge


@from_play_and_beyond
def test_stable_discs_agree_with_the_oracle(origin: str) -> None:
    for player, opponent in BOARDS[origin]:
        expected = mask_of_cells(oracle.stable_discs(board_of(player, opponent)))
        assert bitboard.stable_discs(player, opponent) == expected, Position(player, opponent)


def test_no_play_turns_a_disc_that_is_called_stable() -> None:
    tried = 0
    for number, (player, opponent) in enumerate(FEW_BOARDS):
        stable = bitboard.stable_discs(player, opponent)
        assert stable & ~player == 0
        cells = [divmod(square, 8) for square in squares_of(stable)]
        if cells and stable.bit_count() < 64:
            story = oracle.disprove_stability(board_of(player, opponent), cells, 2, seed=number)
            assert story is None, (Position(player, opponent), story)
            tried += 1
    assert tried > 100


def test_the_disproof_finds_discs_that_are_not_stable() -> None:
    caught = tried = 0
    for number, (player, opponent) in enumerate(random_play_positions(seed=25, games=2)):
        board = board_of(player, opponent)
        loose = player & ~bitboard.stable_discs(player, opponent)
        cells = [divmod(square, 8) for square in squares_of(loose)]
        if cells and not oracle.is_over(board):
            tried += 1
            caught += oracle.disprove_stability(board, cells, 2, seed=number) is not None
    assert caught > 0.9 * tried > 50


def test_stable_discs_stay_stable_as_the_game_goes_on() -> None:
    before = {0: 0, 1: 0}
    for player, opponent in random_play_positions(seed=26, games=6):
        if Position(player, opponent) == Position.start():
            before, side = {0: 0, 1: 0}, 0
        for colour, discs in ((side, (player, opponent)), (1 - side, (opponent, player))):
            stable = bitboard.stable_discs(*discs)
            assert before[colour] & ~stable == 0, Position(player, opponent)
            before[colour] = stable
        side = 1 - side
    assert all(before.values())


@pytest.mark.parametrize(
    ("rows", "stable"),
    [
        ("X......./......../........", "X......./......../........"),
        ("XXX...../......../........", "XXX...../......../........"),
        ("XXX...../XX....../X.......", "XXX...../XX....../X......."),
        ("XX....../XXX...../........", "XX....../X......./........"),
        ("XXXOXOXO/......../........", "XXX.X.X./......../........"),
        (".XX...../......../........", "......../......../........"),
        ("..XX.OO./......../........", "......../......../........"),
        # A lone gap that both sides can fill without turning the outer discs.
        ("X.OOOOOX/......../........", "X......X/......../........"),
        ("XX.XXXXX/......../........", "XX.XXXXX/......../........"),
        (".OXO..../......../........", "......../......../........"),
    ],
)
def test_textbook_stability_along_the_top(rows: str, stable: str) -> None:
    def mask(text: str, colour: str) -> int:
        cells = text.replace("/", "")
        return sum(1 << square for square, cell in enumerate(cells) if cell == colour)

    player, opponent = mask(rows, OWN), mask(rows, OTHER)
    assert bitboard.stable_discs(player, opponent) == mask(stable, OWN)
    for pair, image in zip(
        all_images(player, opponent), all_images(mask(stable, OWN), 0), strict=True
    ):
        assert bitboard.stable_discs(*pair) == image[0]


def test_all_discs_of_a_full_board_are_stable() -> None:
    full = [pair for pair in BOARDS["custom"] if sum(pair) == FULL]
    assert len(full) > 20
    assert all(bitboard.stable_discs(player, opponent) == player for player, opponent in full)


def test_a_disc_inside_four_full_lines_is_stable_without_any_stable_neighbour() -> None:
    # All four lines through d4 are full of the opponent's discs, everything else is empty.
    cells = {place for axis in oracle.AXES for place in oracle.line_through((3, 3), axis)}
    centre = mask_of_cells([(3, 3)])
    opponent = mask_of_cells(cells) & ~centre
    assert bitboard.stable_discs(centre, opponent) == centre
    for missing in squares_of(opponent):
        assert bitboard.stable_discs(centre, opponent & ~(1 << missing)) == 0


# The eight symmetries


@pytest.mark.parametrize(
    "function",
    [
        bitboard.legal_moves,
        bitboard.frontier,
        bitboard.potential_moves,
        bitboard.stable_discs,
        lambda player, opponent: bitboard.neighbours(player),
    ],
    ids=["legal_moves", "frontier", "potential_moves", "stable_discs", "neighbours"],
)
def test_what_is_found_turns_with_the_board(function: MaskFunction) -> None:
    for player, opponent in FEW_BOARDS:
        answer = function(player, opponent)
        for symmetry, image in zip(SYMMETRIES, all_images(player, opponent), strict=True):
            assert function(*image) == transform(answer, symmetry), (image, symmetry)


def test_flips_turn_with_the_board() -> None:
    for player, opponent in FEW_BOARDS:
        for symmetry, image in zip(SYMMETRIES, all_images(player, opponent), strict=True):
            for square in squares_of(bitboard.legal_moves(player, opponent)):
                flipped = bitboard.flips(square, player, opponent)
                assert bitboard.flips(transform_square(square, symmetry), *image) == transform(
                    flipped, symmetry
                )
