"""The midgame search: to a fixed depth, with an evaluation (`kernels.leaf`) at the leaves.

`search_window` searches nearly all nodes, with a zero window; `search_midgame` searches the nodes
on the principal variation, with an open window. Values are in 1/128 disc for the player to move.
With `work.tolerance` at 0 the value is exactly that of plain alpha-beta with the same evaluation.
"""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import DISC, add_discs
from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.lastsquares import final_score
from outflank.kernels.leaf import (
    HIGHEST,
    correct,
    estimate_at,
    evaluate_at,
    largest_correction,
    pass_at,
    play_at,
    states_at,
)
from outflank.kernels.leaving import come_back, enter_move, has_arrived, must_stop
from outflank.kernels.movelist import bring_best_forward, put_move
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.probcut import may_probe, probe_depth, probe_margin, static_margin
from outflank.kernels.sharing import choose_move, is_shared, mark_busy, mark_free
from outflank.kernels.switches import NEVER, switched
from outflank.kernels.table import (
    NO_SQUARE,
    NOTHING,
    UNANSWERED,
    answers,
    bucket_of,
    depth_of,
    first_move_of,
    known_answer,
    lower_of,
    prefetch,
    probe,
    second_move_of,
    store,
    upper_of,
)
from outflank.kernels.workspace import WORK_TYPE, begin_search, note_at_root

ZERO = u64(0)
LOWEST = -(1 << 14) + 1
TABLE_DEPTH = 3
"""Least remaining depth in plies at which nodes are stored in the transposition table."""
PROBCUT_DEPTH = switched("midgame-probcut", 3, off=NEVER)
"""Least remaining depth at which ProbCut is tried."""
ETC_DEPTH = switched("midgame-etc", 5, off=NEVER)
"""Least remaining depth at which the table is probed for all children before any is searched
(enhanced transposition cutoff)."""
SHARED_DEPTH = 4
"""Least remaining depth at which threads mark the positions that they are searching
(`kernels.sharing`). With 4, 5 and 6, two threads searched 1.17, 1.20 and 1.22 times as many nodes
as one thread, to 22 plies."""
EVALUATED_DEPTH = switched("midgame-evaluation", 4, off=NEVER)
"""Least remaining depth at which children are ordered by evaluation; below it, by mobility alone.
With 2, 3 and 4 a search to depth 10 took 65, 50 and 42 ms and 482, 489 and 507 thousand nodes."""
REPLY_COST = switched("midgame-replies", DISC, off=0)
"""Penalty in move ordering for each legal reply of the opponent, in 1/128 disc. Half and a quarter
of it gave more nodes."""
KILLER_BONUS = switched("midgame-killer", 2 * DISC, off=0)
"""Bonus in move ordering, in 1/128 disc, for the killer move: the last move to cause a cutoff at a
node with the same number of empties. With 1, 2, 3 and 5 discs a search to 18 plies at 73 % took
4.6, 5.7, 3.3 and 1.6 % fewer nodes than without. A history of all cutoffs by square took 1 % fewer
at best, and a second killer move no fewer."""
STATIC_TEST = switched("midgame-static-test", True, off=False)
"""Whether ProbCut searches shallowly only if the static evaluation already makes a cut likely."""
TABLE_MOVES_FIRST = switched("midgame-table-moves", True, off=False)
SECOND_MOVE_EARLY = switched("midgame-second-move", True, off=False)
MIDGAME_SALT = u64(0x5851F42D4C957F2D)
"""XORed into hashes to keep table entries of this search apart from those of the exact solver,
whose scores are in discs."""


@inner
def _best_leaf(
    player: int, opponent: int, alpha: int, beta: int, moves: int, empties: int, work: Any
) -> int:
    """Search one ply: the best value after any of `moves`, or a bound if outside alpha and beta.

    The correction of the evaluation is computed only if it can matter. A move is skipped if even
    the largest correction cannot lift it above alpha and the best value so far; a move that reaches
    beta with any correction is a cutoff.
    """
    best = LOWEST
    most = largest_correction(empties - 1, work)
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        work.nodes += 1
        if flipped == opponent:
            return 64 * DISC
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        if empties == 1:
            value = -final_score(next_player, next_opponent) * DISC
        else:
            play_at(empties, square, flipped, work)
            estimate = estimate_at(next_player, next_opponent, empties - 1, work)
            value = -estimate
            if most:
                if value + most <= max(alpha, best):
                    best = max(best, value + most)
                    continue
                if value - most >= beta:
                    return value - most
                value = -correct(estimate, empties - 1, work)
        if value > best:
            best = value
            if value >= beta:
                break
    return best


