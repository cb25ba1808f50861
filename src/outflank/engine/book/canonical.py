"""Boards as 128-bit numbers, and their canonical image, by which a book is sorted.

The player's discs are the upper 64 bits. The canonical image of a board is the smallest number
among its eight symmetric images, the same as `Position.canonical`. Both halves are transformed at
once, by operations on bytes that Python runs in C, because a lookup spends most of its time here.
"""

from __future__ import annotations

from typing import TypeAlias

from outflank.rules.position import Position
from outflank.rules.squares import FULL, NAMED_MOVES, SQUARES, Square
from outflank.rules.symmetry import SYMMETRIES, Symmetry, inverse, transform_square

Key: TypeAlias = int
"""The canonical image of a board as a number: ``player << 64 | opponent``."""

IMAGE_SYMMETRIES: tuple[Symmetry, ...] = (0, 1, 2, 3, 4, 6, 5, 7)
"""The symmetries that lead to the eight results of `images`, in the same order."""

_BOTH = 1 << 64 | 1
_SINGLES = 0x00AA00AA00AA00AA * _BOTH
_PAIRS = 0x0000CCCC0000CCCC * _BOTH
_FOURS = 0x00000000F0F0F0F0 * _BOTH

_MIRRORED = bytes(int(f"{row:08b}"[::-1], 2) for row in range(256))
"""For each byte, which is a row of the board, the byte with left and right exchanged."""

_SQUARES_BACK: tuple[tuple[Square, ...], ...] = tuple(
    tuple(NAMED_MOVES[transform_square(square, inverse(symmetry))] for square in SQUARES)
    for symmetry in SYMMETRIES
)
"""`_SQUARES_BACK[symmetry][square]` is the square that `symmetry` maps to `square`."""


def _transposed(board: int) -> int:
    """A 128-bit board with columns and rows exchanged in both halves;
    see `rules.symmetry.transpose`.
    """
    swap = (board ^ board >> 7) & _SINGLES
    board ^= swap ^ swap << 7
    swap = (board ^ board >> 14) & _PAIRS
    board ^= swap ^ swap << 14
    swap = (board ^ board >> 28) & _FOURS
    return board ^ swap ^ swap << 28


def position_of_key(key: Key) -> Position:
    """The canonical position that `key` stands for."""
    return Position(key >> 64, key & FULL)


def images(position: Position) -> tuple[bytes, ...]:
    """The eight symmetric images of a position, in the order of `IMAGE_SYMMETRIES`, as 16 bytes
    each.

    They are big-endian, so that bytes compare like numbers.
    """
    board = position.player << 64 | position.opponent
    own = board.to_bytes(16, "big")
    rows = own[7::-1] + own[:7:-1]
    turned = _transposed(board).to_bytes(16, "big")
    turned_rows = turned[7::-1] + turned[:7:-1]
    return (
        own,
        own.translate(_MIRRORED),
        rows,
        rows.translate(_MIRRORED),
        turned,
        turned.translate(_MIRRORED),
        turned_rows,
        turned_rows.translate(_MIRRORED),
    )


def key_of(position: Position) -> Key:
    """The key of a position; it is the same for its eight symmetric images."""
    return int.from_bytes(min(images(position)), "big")


class Turned:
    """Maps moves of the canonical image of a position back to the position itself.

    A book stores moves as squares of the canonical image; `key` is the key of that image.
    """

    __slots__ = ("_squares", "key")

    def __init__(self, position: Position) -> None:
        all_images = images(position)
        least = min(all_images)
        self.key: Key = int.from_bytes(least, "big")
        self._squares: tuple[tuple[Square, ...], ...]
        if all_images.count(least) == 1:
            self._squares = (_SQUARES_BACK[IMAGE_SYMMETRIES[all_images.index(least)]],)
        else:
            self._squares = tuple(
                _SQUARES_BACK[symmetry]
                for image, symmetry in zip(all_images, IMAGE_SYMMETRIES, strict=True)
                if image == least
            )

    def moves_of(self, square: Square) -> tuple[Square, ...]:
        """The moves of this position that correspond to `square` of its canonical image.

        A symmetric position has several, of equal value: f5, e6, d3 and c4 at the start. The one
        farthest to the right comes first.
        """
        if len(self._squares) == 1:
            return (self._squares[0][square],)
        squares = {back[square] for back in self._squares}
        return tuple(sorted(squares, key=lambda square: (square & 7, square), reverse=True))


def canonical_squares(position: Position) -> tuple[Key, tuple[Square, ...]]:
    """The key of a position, and for each of its 64 squares the corresponding canonical square."""
    all_images = images(position)
    least = min(all_images)
    symmetry = IMAGE_SYMMETRIES[all_images.index(least)]
    squares = tuple(transform_square(square, symmetry) for square in SQUARES)
    return int.from_bytes(least, "big"), squares


def after_move(position: Position, square: Square) -> tuple[Position, int]:
    """The position after a move, with a forced pass already played, and a sign.

    Multiplied by the sign, the score of that position is the score for the side that made the move:
    −1, or +1 after a pass. The game may be over in the position returned.
    """
    child = position.play(square)
    if child.must_pass():
        return child.swapped(), 1
    return child, -1
