"""Squares: their numbers, names and masks."""

from __future__ import annotations

import json
import pickle
import random

import pytest

import outflank
from outflank.errors import InvalidPosition, OutflankError
from outflank.rules import squares
from outflank.rules.squares import (
    C_SQUARES,
    CORNERS,
    F5,
    FULL,
    PASS,
    PASS_NAMES,
    SQUARE_NAMES,
    SQUARES,
    X_SQUARES,
    column_of,
    mask_of,
    move_names,
    parse_move,
    parse_square,
    row_of,
    square_at,
    square_name,
    squares_of,
)

ALL_NAMES = [
    "a1 b1 c1 d1 e1 f1 g1 h1",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a5 b5 c5 d5 e5 f5 g5 h5",
    "a6 b6 c6 d6 e6 f6 g6 h6",
    "a7 b7 c7 d7 e7 f7 g7 h7",
    "a8 b8 c8 d8 e8 f8 g8 h8",
]
NAMES = " ".join(ALL_NAMES).split()


def bits(names: str) -> int:
    """The bitboard of squares given by name, found without the code under test."""
    return sum(2 ** NAMES.index(name) for name in names.split())


def test_squares_are_numbered_row_by_row_from_the_top_left() -> None:
    assert list(SQUARES) == list(range(64))
    assert list(SQUARE_NAMES) == NAMES
    assert [square_name(square) for square in SQUARES] == NAMES


def test_every_square_is_a_constant_of_the_package() -> None:
    for number, name in enumerate(NAMES):
        assert getattr(squares, name.upper()) == number
        assert getattr(outflank, name.upper()) == number


def test_names_are_read_in_either_case() -> None:
    for number, name in enumerate(NAMES):
        assert parse_square(name) == parse_square(name.upper()) == number
        assert parse_move(name) == parse_move(name.upper()) == number


def test_columns_and_rows() -> None:
    for number, name in enumerate(NAMES):
        column, row = "abcdefgh".index(name[0]), "12345678".index(name[1])
        assert (column_of(number), row_of(number)) == (column, row)
        assert square_at(column, row) == number


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (8, 0), (0, -1), (0, 8)])
def test_off_the_board_there_is_no_square(column: int, row: int) -> None:
    with pytest.raises(InvalidPosition, match=f"column {column}, row {row} is off the board"):
        square_at(column, row)


@pytest.mark.parametrize("name", ["", "a", "5f", "a0", "a9", "i1", "f55", " f5", "--", "pass"])
def test_bad_names_are_refused_and_named(name: str) -> None:
    with pytest.raises(InvalidPosition, match="a1 to h8") as caught:
        parse_square(name)
    assert repr(name) in str(caught.value)


def test_a_bad_name_is_an_error_of_outflank_and_of_python() -> None:
    with pytest.raises(OutflankError):
        parse_move("z9")
    with pytest.raises(ValueError, match="z9"):
        parse_move("z9")


@pytest.mark.parametrize("square", [-1, 65, 1000])
def test_bad_numbers_are_refused_and_named(square: int) -> None:
    with pytest.raises(InvalidPosition, match=f"^{square} is not a square"):
        square_name(square)


def test_a_pass_is_no_square_and_has_several_spellings() -> None:
    assert PASS not in SQUARES
    assert square_name(PASS) == "--"
    assert sorted(PASS_NAMES) == ["--", "pa", "pass", "ps"]
    for name in PASS_NAMES:
        assert parse_move(name) == parse_move(name.upper()) == PASS


def test_a_move_written_and_read_is_the_same_move() -> None:
    for move in (*SQUARES, PASS):
        assert parse_move(square_name(move)) == move


def test_named_masks() -> None:
    assert bits(" ".join(NAMES)) == FULL
    assert bits("a1 h1 a8 h8") == CORNERS
    assert bits("b2 g2 b7 g7") == X_SQUARES
    assert bits("b1 g1 a2 h2 a7 h7 b8 g8") == C_SQUARES


def test_masks_and_squares_convert_both_ways() -> None:
    chance = random.Random(1)
    for size in [0, 1, 2, *(chance.randrange(65) for _ in range(100)), 63, 64]:
        chosen = chance.sample(range(64), size)
        mask = mask_of(chosen)
        assert mask == sum(2**square for square in chosen)
        assert list(squares_of(mask)) == sorted(chosen)


def test_a_square_given_twice_counts_once() -> None:
    assert mask_of([squares.F5, squares.F5]) == 2**squares.F5


# Names in print


def test_moves_print_as_names_and_are_ints_otherwise() -> None:
    move = parse_square("f5")
    assert (repr(move), str(move), f"{move}", f"{move:d}") == ("f5", "f5", "f5", "37")
    assert move == F5 == 37
    assert hash(move) == hash(37)
    assert {F5: "here"}[move] == "here"
    assert type(1 << move) is type(move + 1) is int
    assert json.loads(json.dumps([move])) == [37]
    assert repr(pickle.loads(pickle.dumps(move))) == "f5"
    assert repr(parse_move("pass")) == "--"
    assert list(map(repr, squares_of(CORNERS))) == ["a1", "h1", "a8", "h8"]
    assert repr(square_at(5, 4)) == "f5"


def test_constants_are_plain_ints_for_compiled_code() -> None:
    assert type(F5) is type(PASS) is int


def test_moves_of_a_text() -> None:
    assert list(move_names("1. f5 2.d6,C3--")) == ["f5", "d6", "C3", "--"]
    assert list(move_names("f5 hello")) == ["f5", "hello"]