FIRST_KEY, SECOND_KEY, WIPE_OUT_KEY = -(1 << 30), -(1 << 29), -(1 << 31)
"""Ordering keys of moves that are searched before all others; the smallest key comes first. These
are a move that takes all discs of the opponent (`WIPE_OUT_KEY`), then the best and the second-best
move of the table entry."""


@inner
def _list_moves(
    player: int,
    opponent: int,
    moves: int,
    second: int,
    start: int,
    depth: int,
    empties: int,
    work: Any,
) -> int:
    """Append `moves` with their ordering keys to the node's move list; return its new length.

    `start` is the length before, `second` the second-best move of the table entry. Moves come early
    that leave the opponent a bad evaluation and few replies.
    """
    count = start
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        next_player, next_opponent = opponent ^ flipped, player | flipped | move
        hashed = ZERO
        if depth > TABLE_DEPTH:
            hashed = hash_position(next_player, next_opponent) ^ MIDGAME_SALT
            prefetch(bucket_of(hashed, work))
        if not next_player:
            key = WIPE_OUT_KEY
        elif SECOND_MOVE_EARLY and square == second:
            key = SECOND_KEY
        else:
            key = popcount(vector_legal_moves(next_player, next_opponent)) * REPLY_COST
            if square == work.killer[empties]:
                key -= KILLER_BONUS
            if depth >= EVALUATED_DEPTH:
                play_at(empties, square, flipped, work)
                key += estimate_at(next_player, next_opponent, empties - 1, work)
        put_move(count, key, square, flipped, hashed, empties, work)
        count += 1
    return count


@inner
def _list_first(
    player: int, opponent: int, first: int, depth: int, empties: int, work: Any
) -> None:
    """Put the best move of the table entry, `first`, at the head of the node's move list.

    The other moves are listed later, since this one may already cause a cutoff.
    """
    flipped = vector_flips(first, player, opponent)
    hashed = ZERO
    if depth > TABLE_DEPTH:
        next_player, next_opponent = opponent ^ flipped, player | flipped | single(first)
        hashed = hash_position(next_player, next_opponent) ^ MIDGAME_SALT
        prefetch(bucket_of(hashed, work))
    put_move(0, FIRST_KEY, first, flipped, hashed, empties, work)


