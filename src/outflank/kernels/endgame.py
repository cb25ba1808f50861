"""The endgame solver: exact scores by a search with an empty window at nearly every node.

The ladder by number of empty squares:

====================  ==========================================================================
1-4                   `lastsquares`: no move lists, parity order
5-7                   `solve_shallow`: parity order, no table
8 and more            `solve_window`: table, stability, ordering by the opponent's mobility
nodes on the best line `solve_open`: the same with an open window
====================  ==========================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import add_discs
from outflank.kernels.features import stable_discs
from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.lastsquares import (
    NEIGHBOURS,
    NO_MOVE,
    final_score,
    solve_1,
    solve_2,
    solve_3,
)
from outflank.kernels.midgame import (
    LOWEST,
    evaluate_at,
    pass_at,
    play_at,
    search_midgame,
    states_at,
)
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.table import (
    NO_SQUARE,
    NOTHING,
    bucket_of,
    first_move_of,
    load_word,
    lower_of,
    prefetch,
    probe,
    second_move_of,
    store,
    store_word,
    upper_of,
)
from outflank.kernels.workspace import WORK_TYPE, must_stop

ONE, ZERO = u64(1), u64(0)

# Quadrants: their parity tells whether a region has an odd number of empty squares.
QUADRANT_BIT = np.array(
    [1 << ((square >> 5) * 2 + (square >> 2 & 1)) for square in range(64)], dtype=np.uint64
)
_QUADRANTS = (0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32)
ODD_SQUARES = np.array(
    [
        sum(mask for index, mask in enumerate(_QUADRANTS) if parity >> index & 1)
        for parity in range(16)
    ],
    dtype=np.uint64,
)
"""The squares of the quadrants whose bit is set."""


@inner
def parity_of(empty: int) -> int:
    """One bit for each quadrant with an odd number of empty squares."""
    parity = ZERO
    while empty:
        parity ^= QUADRANT_BIT[lowest(empty)]
        empty &= empty - ONE
    return parity


# 1-4 empty squares


@inner
def _solve_3_by_parity(
    player: int, opponent: int, alpha: int, empty: int, parity: int, work: Any
) -> int:
    """`solve_3` with the square of an odd region first, if one is alone in its quadrant."""
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
        score = -_solve_3_by_parity(
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
    """Whether the score exceeds alpha, with four empty squares."""
    work.nodes += 1
    empty = ~(player | opponent)
    best = _best_of_4(player, opponent, alpha, empty, parity, work)
    if best != NO_MOVE:
        return best
    best = _best_of_4(opponent, player, -alpha - 1, empty, parity, work)
    return -best if best != NO_MOVE else final_score(player, opponent)


# 5-7 empty squares

SHALLOW_EMPTIES = 7
"""Up to here a table costs more than it saves, and so does sorting by anything but parity."""


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.uint64, WORK_TYPE))
def solve_shallow(
    player: int, opponent: int, alpha: int, empties: int, parity: int, work: Any
) -> int:
    """Whether the score exceeds alpha. Requires 5 to 7 empty squares."""
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


# 8 empty squares and more

STABILITY_FROM = np.array([99] * 5 + [8, 10, 12] + [14 + 2 * n for n in range(56)], dtype=np.int64)
"""Stable discs are counted where alpha is at least this, by number of empties: below, they are too
few to matter."""

ETC_EMPTIES = 11
"""From here on the table is asked about all children before any is searched."""

CORNERS = u64(0x8100000000000081)

# A small preference by kind of square, in the order of the letters of the Roxanne table.
SQUARE_WORTH = np.array(
    [int(digit) for digit in ("8053350800122100516446153245542332455423516446150012210080533508")],
    dtype=np.int64,
)

EVALUATED_EMPTIES = 12
"""From here on children are put in order by the pattern evaluation as well."""

SEARCHED_EMPTIES = 15
"""From here on by a short search."""

EVALUATION_WEIGHT = 2
"""What 1/128 disc counts in a key, where a reply counts 256."""

WIPE_OUT = -(1 << 40)
"""The key of a move that leaves the opponent without discs: before all others."""


@inner
def _key_of_move(
    square: int, next_player: int, next_opponent: int, parity: int, replies: int
) -> int:
    """Smaller is better: few replies for the opponent, corners among them twice; then parity."""
    key = (popcount(replies) + popcount(replies & CORNERS)) << 8
    if QUADRANT_BIT[square] & parity:
        key -= 1 << 6
    return key - SQUARE_WORTH[square]  # type: ignore[no-any-return]


@inner
def _promise(player: int, opponent: int, empties: int, work: Any) -> int:
    """What a child seems worth to its player: a look of no, one or two plies."""
    if empties < SEARCHED_EMPTIES:
        return evaluate_at(empties, work)
    depth = 1 if empties < SEARCHED_EMPTIES + 3 else 2
    return search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, work)


@inner
def _list_moves(
    player: int,
    opponent: int,
    moves: int,
    empties: int,
    parity: int,
    first: int,
    second: int,
    work: Any,
) -> int:
    """Fill the move list of this number of empties with keys; return how many moves there are."""
    count = 0
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        if not next_player:
            key = WIPE_OUT
        elif square == first:
            key = -(1 << 30)
        elif square == second:
            key = -(1 << 29)
        else:
            replies = vector_legal_moves(next_player, next_opponent)
            key = _key_of_move(square, next_player, next_opponent, parity, replies)
            if empties >= EVALUATED_EMPTIES:
                play_at(empties, square, flipped, work)
                key += EVALUATION_WEIGHT * _promise(next_player, next_opponent, empties - 1, work)
        work.key[empties, count] = key
        work.square[empties, count] = square
        work.flipped[empties, count] = flipped
        count += 1
    return count


@inner
def _bring_best_forward(index: int, count: int, empties: int, work: Any) -> None:
    """Exchange the best of the moves from `index` on with the one at `index`."""
    best = index
    for other in range(index + 1, count):
        if work.key[empties, other] < work.key[empties, best]:
            best = other
    if best != index:
        key, square = work.key[empties, index], work.square[empties, index]
        flipped = work.flipped[empties, index]
        work.key[empties, index] = work.key[empties, best]
        work.square[empties, index] = work.square[empties, best]
        work.flipped[empties, index] = work.flipped[empties, best]
        work.key[empties, best] = key
        work.square[empties, best] = square
        work.flipped[empties, best] = flipped


# Threads: simplified ABDADA. All threads search the same tree and share the table. Before a thread
# looks at a move (not the first one of a node) it sees whether another is at that very move, and if
# so takes the others first; when it comes back, the answer is usually in the table.

BUSY_PLACES = 1 << 15
BUSY_MASK = u64(BUSY_PLACES - 1)
BUSY_EMPTIES = 13
"""From here on moves are worth coordinating; below, a subtree takes microseconds."""

DEFERRED = 1 << 40
"""Added to the key of a move that another thread is at."""


@inner
def _busy_place(hashed: int, work: Any) -> int:
    return work.busy_address + (hashed & BUSY_MASK) * u64(8)  # type: ignore[no-any-return]


@inner
def _choose_move(index: int, count: int, empties: int, hashed: int, work: Any) -> int:
    """Bring the move to search next to `index`; return the hash that stands for it."""
    while True:
        _bring_best_forward(index, count, empties, work)
        move_hash = hashed ^ hash_position(work.flipped[empties, index], u64(empties))
        if (
            work.busy_address == 0
            or empties < BUSY_EMPTIES
            or index == 0
            or index == count - 1
            or work.key[empties, index] >= DEFERRED // 2
            or load_word(_busy_place(move_hash, work)) != move_hash
        ):
            return move_hash
        work.key[empties, index] += DEFERRED


@inner
def _mark_busy(move_hash: int, empties: int, mark: int, work: Any) -> None:
    if work.busy_address != 0 and empties >= BUSY_EMPTIES:
        store_word(_busy_place(move_hash, work), mark)


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.uint64, WORK_TYPE))
def solve_window(
    player: int, opponent: int, alpha: int, empties: int, parity: int, work: Any
) -> int:
    """Whether the score exceeds alpha. Requires 5 empty squares or more.

    Returns a score on the right side of alpha; nothing of meaning once the search was stopped.
    """
    # 1. Few squares: parity is all the order that pays.
    if empties <= SHALLOW_EMPTIES:
        return solve_shallow(player, opponent, alpha, empties, parity, work)
    work.nodes += 1
    if must_stop(work):
        return 0

    # 2. The opponent keeps its stable discs: is more than alpha still possible?
    if alpha >= STABILITY_FROM[empties]:
        most = 64 - 2 * popcount(stable_discs(opponent, player))
        if most <= alpha:
            return most

    # 3. What the table knows: perhaps the answer, else the moves to try first.
    hashed = hash_position(player, opponent)
    prefetch(bucket_of(hashed, work))
    moves = vector_legal_moves(player, opponent)
    known = probe(hashed, work)
    first = second = NO_SQUARE
    lower, upper = -64, 64
    if known != NOTHING:
        lower, upper = lower_of(known), upper_of(known)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
        first, second = first_move_of(known), second_move_of(known)

    # 4. A pass, or the end.
    if not moves:
        if not vector_legal_moves(opponent, player):
            return final_score(player, opponent)
        if empties >= EVALUATED_EMPTIES:
            pass_at(empties, work)
        score = -solve_window(opponent, player, -alpha - 1, empties, parity, work)
        if empties >= EVALUATED_EMPTIES:
            pass_at(empties, work)
        return score

    # 5. The moves with what they promise.
    count = _list_moves(player, opponent, moves, empties, parity, first, second, work)

    # 6. A child that the table knows to be good enough ends it.
    if empties >= ETC_EMPTIES:
        for index in range(count):
            square, flipped = work.square[empties, index], work.flipped[empties, index]
            child = probe(
                hash_position(opponent ^ flipped, player | flipped | single(square)), work
            )
            if child != NOTHING and -upper_of(child) > alpha:
                return -upper_of(child)

    # 7. Each move, the most promising first.
    best = NO_MOVE
    best_square = NO_SQUARE
    for index in range(count):
        move_hash = _choose_move(index, count, empties, hashed, work)
        square, flipped = work.square[empties, index], work.flipped[empties, index]
        if flipped == opponent:
            best = 64
            best_square = square
            break
        _mark_busy(move_hash, empties, move_hash, work)
        if empties > EVALUATED_EMPTIES:
            play_at(empties, square, flipped, work)
        score = -solve_window(
            opponent ^ flipped,
            player | flipped | single(square),
            -alpha - 1,
            empties - 1,
            parity ^ QUADRANT_BIT[square],
            work,
        )
        _mark_busy(move_hash, empties, ZERO, work)
        if work.stopped:
            return 0
        if score > best:
            best = score
            best_square = square
            if score > alpha:
                break

    # 8. Remember the answer.
    if best > alpha:
        lower = best
    else:
        upper = best
    store(hashed, lower, upper, empties, 0, best_square, first, work)
    return best


@inner
def solve_null(player: int, opponent: int, alpha: int, empties: int, parity: int, work: Any) -> int:
    """Whether the score exceeds alpha, for any number of empty squares."""
    if empties > 4:
        return solve_window(player, opponent, alpha, empties, parity, work)
    if empties == 4:
        return solve_4(player, opponent, alpha, parity, work)
    empty = ~(player | opponent)
    if empties == 3:
        return _solve_3_by_parity(player, opponent, alpha, empty, parity, work)
    if empties == 2:
        return solve_2(player, opponent, alpha, lowest(empty), lowest(empty & (empty - ONE)), work)
    if empties == 1:
        return solve_1(player, lowest(empty))
    return final_score(player, opponent)


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.int64,
        types.uint64,
        WORK_TYPE,
    )
)
def solve_open(
    player: int,
    opponent: int,
    alpha: int,
    beta: int,
    empties: int,
    parity: int,
    work: Any,
) -> int:
    """The score if it lies between alpha and beta, else a bound; for nodes on the best line."""
    # 1. An empty window is the other function's; so is a search that was stopped.
    if beta - alpha <= 1:
        return solve_null(player, opponent, alpha, empties, parity, work)
    work.nodes += 1
    if must_stop(work):
        return 0

    # 2. A pass, or the end.
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if not vector_legal_moves(opponent, player):
            return final_score(player, opponent)
        if empties >= EVALUATED_EMPTIES:
            pass_at(empties, work)
        score = -solve_open(opponent, player, -beta, -alpha, empties, parity, work)
        if empties >= EVALUATED_EMPTIES:
            pass_at(empties, work)
        return score

    # 3. What the table knows narrows the window.
    hashed = hash_position(player, opponent)
    known = probe(hashed, work)
    first = second = NO_SQUARE
    lower, upper = -64, 64
    if known != NOTHING:
        lower, upper = lower_of(known), upper_of(known)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        first, second = first_move_of(known), second_move_of(known)

    # 4. The first move with the open window, the others with an empty one, and again if better.
    count = _list_moves(player, opponent, moves, empties, parity, first, second, work)
    best = NO_MOVE
    best_square = NO_SQUARE
    raised = alpha
    for index in range(count):
        move_hash = _choose_move(index, count, empties, hashed, work)
        square, flipped = work.square[empties, index], work.flipped[empties, index]
        next_player, next_opponent = opponent ^ flipped, player | flipped | single(square)
        next_parity = parity ^ QUADRANT_BIT[square]
        _mark_busy(move_hash, empties, move_hash, work)
        if empties > EVALUATED_EMPTIES:
            play_at(empties, square, flipped, work)
        score = raised + 1
        if index > 0:
            score = -solve_null(
                next_player, next_opponent, -raised - 1, empties - 1, next_parity, work
            )
        if index == 0 or raised < score < beta:
            score = -solve_open(
                next_player, next_opponent, -beta, -raised, empties - 1, next_parity, work
            )
        _mark_busy(move_hash, empties, ZERO, work)
        if work.stopped:
            return 0
        if score > best:
            best = score
            best_square = square
            raised = max(raised, score)
            if raised >= beta:
                break

    # 5. Remember which side of the window the score lies on.
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    store(hashed, lower, upper, empties, 0, best_square, first, work)
    return best


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, WORK_TYPE))
def solve_root(player: int, opponent: int, alpha: int, beta: int, work: Any) -> int:
    """The score of a position if it lies between alpha and beta, else a bound on that side."""
    empty = ~(player | opponent)
    empties = popcount(empty)
    work.stopped = 0
    add_discs(player, opponent, states_at(empties, work))
    return solve_open(player, opponent, alpha, beta, empties, parity_of(empty), work)


@kernel(types.int64(types.uint64, types.uint64, types.int64, WORK_TYPE))
def estimate_root(player: int, opponent: int, depth: int, work: Any) -> int:
    """The value of a position by a midgame search, in 1/128 disc. Requires depth ≥ 1."""
    empties = popcount(~(player | opponent))
    work.stopped = 0
    add_discs(player, opponent, states_at(empties, work))
    return search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, work)


@kernel(types.int64(types.uint64, types.uint64, WORK_TYPE))
def known_move(player: int, opponent: int, work: Any) -> int:
    """The best move that the table has for a position, or `NO_SQUARE`."""
    known = probe(hash_position(player, opponent), work)
    return first_move_of(known) if known != NOTHING else NO_SQUARE
