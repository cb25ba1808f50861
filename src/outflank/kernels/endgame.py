"""The endgame solver: exact scores by a search with an empty window at nearly every node.

The ladder by number of empty squares:

======================  ========================================================================
1-4                     `lastsquares`: no move lists, parity order
5-6                     `solve_shallow`: parity order, no table
7-10                    `solve_window`: stability, a small table, order by the opponent's mobility
11 and more             the same with the shared table, whose answers about the children come first
12 and more             order by the evaluation as well; a short search from 17 on
13 and more             in a selective search, cuts by a shallow search (`probcut`)
nodes on the best line  `solve_open`: the same with an open window
======================  ========================================================================

`work.tolerance` and `work.confidence` make a search selective; at 0 and `EXACT` it proves scores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import DISC, add_discs
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
    search_window,
    states_at,
)
from outflank.kernels.movelist import bring_best_forward, put_move
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.probcut import EXACT, probe_depth, probe_margin, static_margin
from outflank.kernels.sharing import choose_move, mark_busy, mark_free
from outflank.kernels.table import (
    NO_SQUARE,
    NOTHING,
    bucket_of,
    confidence_of,
    first_move_of,
    lower_of,
    near_bucket_of,
    prefetch,
    probe,
    second_move_of,
    store,
    upper_of,
)
from outflank.kernels.workspace import WORK_TYPE, begin_search, must_stop, note_at_root

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


# 5-6 empty squares

SHALLOW_EMPTIES = 6
"""Up to here parity is all the order that pays. With 7 there are a fifth more nodes, with 5 an
eighth fewer, and both are some 5 % slower."""


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.uint64, WORK_TYPE))
def solve_shallow(
    player: int, opponent: int, alpha: int, empties: int, parity: int, work: Any
) -> int:
    """Whether the score exceeds alpha. Requires 5 or 6 empty squares."""
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


# 7 empty squares and more

STABILITY_FROM = np.array([99] * 5 + [8, 10, 12] + [14 + 2 * n for n in range(56)], dtype=np.int64)
"""Stable discs are counted where alpha is at least this, by number of empties: below, they are too
few to matter."""

SHARED_EMPTIES = 11
"""From here on nodes are kept in the table that all threads share; below, in the thread's own."""

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

SEARCHED_EMPTIES = 17
"""From here on by a search of one ply, and from `DEEPER_EMPTIES` on of two."""
DEEPER_EMPTIES = 18

EVALUATION_WEIGHT = 2
"""What 1/128 disc counts in a key, where a reply counts 256."""

PROBCUT_EMPTIES = 13
"""From here on a selective search may trust a shallow one; below, solving is as quick."""

BUSY_EMPTIES = 13
"""From here on threads tell each other where they are; below, a subtree takes microseconds."""

WIPE_OUT_KEY, FIRST_KEY, SECOND_KEY = -(1 << 31), -(1 << 30), -(1 << 29)
"""Keys of moves that come first: one that leaves no disc to the opponent, and the table's."""


@inner
def _bucket_of(hashed: int, empties: int, work: Any) -> int:
    if empties >= SHARED_EMPTIES:
        return bucket_of(hashed, work)
    return near_bucket_of(hashed, work)


@inner
def _key_of_move(square: int, parity: int, replies: int) -> int:
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
    depth = 1 if empties < DEEPER_EMPTIES else 2
    return search_midgame(player, opponent, LOWEST, -LOWEST, depth, empties, work)


@inner
def _hash_child(player: int, opponent: int, empties: int, work: Any) -> int:
    """The hash of a child, which is then on its way from memory; 0 where children have no table."""
    if empties <= SHALLOW_EMPTIES + 1:
        return ZERO
    hashed = hash_position(player, opponent)
    if empties > SHARED_EMPTIES:
        prefetch(bucket_of(hashed, work))
    return hashed


@inner
def _list_first(player: int, opponent: int, first: int, empties: int, work: Any) -> None:
    """Make the table's best move the first of the list; the others may never be needed."""
    flipped = vector_flips(first, player, opponent)
    hashed = _hash_child(opponent ^ flipped, player | flipped | single(first), empties, work)
    put_move(0, FIRST_KEY, first, flipped, hashed, empties, work)


@inner
def _list_moves(
    player: int,
    opponent: int,
    moves: int,
    second: int,
    start: int,
    empties: int,
    parity: int,
    work: Any,
) -> int:
    """Add `moves` to the move list from `start` on, with keys; return how many it then has."""
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
        elif square == second:
            key = SECOND_KEY
        else:
            key = _key_of_move(square, parity, vector_legal_moves(next_player, next_opponent))
            if empties >= EVALUATED_EMPTIES:
                play_at(empties, square, flipped, work)
                key += EVALUATION_WEIGHT * _promise(next_player, next_opponent, empties - 1, work)
        put_move(count, key, square, flipped, hashed, empties, work)
        count += 1
    return count


