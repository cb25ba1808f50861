"""Edge stability as the program of report 000 counts it: edges at owned corners, and a second ring.

For each corner that a side owns, all its discs on both edges of that corner count, with or without
gaps. If it also owns the square diagonally inside the corner, its discs on the second row and
column there count as well. Discs on lines that belong to two owned corners count twice. The lines
end where they do in the report's program, which is not symmetric. The evaluation `edges` counts
what the report meant: discs that cannot be flipped.
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
"""For each corner, bitboards of: the corner, its two edges, the square diagonally inside it, and
the second row and column there.
"""


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
    """The player's number of such discs minus the opponent's."""
    return _count(player) - _count(opponent)
