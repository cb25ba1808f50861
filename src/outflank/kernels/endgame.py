"""The endgame solver: exact scores by a search with a zero window at nearly every node.

The methods depend on the number of empty squares:

====================== ======================================================================== 1-3
`lastsquares`: no move lists 4-6 `shallow`: moves ordered by parity, no transposition table 7-10
`solve_window`: stability cutoffs, a small table, moves ordered by mobility 11 and more the same
with the shared table, which is probed for all children first 12 and more moves ordered by the
evaluation too, from 17 on by a short search 13 and more in a selective search, cutoffs by a shallow
search (`probcut`) nodes on the best line `solve_open`: the same with an open window
====================== ========================================================================

`work.tolerance` and `work.selectivity` make a search selective; with 0 and `EXACT` it is exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.endorder import (
    EVALUATED_EMPTIES,
    endgame_bucket,
    list_first,
    list_moves,
)
from outflank.kernels.evaluate import DISC, add_discs
from outflank.kernels.features import stable_discs
from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.lastsquares import (
    NO_MOVE,
    final_score,
    solve_1,
    solve_2,
)
from outflank.kernels.leaf import estimate_at, pass_at, play_at, states_at
from outflank.kernels.leaving import come_back, enter_move, has_arrived, must_stop
from outflank.kernels.midgame import search_window
from outflank.kernels.movelist import bring_best_forward
from outflank.kernels.moves import vector_legal_moves
from outflank.kernels.parity import QUADRANT_BIT, parity_of
from outflank.kernels.probcut import EXACT, may_probe, probe_depth, probe_margin, static_margin
from outflank.kernels.shallow import SHALLOW_EMPTIES, solve_3_by_parity, solve_4, solve_shallow
from outflank.kernels.sharing import choose_move, is_shared, mark_busy, mark_free
from outflank.kernels.switches import NEVER, switched
from outflank.kernels.table import (
    NO_SQUARE,
    NOTHING,
    UNANSWERED,
    first_move_of,
    known_answer,
    lower_of,
    probe,
    second_move_of,
    selectivity_of,
    store,
    upper_of,
)
from outflank.kernels.workspace import WORK_TYPE, begin_search, note_at_root

ONE, ZERO = u64(1), u64(0)

STABILITY_FROM = np.array(
    switched(
        "solver-stability",
        [NEVER] * 5 + [8, 10, 12] + [14 + 2 * n for n in range(56)],
        off=[NEVER] * 64,
    ),
    dtype=np.int64,
)
"""For each number of empty squares, the least alpha at which the opponent's stable discs are
counted for a cutoff. Below it, they are very unlikely to suffice.
"""

ETC_EMPTIES = switched("solver-etc", 11, off=NEVER)
"""With at least this many empty squares, the table is probed for all children of a node before any
of them is searched (enhanced transposition cutoff).
"""

TABLE_MOVES_FIRST = switched("solver-table-moves", True, off=False)

PROBCUT_EMPTIES = 13
"""With at least this many empty squares, a selective search uses ProbCut; with fewer, solving is as
fast as the probe.
"""

BUSY_EMPTIES = 13
"""With at least this many empty squares, threads publish which positions they are searching
(`kernels.sharing`); smaller subtrees take only microseconds.
"""


@inner
def _known_child(alpha: int, start: int, count: int, empties: int, work: Any) -> int:
    """Look in the table for a listed move whose score is known to exceed alpha.

    Probes the children of moves `start` to `count` − 1 of the move list for `empties` empty
    squares. Returns the first such score, in discs, or `NO_MOVE`. `work` is the state of this
    search thread.
    """
    for index in range(start, count):
        hashed = work.hashed[empties, index]
        child = probe(endgame_bucket(hashed, empties - 1, work), hashed)
        if (
            child != NOTHING
            and selectivity_of(child) >= work.selectivity
            and -upper_of(child) > alpha
        ):
            return -upper_of(child)
    return NO_MOVE


UNKNOWN = 1000
"""Returned by `_probable_score` if the shallow searches do not decide on which side of alpha the
score lies. It is not a score.
"""


@inner
def _probable_score(player: int, opponent: int, alpha: int, empties: int, work: Any) -> int:
    """ProbCut: guess by shallow searches whether the exact score lies above alpha.

    Returns a score just above or just below alpha, on the side where the exact score lies with the
    probability that `work.tolerance` sets, or `UNKNOWN`.
    """
    depth = probe_depth(empties)
    margin = probe_margin(empties, empties, work)
    reach = static_margin(empties, empties, work)
    guess = estimate_at(player, opponent, empties, work)
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
    """Zero-window search: returns a score above `alpha` if and only if the exact score is above it.

    The result is fail-soft: a lower bound if above alpha, else an upper bound, in discs. It is
    meaningless if `work.stopped` is set. `hashed` must be the hash of the position, `empties` (at
    least 7) its number of empty squares and `parity` the `parity_of` its empty squares.
    """
    work.nodes += 1
    if must_stop(work):
        return 0

    # 1. The opponent keeps its stable discs: is more than alpha still possible?
    if alpha >= STABILITY_FROM[empties]:
        most = 64 - 2 * popcount(stable_discs(opponent, player))
        if most <= alpha:
            return most

    # 2. Table lookup: a cutoff, or the moves to try first.
    bucket = endgame_bucket(hashed, empties, work)
    known = probe(bucket, hashed)
    first = second = NO_SQUARE
    lower, upper = -64, 64
    if known != NOTHING:
        if selectivity_of(known) >= work.selectivity:
            lower, upper = lower_of(known), upper_of(known)
            if lower > alpha:
                return lower
            if upper <= alpha:
                return upper
        if TABLE_MOVES_FIRST:
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

    # 4. ProbCut, in a selective search.
    selectivity = EXACT
    if empties >= PROBCUT_EMPTIES and work.tolerance != 0:
        selectivity = work.selectivity
        if may_probe(player, opponent, work):
            score = _probable_score(player, opponent, alpha, empties, work)
            if score != UNKNOWN and not work.stopped:
                return score

    # 5. Each move: the table's best first, then the others, the most promising first.
    count = 0
    if first != NO_SQUARE and moves & single(first):
        list_first(player, opponent, first, empties, work)
        moves ^= single(first)
        count = 1
    best = NO_MOVE
    best_square = NO_SQUARE
    index = 0
    while True:
        if index == count:
            if not moves:
                break
            count = list_moves(player, opponent, moves, second, count, empties, parity, work)
            moves = ZERO
            # Enhanced transposition cutoff: a child in the table is good enough.
            if empties >= ETC_EMPTIES:
                score = _known_child(alpha, index, count, empties, work)
                if score > alpha:
                    return score
        if empties >= BUSY_EMPTIES:
            if index > 0 and is_shared(work):
                # Another thread may have answered meanwhile.
                score = known_answer(bucket, hashed, alpha, empties, work)
                if score != UNANSWERED:
                    return score
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
                enter_move(next_hash, bucket, hashed, alpha, empties, work)
            score = -solve_window(
                next_player, next_opponent, next_hash, -alpha - 1, empties - 1, next_parity, work
            )
            if empties >= BUSY_EMPTIES:
                come_back(next_hash, work)
        if work.stopped:
            return work.leave_value if has_arrived(work) else 0
        if score > best:
            best = score
            best_square = square
            if score > alpha:
                break

    # 6. Store the bound.
    if best > alpha:
        lower = best
    else:
        upper = best
    store(bucket, hashed, lower, upper, empties, selectivity, best_square, first, work)
    return best


@inner
def solve_null(player: int, opponent: int, alpha: int, empties: int, parity: int, work: Any) -> int:
    """`solve_window` for any number of empty squares: calls the fastest solver for this number.

    `work` is the state of this search thread.
    """
    if empties > SHALLOW_EMPTIES:
        hashed = hash_position(player, opponent)
        return solve_window(player, opponent, hashed, alpha, empties, parity, work)
    if empties > 4:
        return solve_shallow(player, opponent, alpha, empties, parity, work)
    if empties == 4:
        return solve_4(player, opponent, alpha, parity, work)
    empty = ~(player | opponent)
    if empties == 3:
        return solve_3_by_parity(player, opponent, alpha, empty, parity, work)
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
    """Principal variation search for nodes on the best line.

    Returns the exact score in discs if it lies between `alpha` and `beta`, else a bound beyond the
    window. `empties` and `parity` describe the empty squares, as in `solve_window`. `work` is the
    state of this search thread.
    """
    # 1. A zero window is searched by `solve_null`.
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

    # 3. Table lookup: a cutoff, a narrower window, or the moves to try first.
    hashed = hash_position(player, opponent)
    bucket = endgame_bucket(hashed, empties, work)
    known = probe(bucket, hashed)
    first = second = NO_SQUARE
    lower, upper = -64, 64
    if known != NOTHING:
        if selectivity_of(known) >= work.selectivity:
            lower, upper = lower_of(known), upper_of(known)
            if lower >= beta or lower >= upper:
                return lower
            if upper <= alpha:
                return upper
            alpha, beta = max(alpha, lower), min(beta, upper)
        if TABLE_MOVES_FIRST:
            first, second = first_move_of(known), second_move_of(known)

    # 4. The first move with the open window, the others with a zero window, and again if better.
    count = 0
    if first != NO_SQUARE and moves & single(first):
        list_first(player, opponent, first, empties, work)
        moves ^= single(first)
        count = 1
    count = list_moves(player, opponent, moves, second, count, empties, parity, work)
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

    # 5. Store the bounds.
    if best > alpha:
        lower = best
    if best < beta:
        upper = best
    selectivity = work.selectivity if empties >= PROBCUT_EMPTIES else EXACT
    store(bucket, hashed, lower, upper, empties, selectivity, best_square, first, work)
    return best


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, WORK_TYPE))
def solve_root(player: int, opponent: int, alpha: int, beta: int, work: Any) -> int:
    """Start a solve from the root. Prepares `work` and calls `solve_open`.

    Returns the score in discs if it lies between `alpha` and `beta`, else a bound on the side where
    it lies.
    """
    empty = ~(player | opponent)
    empties = popcount(empty)
    begin_search(empties, work)
    add_discs(player, opponent, states_at(empties, work))
    return solve_open(player, opponent, alpha, beta, empties, parity_of(empty), work)


@kernel(types.int64(types.uint64, types.uint64, WORK_TYPE))
def known_move(player: int, opponent: int, work: Any) -> int:
    """The best move of a position according to the solver's entry in the table, or `NO_SQUARE`.

    `work` is the state of this search thread.
    """
    hashed = hash_position(player, opponent)
    empties = popcount(~(player | opponent))
    known = probe(endgame_bucket(hashed, empties, work), hashed)
    return first_move_of(known) if known != NOTHING else NO_SQUARE
