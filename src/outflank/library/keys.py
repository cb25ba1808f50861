"""Keys of positions, equal for all eight symmetric images, in plain Python.

`kernels.indexing` computes the same keys in compiled code. A query needs only a few keys, which
take microseconds here, while loading Numba takes half a second.
"""

from __future__ import annotations

from outflank.rules.position import Position
from outflank.rules.squares import FULL, PASS, Square
from outflank.rules.symmetry import SYMMETRIES, Symmetry, inverse, transform_square

KEY_SHIFT = 16
"""A key is the upper 48 bits of the 64-bit hash of a position.

In the 4.5 million positions of 111,296 tournament games the chance that any two share a key is 4 %;
a position that is not among them has the key of one of them with a chance of 2e-8.
"""

_PLAYER_FACTOR = 0x9E3779B97F4A7C15
_OPPONENT_FACTOR = 0xC2B2AE3D27D4EB4F
_FINAL_FACTOR = 0xFF51AFD7ED558CCD


def hash_position(position: Position) -> int:
    """The 64-bit hash of a position, equal to that of `kernels.hashing.hash_position`."""
    mixed = position.player * _PLAYER_FACTOR & FULL
    mixed ^= mixed >> 32
    mixed = (mixed ^ position.opponent) * _OPPONENT_FACTOR & FULL
    mixed ^= mixed >> 29
    mixed = mixed * _FINAL_FACTOR & FULL
    return mixed ^ mixed >> 32


def position_key(position: Position) -> int:
    """The key of a position, the same for its eight symmetric images."""
    return hash_position(position.canonical()) >> KEY_SHIFT


class Orientation:
    """The symmetries that map a position to its canonical form, which the index uses.

    The canonical form is the smallest of the eight symmetric images; `key` is its key.
    """

    def __init__(self, position: Position) -> None:
        images = list(position.images())
        canonical = min(images)
        self.key = hash_position(canonical) >> KEY_SHIFT
        self._to_canonical: list[Symmetry] = [
            symmetry for symmetry in SYMMETRIES if images[symmetry] == canonical
        ]

    def canonical_move(self, move: Square) -> Square:
        """The square of `move` in the canonical form; of equivalent squares the smallest."""
        if move == PASS:
            return PASS
        return min(transform_square(move, symmetry) for symmetry in self._to_canonical)

    def moves_of(self, canonical_move: Square) -> tuple[Square, ...]:
        """The inverse of `canonical_move`: all equivalent moves in this position, rightmost first.

        A symmetric position has several: f5, e6, d3 and c4 at the start.
        """
        squares = {
            transform_square(canonical_move, inverse(symmetry)) for symmetry in self._to_canonical
        }
        return tuple(sorted(squares, key=lambda square: (square & 7, square), reverse=True))