@inner
def _known_child(alpha: int, start: int, count: int, empties: int, work: Any) -> int:
    """A score above alpha that the table knows a move of the list to have, else `NO_MOVE`."""
    for index in range(start, count):
        hashed = work.hashed[empties, index]
        child = probe(_bucket_of(hashed, empties - 1, work), hashed)
        if (
            child != NOTHING
            and confidence_of(child) >= work.confidence
            and -upper_of(child) > alpha
        ):
            return -upper_of(child)
    return NO_MOVE


UNKNOWN = 1000
"""Not a score: what `_probable_score` returns where a shallow search does not tell."""


@inner
def _probable_score(player: int, opponent: int, alpha: int, empties: int, work: Any) -> int:
    """A score on the side of alpha on which the true one very probably lies, or `UNKNOWN`."""
    depth = probe_depth(empties)
    margin = probe_margin(empties, empties, work)
    reach = static_margin(empties, empties, work)
    guess = evaluate_at(empties, work)
    # Scores are even: above an odd alpha the next is one more, above an even one two.
    above = alpha + 2 - (alpha & 1)
    bound = above * DISC + margin
    work.probes += 1
    score = UNKNOWN
    if guess >= above * DISC - reach and bound < 64 * DISC:
        value = search_window(player, opponent, bound - 1, depth, empties, work)
        if value >= bound:
            score = above
    below = above - 2
    bound = below * DISC - margin
    if score == UNKNOWN and guess <= below * DISC + reach and bound > -64 * DISC:
        value = search_window(player, opponent, bound, depth, empties, work)
        if value <= bound:
            score = below
    work.probes -= 1
    return score


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.uint64,
        WORK_TYPE,
    )
)
def solve_window(
    player: int, opponent: int, hashed: int, alpha: int, empties: int, parity: int, work: Any
) -> int:
    """Whether the score exceeds alpha. Requires 7 empty squares or more, and the hash.

    Returns a score on the right side of alpha; nothing of meaning once the search was stopped.
    """
    work.nodes += 1
    if must_stop(work):
        return 0

    # 1. The opponent keeps its stable discs: is more than alpha still possible?
    if alpha >= STABILITY_FROM[empties]:
        most = 64 - 2 * popcount(stable_discs(opponent, player))
        if most <= alpha:
            return most

    # 2. What the table knows: perhaps the answer, else the moves to try first.
    bucket = _bucket_of(hashed, empties, work)
    known = probe(bucket, hashed)
    first = second = NO_SQUARE
    lower, upper = -64, 64
    if known != NOTHING:
        if confidence_of(known) >= work.confidence:
            lower, upper = lower_of(known), upper_of(known)
            if lower > alpha:
                return lower
            if upper <= alpha:
                return upper
        first, second = first_move_of(known), second_move_of(known)

    # 3. A pass, or the end.
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if not vector_legal_moves(opponent, player):
            return final_score(player, opponent)
        if empties >= EVALUATED_EMPTIES:
            pass_at(empties, work)
        score = -solve_window(
            opponent, player, hash_position(opponent, player), -alpha - 1, empties, parity, work
        )
        if empties >= EVALUATED_EMPTIES:
            pass_at(empties, work)
        return score

    # 4. In a selective search a shallow one may tell enough.
    confidence = EXACT
    if empties >= PROBCUT_EMPTIES and work.tolerance != 0:
        confidence = work.confidence
        score = _probable_score(player, opponent, alpha, empties, work)
        if score != UNKNOWN and not work.stopped:
            return score

    # 5. Each move: the table's best first, then the others, the most promising first.
    count = 0
    if first != NO_SQUARE and moves & single(first):
        _list_first(player, opponent, first, empties, work)
        moves ^= single(first)
        count = 1
    best = NO_MOVE
    best_square = NO_SQUARE
    index = 0
    while True:
        if index == count:
            if not moves:
                break
            count = _list_moves(player, opponent, moves, second, count, empties, parity, work)
            moves = ZERO
            # A child that the table knows to be good enough ends it.
            if empties >= ETC_EMPTIES:
                score = _known_child(alpha, index, count, empties, work)
                if score > alpha:
                    return score
        if empties >= BUSY_EMPTIES:
            choose_move(index, count, empties, work)
        else:
            bring_best_forward(index, count, empties, work)
        square, flipped = work.square[empties, index], work.flipped[empties, index]
        next_hash = work.hashed[empties, index]
        index += 1
        if flipped == opponent:
            best = 64
            best_square = square
            break
        next_player, next_opponent = opponent ^ flipped, player | flipped | single(square)
        next_parity = parity ^ QUADRANT_BIT[square]
        if empties == SHALLOW_EMPTIES + 1:
            score = -solve_shallow(
                next_player, next_opponent, -alpha - 1, empties - 1, next_parity, work
            )
        else:
            if empties > EVALUATED_EMPTIES:
                play_at(empties, square, flipped, work)
            if empties >= BUSY_EMPTIES:
                mark_busy(next_hash, work)
            score = -solve_window(
                next_player, next_opponent, next_hash, -alpha - 1, empties - 1, next_parity, work
            )
            if empties >= BUSY_EMPTIES:
                mark_free(next_hash, work)
        if work.stopped:
            return 0
        if score > best:
            best = score
            best_square = square
            if score > alpha:
                break

    # 6. Remember the answer.
    if best > alpha:
        lower = best
    else:
        upper = best
    store(bucket, hashed, lower, upper, empties, confidence, best_square, first, work)
    return best


