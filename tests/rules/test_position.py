"""Positions: moves, passes, ends, scores, symmetry and how they show themselves."""

from __future__ import annotations

import pickle
import random
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError

import pytest

from outflank.errors import IllegalMove, InvalidPosition
from outflank.rules.position import Position
from outflank.rules.squares import (
    A1,
    B1,
    C1,
    C4,
    D3,
    D4,
    D5,
    E4,
    E5,
    E6,
    F5,
    FULL,
    H8,
    PASS,
    SQUARES,
    mask_of,
    parse_square,
    square_name,
    squares_of,
)
from outflank.rules.symmetry import SYMMETRIES, inverse, transform, transform_square
from tests import oracle
from tests.oracle import board_of
from tests.positions import all_images, custom_positions, random_play_positions

POSITIONS = [
    Position(*pair)
    for pair in (*random_play_positions(seed=30, games=6), *custom_positions(seed=31, count=160))
]

PERFT = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216]
"""Lines of play from the start, by plies; see DOMAIN.md."""

PERFECT_GAME = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
    "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)

MUST_PASS = Position(player=mask_of([B1]), opponent=mask_of([A1]))
"""The player has no move; the opponent can play c1, which ends the game."""

OVER_WITH_EMPTIES = Position(player=mask_of([A1, B1, C1]), opponent=mask_of([H8]))


def perft(position: Position, depth: int) -> int:
    """The lines of play of `depth` plies; a game that is over before is one line."""
    if depth == 0 or position.is_over():
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


# What is on the board


def test_the_start() -> None:
    start = Position.start()
    assert start.player == 1 << E4 | 1 << D5
    assert start.opponent == 1 << D4 | 1 << E5
    assert start.empty_count == 60
    assert start.legal_moves() == (D3, C4, F5, E6)
    assert start.disc_difference() == start.score() == 0
    assert not start.is_over()
    assert not start.must_pass()


def test_occupied_and_empty_share_out_the_board() -> None:
    for position in POSITIONS:
        discs = position.player.bit_count() + position.opponent.bit_count()
        assert position.occupied == position.player | position.opponent
        assert position.occupied ^ position.empty == FULL
        assert position.occupied & position.empty == 0
        assert position.empty_count == 64 - discs


def test_two_discs_on_one_square_are_refused_by_name() -> None:
    with pytest.raises(InvalidPosition, match="both sides have a disc on b1 h8;"):
        Position(mask_of([A1, B1, H8]), mask_of([B1, C1, H8]))


@pytest.mark.parametrize(("player", "opponent"), [(-1, 0), (0, -1), (FULL + 1, 0), (0, FULL + 1)])
def test_bits_outside_the_board_are_refused(player: int, opponent: int) -> None:
    with pytest.raises(InvalidPosition, match="64 bits") as caught:
        Position(player, opponent)
    assert f"{player or opponent:#x}" in str(caught.value)


def test_the_highest_squares_are_inside() -> None:
    assert Position(FULL, 0).empty_count == Position(0, FULL).empty_count == 0


# What can be played


def test_legal_moves_are_the_squares_of_the_oracle_or_a_pass_or_none() -> None:
    seen = set()
    for position in POSITIONS:
        board = board_of(position.player, position.opponent)
        squares = tuple(8 * row + column for row, column in oracle.legal_moves(board))
        over = oracle.is_over(board)
        expected = squares or (() if over else (PASS,))
        assert position.legal_moves() == expected, position
        assert position.legal_mask == mask_of(squares)
        assert position.is_over() == over
        assert position.must_pass() == (expected == (PASS,))
        seen.add("over" if over else "pass" if not squares else "moves")
    assert seen == {"over", "pass", "moves"}


def test_play_leaves_the_board_that_the_oracle_leaves() -> None:
    for position in POSITIONS:
        board = board_of(position.player, position.opponent)
        for cell in oracle.legal_moves(board):
            square = 8 * cell[0] + cell[1]
            played = oracle.bitboards_of(oracle.swapped(oracle.after(board, cell)))
            assert position.play(square) == Position(*played), (position, square_name(square))


def test_flips_are_those_of_the_oracle_and_none_where_the_move_is_not_legal() -> None:
    for position in POSITIONS[::5]:
        board = board_of(position.player, position.opponent)
        for square in SQUARES:
            cell = divmod(square, 8)
            legal = cell in oracle.cells_of(board, oracle.EMPTY)
            expected = oracle.mask_of_cells(oracle.flips(board, cell)) if legal else 0
            assert position.flips(square) == expected
        assert position.flips(PASS) == 0


def test_an_occupied_square_flips_nothing_even_between_own_discs() -> None:
    # On a1 the line b1-c1 would turn if the square were empty.
    for owner in ("player", "opponent"):
        player, opponent = mask_of([C1]), mask_of([B1])
        if owner == "player":
            position = Position(player | 1 << A1, opponent)
        else:
            position = Position(player, opponent | 1 << A1)
        assert position.flips(A1) == 0
        with pytest.raises(IllegalMove, match="a1 is not legal here"):
            position.play(A1)


