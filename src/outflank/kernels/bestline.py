"""Extract the principal variation from the transposition table.

It is compiled because in Python it took 5 of the 92 ms of a search to 18 plies, and other threads
had to wait for it.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.kernels.bits import single
from outflank.kernels.endgame import known_move
from outflank.kernels.jit import kernel
from outflank.kernels.midgame import best_move_known
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.table import NO_SQUARE
from outflank.kernels.workspace import WORK_TYPE

PASSED = NO_SQUARE
"""Stands for a pass in the line that `best_line` writes;
the same number as `rules.squares.PASS`.
"""


@kernel(
    types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64[::1], WORK_TYPE)
)
def best_line(player: int, opponent: int, most: int, solves: int, line: Any, work: Any) -> int:
    """Write the principal variation of a position, at most `most` moves, to the array `line`;
    return the number of moves written.

    Reads the transposition table of `work`, which the solver (if `solves` is not 0) or the midgame
    search has filled before. A forced pass counts as a move and is written as `PASSED`.
    """
    count = 0
    while count < most:
        moves = vector_legal_moves(player, opponent)
        if moves:
            if solves:
                square = known_move(player, opponent, work)
            else:
                square = best_move_known(player, opponent, work)
            if square == NO_SQUARE or not moves & single(square):
                break
            flipped = vector_flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player | flipped | single(square)
            line[count] = square
        elif vector_legal_moves(opponent, player):
            player, opponent = opponent, player
            line[count] = PASSED
        else:
            break
        count += 1
    return count