@inner
def solve_null(player: int, opponent: int, alpha: int, empties: int, parity: int, work: Any) -> int:
    """Whether the score exceeds alpha, for any number of empty squares."""
    if empties > SHALLOW_EMPTIES:
        hashed = hash_position(player, opponent)
        return solve_window(player, opponent, hashed, alpha, empties, parity, work)
    if empties > 4:
        return solve_shallow(player, opponent, alpha, empties, parity, work)
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
    player: int, opponent: int, alpha: int, beta: int, empties: int, parity: int, work: Any
) -> int:
    """The score if it lies between alpha and beta, else a bound; for nodes on the best line."""
    # 1. An empty window is the other function's; so are few squares, by steps of two discs.
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
    bucket = _bucket_of(hashed, empties, work)
    known = probe(bucket, hashed)
    first = second = NO_SQUARE
    lower, upper = -64, 64
    if known != NOTHING:
        if confidence_of(known) >= work.confidence:
            lower, upper = lower_of(known), upper_of(known)
            if lower >= beta or lower >= upper:
                return lower
            if upper <= alpha:
                return upper
            alpha, beta = max(alpha, lower), min(beta, upper)
        first, second = first_move_of(known), second_move_of(known)

    # 4. The first move with the open window, the others with an empty one, and again if better.
    count = 0
    if first != NO_SQUARE and moves & single(first):
        _list_first(player, opponent, first, empties, work)
        moves ^= single(first)
        count = 1
    count = _list_moves(player, opponent, moves, second, count, empties, parity, work)
    best = NO_MOVE
    best_square = NO_SQUARE
    raised = alpha
    for index in range(count):
        if empties >= BUSY_EMPTIES:
            choose_move(index, count, empties, work)
        else:
            bring_best_forward(index, count, empties, work)
        square, flipped = work.square[empties, index], work.flipped[empties, index]
        next_hash = work.hashed[empties, index]
        next_player, next_opponent = opponent ^ flipped, player | flipped | single(square)
        next_parity = parity ^ QUADRANT_BIT[square]
        if empties >= BUSY_EMPTIES:
            mark_busy(next_hash, work)
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
        if empties >= BUSY_EMPTIES:
            mark_free(next_hash, work)
        if work.stopped:
            return 0
        if score > best:
            best = score
            best_square = square
            if score > raised:
                raised = score
                note_at_root(empties, square, score, work)
                if raised >= beta:
                    break

    # 5. Remember which side of the window the score lies on.
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    confidence = work.confidence if empties >= PROBCUT_EMPTIES else EXACT
    store(bucket, hashed, lower, upper, empties, confidence, best_square, first, work)
    return best


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, WORK_TYPE))
def solve_root(player: int, opponent: int, alpha: int, beta: int, work: Any) -> int:
    """The score of a position if it lies between alpha and beta, else a bound on that side."""
    empty = ~(player | opponent)
    empties = popcount(empty)
    begin_search(empties, work)
    add_discs(player, opponent, states_at(empties, work))
    return solve_open(player, opponent, alpha, beta, empties, parity_of(empty), work)


@kernel(types.int64(types.uint64, types.uint64, WORK_TYPE))
def known_move(player: int, opponent: int, work: Any) -> int:
    """The best move that the table has for a position, or `NO_SQUARE`."""
    hashed = hash_position(player, opponent)
    empties = popcount(~(player | opponent))
    known = probe(_bucket_of(hashed, empties, work), hashed)
    return first_move_of(known) if known != NOTHING else NO_SQUARE