@inner
def _known_child(alpha: int, start: int, count: int, depth: int, empties: int, work: Any) -> int:
    """Probe the table for the children in the move list, from index `start` to `count`.

    Returns a value above alpha that is proved for one of the moves, or `LOWEST` if there is none.
    """
    for index in range(start, count):
        hashed = work.hashed[empties, index]
        child = probe(bucket_of(hashed, work), hashed)
        if child != NOTHING and answers(child, depth - 1, work) and -upper_of(child) > alpha:
            return -upper_of(child)
    return LOWEST


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, WORK_TYPE))
def search_window(
    player: int, opponent: int, alpha: int, depth: int, empties: int, work: Any
) -> int:
    """Search with the zero window (alpha, alpha + 1) to find out whether the value exceeds alpha.

    Returns a lower bound above alpha if it does, else an upper bound of at most alpha. Requires
    depth ≥ 1 and up-to-date states of this node. If the search was stopped (`work.stopped`), the
    result is meaningless.
    """
    # 1. The end of the search.
    work.nodes += 1
    if must_stop(work):
        return 0

    # 2. A pass, or the end of the game.
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if not vector_legal_moves(opponent, player):
            return final_score(player, opponent) * DISC
        pass_at(empties, work)
        value = -search_window(opponent, player, -alpha - 1, depth, empties, work)
        pass_at(empties, work)
        return value

    # 3. One ply: no table, no ordering.
    if depth == 1:
        return _best_leaf(player, opponent, alpha, alpha + 1, moves, empties, work)

    # 4. Table lookup: a cutoff, or the moves to try first.
    first = second = NO_SQUARE
    hashed = bucket = ZERO
    lower, upper = LOWEST, -LOWEST
    if depth >= TABLE_DEPTH:
        hashed = hash_position(player, opponent) ^ MIDGAME_SALT
        bucket = bucket_of(hashed, work)
        known = probe(bucket, hashed)
        if known != NOTHING:
            if answers(known, depth, work):
                if lower_of(known) > alpha:
                    return lower_of(known)
                if upper_of(known) <= alpha:
                    return upper_of(known)
                if depth_of(known) == depth:
                    lower, upper = lower_of(known), upper_of(known)
            if TABLE_MOVES_FIRST:
                first, second = first_move_of(known), second_move_of(known)

    # 5. ProbCut: a shallow search far enough outside the window replaces the deep one.
    if depth >= PROBCUT_DEPTH and may_probe(player, opponent, work):
        margin = probe_margin(empties, depth, work)
        reach = static_margin(empties, depth, work)
        guess = estimate_at(player, opponent, empties, work)
        work.probes += 1
        bound = alpha + 1 + margin
        if (not STATIC_TEST or guess >= alpha + 1 - reach) and bound <= HIGHEST:
            value = search_window(player, opponent, bound - 1, probe_depth(depth), empties, work)
            if value >= bound and not work.stopped:
                work.probes -= 1
                return alpha + 1
        bound = alpha - margin
        if (not STATIC_TEST or guess <= alpha + reach) and bound >= -HIGHEST:
            value = search_window(player, opponent, bound, probe_depth(depth), empties, work)
            if value <= bound and not work.stopped:
                work.probes -= 1
                return alpha
        work.probes -= 1

    # 6. Each move: the table's best first, then the others, the most promising first.
    count = 0
    if first != NO_SQUARE and moves & single(first):
        _list_first(player, opponent, first, depth, empties, work)
        moves ^= single(first)
        count = 1
    best = LOWEST
    best_square = NO_SQUARE
    index = 0
    while True:
        if index == count:
            if not moves:
                break
            count = _list_moves(player, opponent, moves, second, count, depth, empties, work)
            moves = ZERO
            # Enhanced transposition cutoff: a child in the table is good enough.
            if depth >= ETC_DEPTH:
                value = _known_child(alpha, index, count, depth, empties, work)
                if value > alpha:
                    return value
        if depth >= SHARED_DEPTH:
            if index > 0 and is_shared(work):
                # Another thread may have answered meanwhile.
                value = known_answer(bucket, hashed, alpha, depth, work)
                if value != UNANSWERED:
                    return value
            choose_move(index, count, empties, work)
        else:
            bring_best_forward(index, count, empties, work)
        square, flipped = work.square[empties, index], work.flipped[empties, index]
        index += 1
        if flipped == opponent:
            best = 64 * DISC
            best_square = square
            break
        next_player, next_opponent = opponent ^ flipped, player | flipped | single(square)
        if empties == 1:
            value = -final_score(next_player, next_opponent) * DISC
        else:
            play_at(empties, square, flipped, work)
            next_hash = work.hashed[empties, index - 1]
            if depth >= SHARED_DEPTH:
                enter_move(next_hash, bucket, hashed, alpha, depth, work)
            value = -search_window(
                next_player, next_opponent, -alpha - 1, depth - 1, empties - 1, work
            )
            if depth >= SHARED_DEPTH:
                come_back(next_hash, work)
        if work.stopped:
            return work.leave_value if has_arrived(work) else 0
        if value > best:
            best = value
            best_square = square
            if value > alpha:
                work.killer[empties] = square
                break

    # 7. Store the bound.
    if depth >= TABLE_DEPTH:
        if best > alpha:
            lower = best
        else:
            upper = best
        store(bucket, hashed, lower, upper, depth, work.selectivity, best_square, first, work)
    return best


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        WORK_TYPE,
    )
)
def search_midgame(
    player: int, opponent: int, alpha: int, beta: int, depth: int, empties: int, work: Any
) -> int:
    """Search with the open window (alpha, beta) to `depth`.

    Returns the value if it lies between alpha and beta, else a bound on the side where it lies.
    Requires depth ≥ 1 and up-to-date states of this node. If the search was stopped
    (`work.stopped`), the result is meaningless.
    """
    # 1. A zero window is searched by `search_window`.
    if beta - alpha <= 1:
        return search_window(player, opponent, alpha, depth, empties, work)
    work.nodes += 1
    if must_stop(work):
        return 0

    # 2. A pass, or the end of the game.
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if not vector_legal_moves(opponent, player):
            return final_score(player, opponent) * DISC
        pass_at(empties, work)
        value = -search_midgame(opponent, player, -beta, -alpha, depth, empties, work)
        pass_at(empties, work)
        return value
    if depth == 1:
        return _best_leaf(player, opponent, alpha, beta, moves, empties, work)

    # 3. Table lookup: a cutoff, a narrower window, or the moves to try first.
    first = second = NO_SQUARE
    hashed = bucket = ZERO
    lower, upper = LOWEST, -LOWEST
    if depth >= TABLE_DEPTH:
        hashed = hash_position(player, opponent) ^ MIDGAME_SALT
        bucket = bucket_of(hashed, work)
        known = probe(bucket, hashed)
        if known != NOTHING:
            if answers(known, depth, work):
                if lower_of(known) >= min(beta, upper_of(known)):
                    return lower_of(known)
                if upper_of(known) <= alpha:
                    return upper_of(known)
                if depth_of(known) == depth:
                    lower, upper = lower_of(known), upper_of(known)
                    alpha, beta = max(alpha, lower), min(beta, upper)
            if TABLE_MOVES_FIRST:
                first, second = first_move_of(known), second_move_of(known)

    # 4. The first move with the open window, the others with a zero window, and again if better.
    count = 0
    if first != NO_SQUARE and moves & single(first):
        _list_first(player, opponent, first, depth, empties, work)
        moves ^= single(first)
        count = 1
    count = _list_moves(player, opponent, moves, second, count, depth, empties, work)
    best = LOWEST
    best_square = NO_SQUARE
    raised = alpha
    for index in range(count):
        if depth >= SHARED_DEPTH:
            choose_move(index, count, empties, work)
        else:
            bring_best_forward(index, count, empties, work)
        square, flipped = work.square[empties, index], work.flipped[empties, index]
        if flipped == opponent:
            best = 64 * DISC
            best_square = square
            break
        next_player, next_opponent = opponent ^ flipped, player | flipped | single(square)
        next_hash = work.hashed[empties, index]
        if empties == 1:
            value = -final_score(next_player, next_opponent) * DISC
        else:
            play_at(empties, square, flipped, work)
            value = raised + 1
            if depth >= SHARED_DEPTH:
                mark_busy(next_hash, work)
            if index > 0:
                value = -search_window(
                    next_player, next_opponent, -raised - 1, depth - 1, empties - 1, work
                )
            if index == 0 or raised < value < beta:
                value = -search_midgame(
                    next_player, next_opponent, -beta, -raised, depth - 1, empties - 1, work
                )
            if depth >= SHARED_DEPTH:
                mark_free(next_hash, work)
        if work.stopped:
            return 0
        if value > best:
            best = value
            best_square = square
            if value > raised:
                raised = value
                note_at_root(empties, square, value, work)
                if raised >= beta:
                    break

    # 5. Store the bounds.
    if depth >= TABLE_DEPTH:
        if best > alpha:
            lower = best
        if best < beta:
            upper = best
        store(bucket, hashed, lower, upper, depth, work.selectivity, best_square, first, work)
    return best


