"""Move ordering of the endgame solver.

By the opponent's mobility, then parity and the kind of square; in subtrees that are large enough
also by the evaluation. The table's moves come before all others.
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
"""From this many empties on nodes are stored in the shared table; below, in the thread's own."""

CORNERS = u64(0x8100000000000081)

# A small preference by kind of square, in the order of the letters of the Roxanne table.
SQUARE_WORTH = np.array(
    [int(digit) for digit in ("8053350800122100516446153245542332455423516446150012210080533508")],
    dtype=np.int64,
)

EVALUATED_EMPTIES = 12
"""From this many empties on children are ordered by the evaluation as well."""

ORDERED_EMPTIES = switched("solver-evaluation", EVALUATED_EMPTIES, off=NEVER)
"""The same with its switch; pattern states are always kept from `EVALUATED_EMPTIES` on, as ProbCut
needs them."""

SEARCHED_EMPTIES = switched("solver-search", 17, off=NEVER)
"""From this many empties on by a search of one ply, and from `DEEPER_EMPTIES` on of two."""
DEEPER_EMPTIES = 18

PARITY_BONUS = switched("solver-parity", 1 << 6, off=0)
"""Key bonus of a square in an odd region; a reply costs 256."""

SECOND_MOVE_EARLY = switched("solver-second-move", True, off=False)

EVALUATION_WEIGHT = 2
"""Key weight of 1/128 disc; a reply costs 256."""

WIPE_OUT_KEY, FIRST_KEY, SECOND_KEY = -(1 << 31), -(1 << 30), -(1 << 29)
"""Keys of moves that come first: one that leaves no disc to the opponent, and the table's."""


@inner
def endgame_bucket(hashed: int, empties: int, work: Any) -> int:
    """The address of the bucket of a position with `empties` empty squares."""
    if empties >= SHARED_EMPTIES:
        return bucket_of(hashed, work)
    return near_bucket_of(hashed, work)


@inner
def _key_of_move(square: int, parity: int, replies: int) -> int:
    """Smaller is better: few replies for the opponent, corners among them twice; then parity."""
    key = (popcount(replies) + popcount(replies & CORNERS)) << 8
    if QUADRANT_BIT[square] & parity:
        key -= PARITY_BONUS
    return key - SQUARE_WORTH[square]  # type: ignore[no-any-return]


@inner
def _promise(player: int, opponent: int, empties: int, work: Any) -> int:
    """The value of a child for its player, by a search of zero to two plies."""
    if empties < SEARCHED_EMPTIES:
        return estimate_at(player, opponent, empties, work)
    depth = 1 if empties < DEEPER_EMPTIES else 2
    return search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, work)


@inner
def _hash_child(player: int, opponent: int, empties: int, work: Any) -> int:
    """The hash of a child, whose bucket is prefetched; 0 if children are not in a table."""
    if empties <= SHALLOW_EMPTIES + 1:
        return ZERO
    hashed = hash_position(player, opponent)
    if empties > SHARED_EMPTIES:
        prefetch(bucket_of(hashed, work))
    return hashed


@inner
def list_first(player: int, opponent: int, first: int, empties: int, work: Any) -> None:
    """Put the table's best move first in the list; the others may never be needed."""
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
    """Add `moves` with their keys to the move list from `start` on; return its new length."""
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
