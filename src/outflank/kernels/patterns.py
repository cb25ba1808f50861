"""Patterns: the groups of squares that the evaluation uses, and how their states are numbered.

A pattern is a list of squares. It occurs in up to eight places on the board, its instances, which
share one table of weights. The state of an instance describes the content of its squares as a
number in balanced ternary: the sum, over its squares, of 3^digit times +1 for a disc of the player
to move, −1 for a disc of the opponent, 0 for an empty square, where digit is the index of the
square. This has three advantages: changing sides changes the sign, an empty board is 0 everywhere,
and placing a disc adds or subtracts a constant.

The states of all instances are the 16-bit lanes of one vector (`LANES` lanes, of which 46 are
used). After a move they are

    child = −(parent + place[square] + 2 · Σ place[flipped])

where `place[square]` has 3^digit in every lane whose instance contains the square. The search keeps
one such vector per ply, so that nothing is computed to take a move back.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outflank.rules.squares import Square, parse_square
from outflank.rules.symmetry import SYMMETRIES, transform_square

LANES = 48
"""Number of 16-bit lanes for instances: three vectors of sixteen lanes."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: its name, and its squares in one of its places on the board."""

    name: str
    squares: tuple[Square, ...]

    @property
    def states(self) -> int:
        """The number of states that an instance can have: 3 to the power of its number of
        squares.
        """
        return int(3 ** len(self.squares))

    def instances(self) -> list[tuple[Square, ...]]:
        """The squares of the pattern in each of its places on the board, at most eight.

        In every place the squares are in the order that corresponds to `squares`.
        """
        places: dict[frozenset[Square], tuple[Square, ...]] = {}
        for symmetry in SYMMETRIES:
            image = tuple(transform_square(square, symmetry) for square in self.squares)
            places.setdefault(frozenset(image), image)
        return list(places.values())


def _pattern(name: str, squares: str) -> Pattern:
    return Pattern(name, tuple(parse_square(square) for square in squares.split()))


PATTERNS: tuple[Pattern, ...] = (
    _pattern("corner 3×3", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    _pattern("corner angle and X", "a5 a4 a3 a2 a1 b2 b1 c1 d1 e1"),
    _pattern("edge and X squares", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"),
    _pattern("edge block", "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2"),
    _pattern("second row", "a2 b2 c2 d2 e2 f2 g2 h2"),
    _pattern("third row", "a3 b3 c3 d3 e3 f3 g3 h3"),
    _pattern("fourth row", "a4 b4 c4 d4 e4 f4 g4 h4"),
    _pattern("diagonal of 8", "a1 b2 c3 d4 e5 f6 g7 h8"),
    _pattern("diagonal of 7", "a2 b3 c4 d5 e6 f7 g8"),
    _pattern("diagonal of 6", "a3 b4 c5 d6 e7 f8"),
    _pattern("diagonal of 5", "a4 b5 c6 d7 e8"),
    _pattern("diagonal of 4", "a5 b6 c7 d8"),
)

INSTANCES: tuple[tuple[int, tuple[Square, ...]], ...] = tuple(
    (index, squares) for index, pattern in enumerate(PATTERNS) for squares in pattern.instances()
)
"""All instances of all patterns, each as (index of its pattern, its squares).
Instance i is lane i.
"""

PATTERN_OFFSETS: tuple[int, ...] = tuple(
    int(offset) for offset in np.cumsum([0, *(pattern.states for pattern in PATTERNS)])
)
"""For each pattern, the index of its first weight among the weights of a stage; the last number is
the end of all patterns.
"""

STAGE_WEIGHTS = PATTERN_OFFSETS[-1] + 1
"""Number of weights of a stage (a number of discs): those of all patterns, and last a bias."""


def _lane_centres() -> list[int]:
    """For each lane, the index of the weight that belongs to state 0.

    States are signed, so other states are found on both sides of it. Unused lanes point at the
    bias.
    """
    centres = [PATTERN_OFFSETS[index] + PATTERNS[index].states // 2 for index, _ in INSTANCES]
    return centres + [PATTERN_OFFSETS[-1]] * (LANES - len(centres))


LANE_CENTRES: tuple[int, ...] = tuple(_lane_centres())


def _placed() -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    rows = np.zeros((64, LANES), dtype=np.int16)
    for lane, (_, squares) in enumerate(INSTANCES):
        for digit, square in enumerate(squares):
            rows[square, lane] = 3**digit
    return rows


PLACED = _placed()
"""``PLACED[square]`` is what a disc of the player to move on `square`
adds to the state of each lane.
"""


def states_of(player: int, opponent: int) -> list[int]:
    """The states of all lanes for a position: the readable definition,
    with which tests compare the compiled code.
    """
    states = [0] * LANES
    for lane, (_, squares) in enumerate(INSTANCES):
        for digit, square in enumerate(squares):
            own, other = player >> square & 1, opponent >> square & 1
            states[lane] += (own - other) * 3**digit
    return states


def _mirrored_states(pattern: Pattern) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each state of a pattern, the state in which its squares are read in mirrored order.

    If the pattern is symmetric in itself, both states describe mirror images and must have the same
    weight. If it is not, the states are returned unchanged.
    """
    own_place = frozenset(pattern.squares)
    states = np.arange(pattern.states) - pattern.states // 2
    for symmetry in SYMMETRIES[1:]:
        image = tuple(transform_square(square, symmetry) for square in pattern.squares)
        if frozenset(image) == own_place:
            mirrored = np.zeros_like(states)
            remaining = states + pattern.states // 2
            for digit in range(len(pattern.squares)):
                value = remaining % 3 - 1
                remaining //= 3
                mirrored += value * 3 ** image.index(pattern.squares[digit])
            return mirrored
    return states


def symmetry_classes() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each weight of a stage, the smallest index of a weight that must equal it by symmetry."""
    classes = np.arange(STAGE_WEIGHTS)
    for index, pattern in enumerate(PATTERNS):
        start, half = PATTERN_OFFSETS[index], pattern.states // 2
        mirrored = _mirrored_states(pattern) + half + start
        own = np.arange(start, start + pattern.states)
        classes[own] = np.minimum(own, mirrored)
    return classes
