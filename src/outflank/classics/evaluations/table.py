"""The square weights of report 000: corners are valuable, the squares beside them bad.

::

    150 -80  10  10  10  10 -80 150
    -80 -90   5   5   5   5 -90 -80
     10   5   1   1   1   1   5  10
     10   5   1   1   1   1   5  10     and mirrored below
"""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import inner, kernel, u64
from outflank.rules import squares

CORNERS = u64(squares.CORNERS)
C_SQUARES = u64(squares.C_SQUARES)
X_SQUARES = u64(squares.X_SQUARES)
EDGES = u64(0x3C0081818181003C)
SECOND_ROWS = u64(0x003C424242423C00)
CENTRE = u64(0x00003C3C3C3C0000)


@inner
def _weight(discs: int) -> int:
    return (
        150 * popcount(discs & CORNERS)
        - 80 * popcount(discs & C_SQUARES)
        - 90 * popcount(discs & X_SQUARES)
        + 10 * popcount(discs & EDGES)
        + 5 * popcount(discs & SECOND_ROWS)
        + popcount(discs & CENTRE)
    )


@kernel("i8(u8,u8)")
def table(player: int, opponent: int) -> int:
    """The sum of the weights of the player's squares minus that of the opponent's."""
    return _weight(player) - _weight(opponent)
