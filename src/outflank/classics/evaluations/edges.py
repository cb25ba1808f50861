"""Edge stability of report 000: edge discs connected to an owned corner are never flipped."""

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
    """The discs on both edges of each owned corner, up to the first gap."""
    in_rows = in_columns = discs & CORNERS
    # Six squares lie between two corners. A shift that wraps round the board leaves `ROWS`.
    for _ in range(6):
        in_rows |= discs & ROWS & (in_rows << BY_1 | in_rows >> BY_1)
        in_columns |= discs & COLUMNS & (in_columns << BY_8 | in_columns >> BY_8)
    return in_rows | in_columns


@kernel("i8(u8,u8)")
def edges(player: int, opponent: int) -> int:
    """The player's anchored edge discs less the opponent's."""
    return popcount(anchored(player)) - popcount(anchored(opponent))
