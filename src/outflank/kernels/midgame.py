"""The midgame search: to a depth, with the pattern evaluation at its leaves."""

from __future__ import annotations

from typing import Any

from numba import types

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.evaluate import DISC, STATE_BYTES, pass_states, play_states, sum_weights
from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.lastsquares import final_score
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.patterns import STAGE_WEIGHTS
from outflank.kernels.table import (
    NO_SQUARE,
    NOTHING,
    depth_of,
    first_move_of,
    lower_of,
    probe,
    second_move_of,
    store,
    upper_of,
)
from outflank.kernels.workspace import WORK_TYPE, must_stop

ZERO = u64(0)
STAGE_BYTES = u64(2 * STAGE_WEIGHTS)
STATE_SIZE = u64(STATE_BYTES)
HIGHEST = 63 * DISC
"""The greatest value of an evaluation: less than that of a game won outright."""
LOWEST = -(1 << 14) + 1
TABLE_DEPTH = 3
"""From this depth on nodes are remembered."""
MIDGAME_SALT = u64(0x5851F42D4C957F2D)
"""Keeps entries of this search apart from the solver's, whose scores are in discs."""


@inner
def states_at(empties: int, work: Any) -> int:
    """The address of the pattern states of the node with so many empties."""
    return work.states_address + u64(empties) * STATE_SIZE  # type: ignore[no-any-return]


@inner
def evaluate_at(empties: int, work: Any) -> int:
    """The evaluation of the node with so many empties, whose states are up to date."""
    weights = work.weights_address + u64(64 - empties) * STAGE_BYTES
    value = sum_weights(states_at(empties, work), weights)
    return max(-HIGHEST, min(HIGHEST, value))


@inner
def play_at(empties: int, square: int, flipped: int, work: Any) -> None:
    """Bring the states of the next node up to date."""
    play_states(states_at(empties, work), states_at(empties - 1, work), square, flipped)


@inner
def pass_at(empties: int, work: Any) -> None:
    """Turn the states of a node to the other side, in place; again turns them back."""
    pass_states(states_at(empties, work), states_at(empties, work))


@inner
def _best_leaf(player: int, opponent: int, alpha: int, moves: int, empties: int, work: Any) -> int:
    """Depth 1: the best evaluation after one move, or the first above alpha."""
    best = LOWEST
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        work.nodes += 1
        if flipped == opponent:
            return 64 * DISC
        if empties == 1:
            value = final_score(player | flipped | move, opponent ^ flipped) * DISC
        else:
            play_at(empties, square, flipped, work)
            value = -evaluate_at(empties - 1, work)
        if value > best:
            best = value
            if value > alpha:
                break
    return best


@inner
def _order(
    player: int,
    opponent: int,
    moves: int,
    depth: int,
    empties: int,
    first: int,
    second: int,
    work: Any,
) -> int:
    """Fill the move list, best first by evaluation or mobility; return how many there are."""
    count = 0
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        if flipped == opponent:
            key = -(1 << 40)
        elif square == first:
            key = -(1 << 30)
        elif square == second:
            key = -(1 << 29)
        else:
            replies = vector_legal_moves(opponent ^ flipped, player | flipped | move)
            key = popcount(replies) * DISC // 2
            if depth >= 3:
                play_at(empties, square, flipped, work)
                key += evaluate_at(empties - 1, work)
        index = count
        while index > 0 and work.key[empties, index - 1] > key:
            work.key[empties, index] = work.key[empties, index - 1]
            work.square[empties, index] = work.square[empties, index - 1]
            work.flipped[empties, index] = work.flipped[empties, index - 1]
            index -= 1
        work.key[empties, index] = key
        work.square[empties, index] = square
        work.flipped[empties, index] = flipped
        count += 1
    return count


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
    """The value at `depth` if it lies between alpha and beta, else a bound on that side.

    Requires depth ≥ 1 and the states of this node up to date.
    """
    # 1. The end of the search.
    work.nodes += 1
    if work.stopped or (work.nodes & 255 == 0 and must_stop(work)):
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

    # 3. One ply: nothing to remember or to sort.
    if depth == 1:
        return _best_leaf(player, opponent, beta - 1, moves, empties, work)

    # 4. What the table knows.
    first = second = NO_SQUARE
    hashed = ZERO
    lower, upper = LOWEST, -LOWEST
    if depth >= TABLE_DEPTH:
        hashed = hash_position(player, opponent) ^ MIDGAME_SALT
        known = probe(hashed, work)
        if known != NOTHING:
            if depth_of(known) == depth:
                lower, upper = lower_of(known), upper_of(known)
                if lower >= beta or lower == upper:
                    return lower
                if upper <= alpha:
                    return upper
                alpha, beta = max(alpha, lower), min(beta, upper)
            first, second = first_move_of(known), second_move_of(known)

    # 5. Each move; after the first one with an empty window first.
    count = _order(player, opponent, moves, depth, empties, first, second, work)
    best = LOWEST
    best_square = NO_SQUARE
    raised = alpha
    for index in range(count):
        square, flipped = work.square[empties, index], work.flipped[empties, index]
        if flipped == opponent:
            best = 64 * DISC
            best_square = square
            break
        next_player, next_opponent = opponent ^ flipped, player | flipped | single(square)
        if empties == 1:
            value = -final_score(next_player, next_opponent) * DISC
        else:
            play_at(empties, square, flipped, work)
            value = raised + 1
            if index > 0 and beta - raised > 1:
                value = -search_midgame(
                    next_player, next_opponent, -raised - 1, -raised, depth - 1, empties - 1, work
                )
            if value > raised and (index == 0 or beta - raised == 1 or value < beta):
                value = -search_midgame(
                    next_player, next_opponent, -beta, -raised, depth - 1, empties - 1, work
                )
        if work.stopped:
            return 0
        if value > best:
            best = value
            best_square = square
            if value > raised:
                raised = value
                if raised >= beta:
                    break

    # 6. Remember.
    if depth >= TABLE_DEPTH:
        if best > alpha:
            lower = best
        if best < beta:
            upper = best
        store(hashed, lower, upper, depth, 0, best_square, first, work)
    return best


@inner
def best_move_known(player: int, opponent: int, work: Any) -> int:
    """The best move that the table has for a position, or `NO_SQUARE`."""
    known = probe(hash_position(player, opponent) ^ MIDGAME_SALT, work)
    return first_move_of(known) if known != NOTHING else NO_SQUARE