def test_every_move_but_the_legal_ones_is_refused() -> None:
    for position in POSITIONS[::7]:
        for move in {*SQUARES, PASS} - set(position.legal_moves()):
            with pytest.raises(IllegalMove):
                position.play(move)


def test_an_illegal_move_is_named_with_the_legal_ones() -> None:
    start = Position.start()
    with pytest.raises(IllegalMove) as caught:
        start.play(A1)
    head, _, legal = str(caught.value).partition("; legal moves: ")
    assert head == "a1 is not legal here"
    assert sorted(legal.split()) == ["c4", "d3", "e6", "f5"]


def test_a_pass_that_is_not_forced_is_refused() -> None:
    start = Position.start()
    for attempt in (start.passed, lambda: start.play(PASS)):
        with pytest.raises(IllegalMove, match=r"^a pass is not legal here; legal moves: .*f5"):
            attempt()


def test_where_one_must_pass_the_message_says_so() -> None:
    with pytest.raises(IllegalMove, match=r"^c1 is not legal here; legal moves: pass$"):
        MUST_PASS.play(C1)


@pytest.mark.parametrize(("move", "name"), [(H8, "h8"), (B1, "b1"), (PASS, "a pass")])
def test_nothing_is_legal_once_the_game_is_over(move: int, name: str) -> None:
    over = MUST_PASS.play(PASS).play(C1)
    with pytest.raises(IllegalMove, match=f"^{name} is not legal here; the game is over$"):
        over.play(move)


@pytest.mark.parametrize("move", [-1, 65, 99])
def test_a_number_that_is_no_move_is_refused_and_named(move: int) -> None:
    with pytest.raises(IllegalMove, match=f"^{move} is not legal here; legal moves: .*f5"):
        Position.start().play(move)


@pytest.mark.parametrize("square", [*range(-8, 0), *range(65, 73), 1000])
def test_off_the_board_nothing_flips(square: int) -> None:
    # Each disc of the rows 1, 2, 7 and 8 could be met by a step from a square beyond the border.
    rings = Position(player=0x0000FFFFFFFF0000, opponent=0xFFFF00000000FFFF)
    assert rings.flips(square) == 0


def test_a_forced_pass_changes_sides_only() -> None:
    assert MUST_PASS.must_pass()
    assert MUST_PASS.legal_mask == 0
    assert MUST_PASS.legal_moves() == (PASS,)
    assert not MUST_PASS.is_over()
    swapped = Position(MUST_PASS.opponent, MUST_PASS.player)
    assert MUST_PASS.passed() == MUST_PASS.play(PASS) == MUST_PASS.swapped() == swapped
    assert not swapped.must_pass()


def test_swapped_asks_for_no_reason() -> None:
    for position in POSITIONS:
        assert position.swapped() == Position(position.opponent, position.player)
        assert position.swapped().swapped() == position


# Counting lines of play


@pytest.mark.parametrize("depth", range(7))
def test_perft_from_the_start(depth: int) -> None:
    assert perft(Position.start(), depth) == PERFT[depth]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [7, 8])
def test_deeper_perft_from_the_start(depth: int) -> None:
    assert perft(Position.start(), depth) == PERFT[depth]


def test_perft_near_the_end_where_passes_abound_agrees_with_the_oracle() -> None:
    passes = 0
    played = (Position(*pair) for pair in random_play_positions(seed=33, games=20))
    for position in (position for position in played if position.empty_count < 8):
        board = board_of(position.player, position.opponent)
        assert perft(position, 3) == oracle.perft(board, 3), position
        passes += any(position.play(move).must_pass() for move in position.legal_moves())
    assert passes > 10


def test_the_proved_game_ends_in_a_draw() -> None:
    position = Position.start()
    plies = [PERFECT_GAME[index : index + 2] for index in range(0, len(PERFECT_GAME), 2)]
    for name in plies:
        if position.must_pass():
            position = position.passed()
        position = position.play(parse_square(name))
    assert len(plies) == 60
    assert position.is_over()
    assert position.empty_count == 0
    assert position.score() == position.disc_difference() == 0


# What it counts


def test_the_score_is_that_of_the_oracle_and_always_even() -> None:
    for position in POSITIONS:
        board = board_of(position.player, position.opponent)
        assert position.score() == oracle.score(board) == -position.swapped().score()
        assert position.score() % 2 == 0
        assert -64 <= position.score() <= 64
        own, other = len(oracle.cells_of(board, "X")), len(oracle.cells_of(board, "O"))
        assert position.disc_difference() == own - other


def test_empties_go_to_the_winner() -> None:
    assert OVER_WITH_EMPTIES.is_over()
    assert OVER_WITH_EMPTIES.disc_difference() == 2
    assert OVER_WITH_EMPTIES.score() == 62
    assert OVER_WITH_EMPTIES.swapped().score() == -62


def test_a_wipe_out_is_64() -> None:
    wiped_out = MUST_PASS.play(PASS).play(C1)
    assert wiped_out == Position(0, mask_of([A1, B1, C1]))
    assert wiped_out.is_over()
    assert (wiped_out.disc_difference(), wiped_out.score()) == (-3, -64)
    assert wiped_out.swapped().score() == 64


