"""The solver for three to six empty squares: moves are ordered by parity only, no table is used.

As in `kernels.lastsquares`, every function is a zero-window search and returns a score above alpha
if and only if the exact score is above it. `parity` is the `parity_of` the empty squares.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.kernels.bits import lowest, single
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.lastsquares import NEIGHBOURS, NO_MOVE, final_score, solve_3
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.parity import ODD_SQUARES, QUADRANT_BIT
from outflank.kernels.switches import switched
from outflank.kernels.workspace import WORK_TYPE

ONE = u64(1)


@inner
def solve_3_by_parity(
    player: int, opponent: int, alpha: int, empty: int, parity: int, work: Any
) -> int:
    """Call `solve_3` with the three squares of `empty` in a good order.

    If one of them is alone in its quadrant, it comes first, because its region is odd. `work` is
    the state of this search thread.
    """
    alone = empty & ODD_SQUARES[parity]
    first = lowest(alone if alone else empty)
    rest = empty ^ single(first)
    return solve_3(player, opponent, alpha, first, lowest(rest), lowest(rest & (rest - ONE)), work)


@inner
def _best_of_4(player: int, opponent: int, alpha: int, empty: int, parity: int, work: Any) -> int:
    best = NO_MOVE
    remaining = empty
    while remaining:
        odd = remaining & ODD_SQUARES[parity]
        square = lowest(odd if odd else remaining)
        move = single(square)
        remaining ^= move
        if not NEIGHBOURS[square] & opponent:
            continue
        flipped = vector_flips(square, player, opponent)
        if not flipped:
            continue
        score = -solve_3_by_parity(
            opponent ^ flipped,
            player | flipped | move,
            -alpha - 1,
            empty ^ move,
            parity ^ QUADRANT_BIT[square],
            work,
        )
        if score > alpha:
            return score
        best = max(best, score)
    return best


@inner
def solve_4(player: int, opponent: int, alpha: int, parity: int, work: Any) -> int:
    """Zero-window search with four empty squares, whose `parity_of` is `parity`.

    Returns a score in discs that is above alpha if and only if the exact score is. `work` is the
    state of this search thread.
    """
    work.nodes += 1
    empty = ~(player | opponent)
    best = _best_of_4(player, opponent, alpha, empty, parity, work)
    if best != NO_MOVE:
        return best
    best = _best_of_4(opponent, player, -alpha - 1, empty, parity, work)
    return -best if best != NO_MOVE else final_score(player, opponent)


# 5-6 empty squares

SHALLOW_EMPTIES = switched("solver-mobility-8", switched("solver-mobility-7", 6, off=7), off=8)
"""Up to this many empty squares, moves are ordered by parity only. With 7 the search has a fifth
more nodes, with 5 an eighth fewer; both are about 5 % slower.
"""


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.uint64, WORK_TYPE))
def solve_shallow(
    player: int, opponent: int, alpha: int, empties: int, parity: int, work: Any
) -> int:
    """Zero-window search with `empties` empty squares, 5 or 6, whose `parity_of` is `parity`.

    Returns a score in discs that is above alpha if and only if the exact score is. `work` is the
    state of this search thread.
    """
    work.nodes += 1
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if not vector_legal_moves(opponent, player):
            return final_score(player, opponent)
        return -solve_shallow(opponent, player, -alpha - 1, empties, parity, work)
    best = NO_MOVE
    while moves:
        odd = moves & ODD_SQUARES[parity]
        square = lowest(odd if odd else moves)
        move = single(square)
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        next_parity = parity ^ QUADRANT_BIT[square]
        if empties == 5:
            score = -solve_4(next_player, next_opponent, -alpha - 1, next_parity, work)
        else:
            score = -solve_shallow(
                next_player, next_opponent, -alpha - 1, empties - 1, next_parity, work
            )
        if score > alpha:
            return score
        best = max(best, score)
    return best
