"""Edge stability of report 000: edge discs that are connected to an owned corner.

These can never be flipped.
"""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import inner, kernel, u64
from outflank.rules import squares

CORNERS = u64(squares.CORNERS)
ROWS = u64(0xFF000000000000FF)
COLUMNS = u64(0x8181818181818181)
BY_1, BY_8 = u64(1), u64(8)


@inner
def anchored(discs: int) -> int:
    """The edge discs in `discs` that are connected to a corner in `discs` without a gap."""
    in_rows = in_columns = discs & CORNERS
    # Six squares lie between two corners. A shift that wraps round the board leaves `ROWS`.
    for _ in range(6):
        in_rows |= discs & ROWS & (in_rows << BY_1 | in_rows >> BY_1)
        in_columns |= discs & COLUMNS & (in_columns << BY_8 | in_columns >> BY_8)
    return in_rows | in_columns


@kernel("i8(u8,u8)")
def edges(player: int, opponent: int) -> int:
    """The player's number of edge discs connected to an owned corner, minus the opponent's."""
    return popcount(anchored(player)) - popcount(anchored(opponent))
