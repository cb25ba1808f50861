"""Move ordering of the endgame solver.

Moves are ordered by the number of replies they leave to the opponent, then by parity and by kind of
square (corner, edge and so on); at nodes with many empty squares also by the evaluation. The best
moves stored in the transposition table come before all others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import inner, u64
from outflank.kernels.leaf import estimate_at, play_at
from outflank.kernels.midgame import LOWEST, search_midgame
from outflank.kernels.movelist import put_move
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.parity import QUADRANT_BIT
from outflank.kernels.shallow import SHALLOW_EMPTIES
from outflank.kernels.switches import NEVER, switched
from outflank.kernels.table import bucket_of, near_bucket_of, prefetch

ZERO = u64(0)

SHARED_EMPTIES = switched("solver-near-table", 11, off=7)
"""Nodes with at least this many empty squares are stored in the table that all threads share, nodes
with fewer in the small table of their own thread.
"""

CORNERS = u64(0x8100000000000081)

# A small preference by kind of square, in the order of the letters of the Roxanne table.
SQUARE_WORTH = np.array(
    [int(digit) for digit in ("8053350800122100516446153245542332455423516446150012210080533508")],
    dtype=np.int64,
)

EVALUATED_EMPTIES = 12
"""At nodes with at least this many empty squares, moves are ordered by the evaluation as well."""

ORDERED_EMPTIES = switched("solver-evaluation", EVALUATED_EMPTIES, off=NEVER)
"""`EVALUATED_EMPTIES`, or `NEVER` if this ordering is switched off. Pattern states are updated from
`EVALUATED_EMPTIES` on in both cases, because ProbCut needs them.
"""

SEARCHED_EMPTIES = switched("solver-search", 17, off=NEVER)
"""At nodes with at least this many empty squares, the evaluation that orders a move is a search of
one ply; from `DEEPER_EMPTIES` on, a search of two plies.
"""
DEEPER_EMPTIES = 18

PARITY_BONUS = switched("solver-parity", 1 << 6, off=0)
"""Subtracted from the ordering key of a move in a quadrant with an odd number of empty squares. For
comparison: each reply of the opponent adds 256.
"""

SECOND_MOVE_EARLY = switched("solver-second-move", True, off=False)

EVALUATION_WEIGHT = 2
"""Added to the ordering key of a move for each 1/128 disc that the evaluation gives the opponent.
For comparison: each reply of the opponent adds 256.
"""

WIPE_OUT_KEY, FIRST_KEY, SECOND_KEY = -(1 << 31), -(1 << 30), -(1 << 29)
"""Ordering keys of the moves that are searched first: a move that leaves the opponent no disc, then
the best and the previous best move in the table.
"""


@inner
def endgame_bucket(hashed: int, empties: int, work: Any) -> int:
    """The address of the table bucket of a position with hash `hashed` and `empties` empty squares.

    `work` is the state of this search thread.
    """
    if empties >= SHARED_EMPTIES:
        return bucket_of(hashed, work)
    return near_bucket_of(hashed, work)


@inner
def _key_of_move(square: int, parity: int, replies: int) -> int:
    """The ordering key of a move; moves with smaller keys are searched first.

    `replies` are the opponent's legal moves after the move: each costs 256, a corner twice that.
    Then the parity of the quadrant counts, and last the kind of square.
    """
    key = (popcount(replies) + popcount(replies & CORNERS)) << 8
    if QUADRANT_BIT[square] & parity:
        key -= PARITY_BONUS
    return key - SQUARE_WORTH[square]  # type: ignore[no-any-return]


@inner
def _promise(player: int, opponent: int, empties: int, work: Any) -> int:
    """The value of a child for its side to move, in 1/128 disc, by a search of zero to two plies.

    `work` is the state of this search thread.
    """
    if empties < SEARCHED_EMPTIES:
        return estimate_at(player, opponent, empties, work)
    depth = 1 if empties < DEEPER_EMPTIES else 2
    return search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, work)


@inner
def _hash_child(player: int, opponent: int, empties: int, work: Any) -> int:
    """The hash of a child of a node with `empties` empty squares; 0 if such children use no table.

    Also prefetches the child's bucket of the shared table. `work` is the state of this search
    thread.
    """
    if empties <= SHALLOW_EMPTIES + 1:
        return ZERO
    hashed = hash_position(player, opponent)
    if empties > SHARED_EMPTIES:
        prefetch(bucket_of(hashed, work))
    return hashed


@inner
def list_first(player: int, opponent: int, first: int, empties: int, work: Any) -> None:
    """Make the table's best move `first` the first entry of the move list.

    The other moves are listed later, only if this one does not give a cutoff. `work` is the state
    of this search thread.
    """
    flipped = vector_flips(first, player, opponent)
    hashed = _hash_child(opponent ^ flipped, player | flipped | single(first), empties, work)
    put_move(0, FIRST_KEY, first, flipped, hashed, empties, work)


@inner
def list_moves(
    player: int,
    opponent: int,
    moves: int,
    second: int,
    start: int,
    empties: int,
    parity: int,
    work: Any,
) -> int:
    """Append `moves` (a bitboard) with their ordering keys to the move list; return its new length.

    `start` is the present length of the list, `second` the previous best move in the table or
    `NO_SQUARE`, `parity` the `parity_of` the empty squares. `work` is the state of this search
    thread.
    """
    count = start
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        hashed = _hash_child(next_player, next_opponent, empties, work)
        if not next_player:
            key = WIPE_OUT_KEY
        elif SECOND_MOVE_EARLY and square == second:
            key = SECOND_KEY
        else:
            key = _key_of_move(square, parity, vector_legal_moves(next_player, next_opponent))
            if empties >= ORDERED_EMPTIES:
                play_at(empties, square, flipped, work)
                key += EVALUATION_WEIGHT * _promise(next_player, next_opponent, empties - 1, work)
        put_move(count, key, square, flipped, hashed, empties, work)
        count += 1
    return count
