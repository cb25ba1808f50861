"""Squares of the board: numbers, names and masks.

A square is an int from 0 (a1, top left) to 63 (h8, bottom right), row by row; the same number is
the index of its bit in a bitboard. `PASS` is the one move that is not a square.

The moves of positions, games and searches print as names, such as f5: see `NamedSquare`. The
constants `A1` to `H8` and `PASS` are plain ints, because Numba writes the text of a constant into
the code that it compiles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from outflank.errors import InvalidPosition

Square: TypeAlias = int
Bitboard: TypeAlias = int

A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)

PASS: Square = 64
"""The move of a player who has no legal square; its name is ``--``."""

SQUARES: range = range(64)
SQUARE_NAMES: tuple[str, ...] = tuple(
    f"{column}{row}" for row in "12345678" for column in "abcdefgh"
)


class NamedSquare(int):
    """An int that is a square or a pass and prints as its name.

    >>> from outflank import F5, parse_square
    >>> parse_square("f5"), parse_square("f5") == F5, parse_square("f5") + 1
    (f5, True, 38)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return square_name(self)

    __str__ = __repr__


NAMED_MOVES: tuple[Square, ...] = tuple(map(NamedSquare, range(65)))
"""All squares and `PASS` as `NamedSquare`; the index is the number of the square."""


def named_moves(moves: Iterable[Square]) -> tuple[Square, ...]:
    """The same moves as `NamedSquare`, so that they print as names."""
    return tuple(NAMED_MOVES[move] for move in moves)


_SQUARE_BY_NAME = dict(zip(SQUARE_NAMES, NAMED_MOVES, strict=False))

FULL: Bitboard = (1 << 64) - 1
CORNERS: Bitboard = 1 << A1 | 1 << H1 | 1 << A8 | 1 << H8
X_SQUARES: Bitboard = 1 << B2 | 1 << G2 | 1 << B7 | 1 << G7
C_SQUARES: Bitboard = 1 << B1 | 1 << A2 | 1 << G1 | 1 << H2 | 1 << A7 | 1 << B8 | 1 << H7 | 1 << G8
"""`C_SQUARES` are the edge squares beside corners, `X_SQUARES` the squares diagonally beside
corners. A disc there often loses the corner.
"""


def square_at(column: int, row: int) -> Square:
    """The square in `column` and `row`, both counted from 0 at the top left."""
    if not (0 <= column < 8 and 0 <= row < 8):
        raise InvalidPosition(f"column {column}, row {row} is off the board; both go from 0 to 7")
    return NAMED_MOVES[row * 8 + column]


def column_of(square: Square) -> int:
    """The column of `square`, 0 for a to 7 for h."""
    return square & 7


def row_of(square: Square) -> int:
    """The row of `square`, 0 for the top row (1) to 7 for the bottom row (8)."""
    return square >> 3


def square_name(square: Square) -> str:
    """The name of `square`, such as ``"f5"``; a pass is ``"--"``."""
    if square == PASS:
        return "--"
    if not 0 <= square < 64:
        raise InvalidPosition(f"{square:d} is not a square; squares are numbered 0 to 63")
    return SQUARE_NAMES[square]


def parse_square(name: str) -> Square:
    """The square called `name`, in upper or lower case."""
    square = _SQUARE_BY_NAME.get(name.lower())
    if square is None:
        raise InvalidPosition(f"{name!r} is not a square; squares are a1 to h8")
    return square


PASS_NAMES: frozenset[str] = frozenset({"--", "pa", "ps", "pass"})
"""The ways in which files write a pass, in lower case."""


def parse_move(name: str) -> Square:
    """The square called `name`, or `PASS` for any of `PASS_NAMES`, in upper or lower case."""
    return NAMED_MOVES[PASS] if name.lower() in PASS_NAMES else parse_square(name)


_MOVE_IN_TEXT = re.compile(
    r"""
    [\s,]+                                    # between moves
    | [0-9]+ [.)]*                            # a move number
    | (?P<move> [a-h][1-8] | -- | pass | pa | ps)
    | (?P<unknown> [^\s,]{1,12})
    """,
    re.IGNORECASE | re.VERBOSE,
)


def move_names(text: str) -> Iterator[str]:
    """Split `text` into the names of its moves, such as f5 and d6 for ``"1. f5 2. d6"``.

    Spaces, commas and move numbers are skipped. Text that is not the name of a move is returned
    unchanged, for the caller to reject.
    """
    found = _MOVE_IN_TEXT.finditer(text)
    return (match[0] for match in found if match["move"] or match["unknown"])


def squares_of(bitboard: Bitboard) -> Iterator[Square]:
    """The squares in `bitboard`, from a1 to h8."""
    while bitboard:
        lowest = bitboard & -bitboard
        yield NAMED_MOVES[lowest.bit_length() - 1]
        bitboard ^= lowest


def mask_of(squares: Iterable[Square]) -> Bitboard:
    """The bitboard with exactly these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask
