"""The history table of report 000: moves that did well at the same ply come first.

For each side and each ply from the start of the game the 64 squares have ranks, 0 the best. A move
that causes a cutoff takes the first rank; a move that is best without one goes up one rank. Each
time the square that had the better rank takes the worse, so ranks stay a permutation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.kernels.bits import lowest
from outflank.kernels.jit import inner

RANKS_SHAPE = (2, 65, 64)
"""A history table: ranks by side, number of discs and square."""

FIRST_RANKS = np.broadcast_to(np.arange(64, dtype=np.int8), RANKS_SHAPE)
"""What a table begins with: every square has its own number as rank."""


@inner
def sort_by_history(moves: int, ranks: Any, squares: Any) -> int:
    """Write the squares of `moves` into `squares`, best rank first; return how many there are."""
    count = 0
    while moves:
        square = lowest(moves)
        moves &= moves - np.uint64(1)  # type: ignore[assignment]
        index = count
        while index > 0 and ranks[squares[index - 1]] > ranks[square]:
            squares[index] = squares[index - 1]
            index -= 1
        squares[index] = square
        count += 1
    return count


@inner
def promote(square: int, to_first: bool, ranks: Any) -> None:
    """Give `square` the first rank, or the next better one, in exchange for its own."""
    rank = ranks[square]
    wanted = 0 if to_first else max(rank - 1, 0)
    for other in range(64):
        if ranks[other] == wanted:
            ranks[other] = rank
            break
    ranks[square] = wanted
