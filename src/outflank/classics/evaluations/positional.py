"""The square weights that report 002 took from Alliot and Durand's genetic Othello (1995).

::

     500 -150   30   10   10   30 -150  500
    -150 -250    0    0    0    0 -250 -150
      30    0    1    2    2    1    0   30
      10    0    2   16   16    2    0   10     and mirrored below
"""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import inner, kernel, u64
from outflank.rules import squares

CORNERS = u64(squares.CORNERS)
C_SQUARES = u64(squares.C_SQUARES)
X_SQUARES = u64(squares.X_SQUARES)
A_SQUARES = u64(0x2400810000810024)
B_SQUARES = u64(0x1800008181000018)
INNER_CORNERS = u64(0x0000240000240000)
INNER_EDGES = u64(0x0000182424180000)
MIDDLE = u64(0x0000001818000000)


@inner
def _weight(discs: int) -> int:
    return (
        500 * popcount(discs & CORNERS)
        - 150 * popcount(discs & C_SQUARES)
        - 250 * popcount(discs & X_SQUARES)
        + 30 * popcount(discs & A_SQUARES)
        + 10 * popcount(discs & B_SQUARES)
        + popcount(discs & INNER_CORNERS)
        + 2 * popcount(discs & INNER_EDGES)
        + 16 * popcount(discs & MIDDLE)
    )


@kernel("i8(u8,u8)")
def positional(player: int, opponent: int) -> int:
    """The sum of the weights of the player's squares minus that of the opponent's."""
    return _weight(player) - _weight(opponent)
