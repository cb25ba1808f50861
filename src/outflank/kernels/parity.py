"""Parity for move ordering: moving last in a region is an advantage, so moves in regions with an
odd number of empty squares are tried first.

The four quadrants of the board serve as regions.
"""

from __future__ import annotations

import numpy as np

from outflank.kernels.bits import lowest
from outflank.kernels.jit import inner, u64
from outflank.kernels.switches import switched

ONE, ZERO = u64(1), u64(0)

# Quadrants stand for regions: is their number of empty squares odd?
QUADRANT_BIT = np.array(
    [1 << ((square >> 5) * 2 + (square >> 2 & 1)) for square in range(64)], dtype=np.uint64
)
_QUADRANTS = (0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32)
ODD_SQUARES = np.array(
    [
        sum(mask for index, mask in enumerate(_QUADRANTS) if parity >> index & 1)
        for parity in switched("solver-parity", range(16), off=[0] * 16)
    ],
    dtype=np.uint64,
)
"""For each result of `parity_of`,
the squares of all quadrants with an odd number of empty squares.
"""


@inner
def parity_of(empty: int) -> int:
    """Four bits, one per quadrant:
    set if the quadrant has an odd number of the squares in `empty`.
    """
    parity = ZERO
    while empty:
        parity ^= QUADRANT_BIT[lowest(empty)]
        empty &= empty - ONE
    return parity
