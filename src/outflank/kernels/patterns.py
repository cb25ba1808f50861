"""Patterns: the groups of squares that the evaluation uses, and how their states are numbered.

A pattern is a list of squares; it lies on the board in up to eight ways (its instances), which
share one table of weights. The state of an instance is a number in balanced ternary: +1 for a disc
of the player to move, −1 for the opponent's, 0 for an empty square, times 3^digit. This numbering
has three advantages: changing sides is changing the sign, an empty board is 0 everywhere, and
playing a disc adds or subtracts a constant.

The states of all instances are 16-bit lanes of one vector (`LANES` of them, 46 used). After a move

    child = −(parent + place[square] + 2 · Σ place[flipped])

where `place[square]` has 3^digit in every lane that contains the square. The search keeps one such
vector per ply; taking a move back costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from outflank.rules.squares import Square, parse_square
from outflank.rules.symmetry import SYMMETRIES, transform_square

LANES = 48
"""Places for instances: three vectors of sixteen 16-bit lanes."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A shape: its squares in one of its places on the board."""

    name: str
    squares: tuple[Square, ...]

    @property
    def states(self) -> int:
        """The number of states of an instance."""
        return int(3 ** len(self.squares))

    def instances(self) -> list[tuple[Square, ...]]:
        """The places of the shape, each with its squares in the order of the first one."""
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
"""Every instance as the index of its pattern and its squares: one lane each."""

PATTERN_OFFSETS: tuple[int, ...] = tuple(
    int(offset) for offset in np.cumsum([0, *(pattern.states for pattern in PATTERNS)])
)
"""Where the table of each pattern begins among the weights of a stage; last, where tables end."""

STAGE_WEIGHTS = PATTERN_OFFSETS[-1] + 1
"""Weights of a stage: all patterns, and last the bias of the stage."""


def _lane_centres() -> list[int]:
    """For each lane, the index of the weight of state 0; unused lanes point at the last weight."""
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
"""What a disc of the player on a square adds to every lane."""


def states_of(player: int, opponent: int) -> list[int]:
    """The states of all lanes for a position: the readable twin of everything compiled."""
    states = [0] * LANES
    for lane, (_, squares) in enumerate(INSTANCES):
        for digit, square in enumerate(squares):
            own, other = player >> square & 1, opponent >> square & 1
            states[lane] += (own - other) * 3**digit
    return states


def _mirrored_states(pattern: Pattern) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each state of a pattern, the state of its mirror image in the same place.

    A symmetric shape reads the same discs in two orders; both must have the same weight.
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
    """For each weight of a stage, the least weight that must equal it by symmetry."""
    classes = np.arange(STAGE_WEIGHTS)
    for index, pattern in enumerate(PATTERNS):
        start, half = PATTERN_OFFSETS[index], pattern.states // 2
        mirrored = _mirrored_states(pattern) + half + start
        own = np.arange(start, start + pattern.states)
        classes[own] = np.minimum(own, mirrored)
    return classes