@kernel(types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, WORK_TYPE))
def search_root(player: int, opponent: int, alpha: int, beta: int, depth: int, work: Any) -> int:
    """Search a position to `depth` ≥ 1, after preparing `work` and the pattern states.

    Returns the value if it lies between alpha and beta, else a bound on the side where it lies.
    """
    empties = popcount(~(player | opponent))
    begin_search(empties, work)
    add_discs(player, opponent, states_at(empties, work))
    return search_midgame(player, opponent, alpha, beta, depth, empties, work)


@kernel(types.int64(types.uint64, types.uint64, WORK_TYPE))
def first_choice(player: int, opponent: int, work: Any) -> int:
    """Return the move with the best static evaluation after it.

    Store its value in `work.root_value`. Requires a legal move. (In Python, move by move, this took
    half a millisecond.)
    """
    empties = popcount(~(player | opponent))
    add_discs(player, opponent, states_at(empties, work))
    moves = vector_legal_moves(player, opponent)
    chosen = NO_SQUARE
    work.root_value = LOWEST
    while moves:
        move = moves & -moves
        moves ^= move
        value = _best_leaf(player, opponent, LOWEST, -LOWEST, move, empties, work)
        if value > work.root_value:
            work.root_value = value
            chosen = lowest(move)
    return chosen


@kernel(types.int64(types.uint64, types.uint64, WORK_TYPE))
def static_value(player: int, opponent: int, work: Any) -> int:
    """The static evaluation of a position, in 1/128 disc for the player to move."""
    empties = popcount(~(player | opponent))
    add_discs(player, opponent, states_at(empties, work))
    return evaluate_at(player, opponent, empties, work)


@inner
def best_move_known(player: int, opponent: int, work: Any) -> int:
    """The best move in the table entry of a position, or `NO_SQUARE` if it has none."""
    hashed = hash_position(player, opponent) ^ MIDGAME_SALT
    known = probe(bucket_of(hashed, work), hashed)
    return first_move_of(known) if known != NOTHING else NO_SQUARE