def test_equal_discs_are_a_draw_with_any_empty_squares() -> None:
    draw = Position(mask_of([A1, B1]), mask_of([H8, F5]))
    assert draw.is_over()
    assert draw.score() == 0
    assert Position(0, 0).score() == 0


# The eight symmetries


def test_play_turns_with_the_board() -> None:
    chance = random.Random(32)
    for position in POSITIONS:
        moves = position.legal_moves()
        for symmetry in SYMMETRIES:
            image = position.transformed(symmetry)
            assert {transform_square(move, symmetry) for move in moves} == set(image.legal_moves())
            assert image.score() == position.score()
            if not moves:
                continue
            move = chance.choice(moves)
            there = image.play(transform_square(move, symmetry))
            assert there == position.play(move).transformed(symmetry)
            assert there.transformed(inverse(symmetry)) == position.play(move)


def test_transformed_turns_both_sides() -> None:
    for position in POSITIONS[::10]:
        for symmetry in SYMMETRIES:
            image = position.transformed(symmetry)
            assert image.player == transform(position.player, symmetry)
            assert image.opponent == transform(position.opponent, symmetry)


def test_canonical_is_one_of_the_images_and_the_same_for_all() -> None:
    for position in POSITIONS:
        canonical = position.canonical()
        assert canonical in set(position.images())
        assert canonical.canonical() == canonical
        assert {image.canonical() for image in position.images()} == {canonical}
        smallest = min(all_images(position.player, position.opponent))
        assert (canonical.player, canonical.opponent) == smallest


def test_the_four_first_moves_are_one_problem_but_swapping_sides_is_another() -> None:
    start = Position.start()
    after_first_moves = {start.play(move).canonical() for move in start.legal_moves()}
    assert len(after_first_moves) == 1
    after = start.play(F5)
    assert after.canonical() != after.swapped().canonical()


# Value semantics


@pytest.mark.parametrize("name", ["player", "opponent"])
def test_a_position_cannot_be_changed(name: str) -> None:
    position = Position.start()
    with pytest.raises(FrozenInstanceError):
        setattr(position, name, 0)
    with pytest.raises(FrozenInstanceError):
        delattr(position, name)
    position.play(F5)
    assert position == Position.start()


def test_equal_boards_are_equal_positions_with_equal_hashes() -> None:
    for position in POSITIONS:
        twin = Position(position.player, position.opponent)
        assert twin == position
        assert hash(twin) == hash(position)
        assert {position: "found"}[twin] == "found"
    pairs = {(position.player, position.opponent) for position in POSITIONS}
    assert len(set(POSITIONS)) == len(pairs)


def test_each_side_counts_in_equality() -> None:
    assert Position(1, 2) != Position(2, 1)
    assert Position(1, 2) != Position(1, 4)
    assert Position(1, 2) != Position(4, 2)


def test_positions_have_an_order() -> None:
    ordered = [Position(0, 1), Position(0, 2), Position(1, 0), Position(2, 0), Position(2, 1)]
    assert sorted([ordered[index] for index in (3, 0, 4, 2, 1)]) == ordered


def test_copies_and_pickles_are_equal() -> None:
    for position in POSITIONS[::20]:
        for twin in (copy(position), deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert twin == position


# How it shows itself


def test_the_repr_is_python_that_makes_the_position_again() -> None:
    for position in POSITIONS:
        assert eval(repr(position), {"Position": Position}) == position
    assert repr(Position(1, 2)) == (
        "Position(player=0x0000000000000001, opponent=0x0000000000000002)"
    )


def test_the_board_as_text() -> None:
    assert str(Position.start().play(F5)).splitlines() == [
        "  a b c d e f g h",
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . . . . . .",
        "4 . . . X O * . .",
        "5 . . . O O O . .",
        "6 . . . * . * . .",
        "7 . . . . . . . .",
        "8 . . . . . . . .",
    ]


def test_the_text_marks_every_square() -> None:
    marks = {"X": "player", "O": "opponent", "*": "legal_mask"}
    for position in POSITIONS[::10]:
        cells = "".join(line[2:] for line in str(position).splitlines()[1:]).replace(" ", "")
        assert len(cells) == 64
        for mark, name in marks.items():
            found = mask_of(square for square, cell in enumerate(cells) if cell == mark)
            assert found == getattr(position, name)
        assert cells.count(".") == len(list(squares_of(position.empty & ~position.legal_mask)))


# Moves by name


def test_a_move_can_be_given_by_its_name() -> None:
    start = Position.start()
    assert start.play("f5") == start.play("F5") == start.play(F5)
    with pytest.raises(IllegalMove, match="a1 is not legal here; legal moves: d3 c4 f5 e6"):
        start.play("a1")
    with pytest.raises(InvalidPosition, match="'z9' is not a square"):
        start.play("z9")
    with pytest.raises(IllegalMove, match="a pass is not legal"):
        start.play("--")


def test_legal_moves_print_as_names() -> None:
    assert repr(Position.start().legal_moves()) == "(d3, c4, f5, e6)"
