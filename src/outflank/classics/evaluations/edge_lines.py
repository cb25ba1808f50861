"""Edge stability as the code of report 000 counts it: edges at owned corners, and a second ring.

Each owned corner counts all own discs on both of its edges, with or without gaps. If the disc
diagonally inside the corner is owned too, the second row and column count in the same way. Discs on
lines of two corners count twice. The lines end where they do in the report's code, which is not
symmetric. `edges` counts what the report meant: discs that cannot be flipped.
"""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import inner, kernel, u64
from outflank.rules.squares import mask_of, parse_square


def _squares(names: str) -> int:
    return mask_of(parse_square(name) for name in names.split())


TOP, BOTTOM = _squares("a1 b1 c1 d1 e1 f1 g1"), _squares("b8 c8 d8 e8 f8 g8 h8")
LEFT, RIGHT = _squares("a2 a3 a4 a5 a6 a7 a8"), _squares("h1 h2 h3 h4 h5 h6 h7")
SECOND_TOP, SECOND_BOTTOM = _squares("b2 c2 d2 e2 f2"), _squares("c7 d7 e7 f7 g7")
SECOND_LEFT, SECOND_RIGHT = _squares("b3 b4 b5 b6 b7"), _squares("g2 g3 g4 g5 g6")

LINES = tuple(
    tuple(map(u64, masks))
    for masks in (
        (_squares("a1"), TOP, LEFT, _squares("b2"), SECOND_TOP, SECOND_LEFT),
        (_squares("h1"), TOP, RIGHT, _squares("g2"), SECOND_TOP, SECOND_RIGHT),
        (_squares("h8"), BOTTOM, RIGHT, _squares("g7"), SECOND_BOTTOM, SECOND_RIGHT),
        (_squares("a8"), BOTTOM, LEFT, _squares("b7"), SECOND_BOTTOM, SECOND_LEFT),
    )
)
"""A corner and its edges, the square inside the corner and its lines of the second ring."""


@inner
def _count(discs: int) -> int:
    count = 0
    for corner, row, column, inside, second_row, second_column in LINES:
        if discs & corner:
            count += popcount(discs & row) + popcount(discs & column)
            if discs & inside:
                count += popcount(discs & second_row) + popcount(discs & second_column)
    return count


@kernel("i8(u8,u8)")
def edge_lines(player: int, opponent: int) -> int:
    """The player's count less the opponent's."""
    return _count(player) - _count(opponent)
