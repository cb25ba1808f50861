"""Features of the legal moves that predict which one a person plays.

Some are counts that need no search, others are values found by a search. `engine.perception` uses
these kernels and explains each feature.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import DISC
from outflank.kernels.features import frontier, neighbours, stable_discs
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.labels import exact_value, value_at_depth
from outflank.kernels.lastsquares import final_score
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.workspace import WORK_TYPE

ZERO = u64(0)
CORNERS = u64(0x8100000000000081)
X_SQUARES = u64(0x0042000000004200)
C_SQUARES = u64(0x4281000000008142)
BORDER = u64(0xFF818181818181FF)
CENTRE = u64(0x00003C3C3C3C0000)

SIGHTS = 15
"""The number of features of a move, which are the columns that `sights_of_moves` fills."""

NO_LAST_MOVE = 64
"""Passed to `sights_of_moves` as the opponent's last move if the
opponent has not moved yet or passed.
"""


@inner
def _region_of(square: int, empty: int) -> int:
    """The connected region of empty squares that contains `square`; diagonal neighbours count."""
    region = single(square)
    while True:
        grown = region | neighbours(region) & empty
        if grown == region:
            return region
        region = grown


@inner
def _bit(condition: int) -> float:
    return 1.0 if condition else 0.0


@kernel("i8(u8,u8,i8,i8[::1],f8[:,::1])")
def sights_of_moves(player: int, opponent: int, last: int, squares: Any, rows: Any) -> int:
    """Compute the features of every legal move that need no search; return the number of moves.

    Move i, in ascending order of squares, is written to ``squares[i]`` and its features to
    ``rows[i]``. `last` is the square of the opponent's last move, or `NO_LAST_MOVE`.
    """
    empty = ~(player | opponent)
    open_corners = CORNERS & empty
    beside_open = neighbours(open_corners)
    beside_last = neighbours(single(last)) if last < NO_LAST_MOVE else ZERO
    moves = vector_legal_moves(player, opponent)
    count = 0
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        own, other = player | flipped | move, opponent ^ flipped
        replies = vector_legal_moves(other, own)
        further = vector_legal_moves(own, other)
        squares[count] = square
        row = rows[count]
        row[0] = popcount(flipped)
        row[1] = popcount(replies)
        row[2] = popcount(further)
        row[3] = _bit(not replies)
        row[4] = _bit(move & CORNERS)
        row[5] = popcount(replies & CORNERS)
        row[6] = popcount(further & CORNERS)
        row[7] = _bit(move & X_SQUARES & beside_open)
        row[8] = _bit(move & C_SQUARES & beside_open)
        row[9] = _bit(move & BORDER & ~CORNERS & ~(C_SQUARES & beside_open))
        row[10] = _bit(move & CENTRE)
        row[11] = popcount(frontier(own, other))
        row[12] = popcount(stable_discs(own, other))
        row[13] = _bit(popcount(_region_of(square, empty)) % 2)
        row[14] = _bit(move & beside_last)
        count += 1
    return count


@inner
def _exact_after(player: int, opponent: int, work: Any) -> int:
    """The exact score of a position in discs for `player`, also if a side must pass or the game is
    over.

    `work` is the state of this search thread.
    """
    if vector_legal_moves(player, opponent):
        guess = 2 * (value_at_depth(player, opponent, 1, work) // (2 * DISC))
        return exact_value(player, opponent, guess, work)
    if vector_legal_moves(opponent, player):
        guess = 2 * (value_at_depth(opponent, player, 1, work) // (2 * DISC))
        return -exact_value(opponent, player, guess, work)
    return final_score(player, opponent)


@kernel(
    types.boolean(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.Array(types.float64, 1, "C"),
        WORK_TYPE,
    )
)
def values_of_moves(
    player: int, opponent: int, depth: int, exact_empties: int, values: Any, work: Any
) -> bool:
    """Write the value of each legal move, in discs for the player, to `values`.

    The moves are in the order of `sights_of_moves`. Each is searched to `depth` plies, the move
    itself included, or solved exactly if the position has at most `exact_empties` empty squares.
    Requires depth ≥ 1. Returns False if the search was stopped before the end. `work` is the state
    of this search thread.
    """
    work.stopped = 0
    work.check_at = 0
    is_solved = popcount(~(player | opponent)) <= exact_empties
    moves = vector_legal_moves(player, opponent)
    count = 0
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        own, other = player | flipped | move, opponent ^ flipped
        if is_solved:
            values[count] = -_exact_after(other, own, work)
        else:
            empties = popcount(~(own | other))
            values[count] = -value_at_depth(other, own, min(depth - 1, empties), work) / DISC
        if work.stopped:
            return False
        count += 1
    return True
