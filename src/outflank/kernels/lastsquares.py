"""Solve positions with one to three empty squares, where half of all nodes of an endgame are.

No move lists are made. Every function is a zero-window search: it returns a score above alpha if
and only if the exact score is above it (fail-soft), in discs for the player to move. The empty
squares are passed as numbers 0-63. Callers put squares in regions with an odd number of empty
squares first, because the side that begins there also moves last there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.kernels.bits import popcount, single
from outflank.kernels.jit import inner, u64
from outflank.kernels.moves import vector_flips
from outflank.rules.bitboard import AXES, neighbours, shift

ZERO = u64(0)


def _line_mask(square: int, axis: int) -> int:
    mask = 1 << square
    for step, keep in AXES[axis]:
        seen = shift(1 << square, step, keep)
        while seen:
            mask |= seen
            seen = shift(seen, step, keep)
    return mask


def _flips_in_line(index: int, own: int) -> int:
    """The number of discs that turn in a full line of eight squares when its last empty square is
    played.

    `index` (0-7) is the place of that square, `own` the bits of the player's discs.
    """
    turned = 0
    for squares in (range(index + 1, 8), range(index - 1, -1, -1)):
        for distance, place in enumerate(squares):
            if own >> place & 1:
                turned += distance
                break
    return turned


LINE_FLIPS = np.array(
    [_flips_in_line(index, own) for index in range(8) for own in range(256)], dtype=np.int64
)
"""Table of `_flips_in_line`; the index is 256 × place of the empty square + the player's discs."""

NEIGHBOURS = np.array([neighbours(1 << square) for square in range(64)], dtype=np.uint64)
FALLING_DIAGONAL = np.array([_line_mask(square, 2) for square in range(64)], dtype=np.uint64)
RISING_DIAGONAL = np.array([_line_mask(square, 3) for square in range(64)], dtype=np.uint64)

ROW = u64(0xFF)
COLUMN_A = u64(0x0101010101010101)
GATHER_COLUMN = u64(0x0102040810204080)
GATHER_DIAGONAL = COLUMN_A
TOP_BYTE = u64(56)
SEVEN, EIGHT = u64(7), u64(8)


@inner
def count_last_flips(square: int, player: int) -> int:
    """The number of discs that turn when `player` plays on the last empty square, by four lookups.

    A multiplication gathers each diagonal into a byte. The bits beyond the end of a short diagonal
    are taken as opponent's discs; they turn nothing, as no disc of the player follows them.
    """
    place = u64(square)
    column = place & SEVEN
    row = place >> u64(3)
    in_row = column << EIGHT | (player >> (place & ~SEVEN)) & ROW
    in_column = row << EIGHT | ((player >> column & COLUMN_A) * GATHER_COLUMN) >> TOP_BYTE
    falling = (player & FALLING_DIAGONAL[square]) * GATHER_DIAGONAL >> TOP_BYTE
    rising = (player & RISING_DIAGONAL[square]) * GATHER_DIAGONAL >> TOP_BYTE
    return (  # type: ignore[no-any-return]
        LINE_FLIPS[in_row]
        + LINE_FLIPS[in_column]
        + LINE_FLIPS[column << EIGHT | falling]
        + LINE_FLIPS[column << EIGHT | rising]
    )


@inner
def solve_1(player: int, square: int) -> int:
    """Exact score with one empty square:
    the player plays there if legal, else the opponent if legal.
    """
    score = 2 * popcount(player) - 64  # as if the opponent had the last square
    turned = count_last_flips(square, player)
    if turned:
        return score + 2 * turned + 2
    opponent = ~player & ~single(square)
    turned = count_last_flips(square, opponent)
    if turned:
        return score - 2 * turned
    # Neither can: the square goes to the winner.
    return score + 2 if score >= 0 else score


@inner
def final_score(player: int, opponent: int) -> int:
    """The score of a finished game in discs for the player; empty squares count for the winner."""
    own, other = popcount(player), popcount(opponent)
    if own > other:
        return 64 - 2 * other
    if own < other:
        return 2 * own - 64
    return 0


NO_MOVE = -100
"""Less than every score;
the functions `_best_of_2` and `_best_of_3` return it if the player must pass.
"""


@inner
def _best_of_2(player: int, opponent: int, alpha: int, first: int, second: int) -> int:
    best = NO_MOVE
    if NEIGHBOURS[first] & opponent:
        flipped = vector_flips(first, player, opponent)
        if flipped:
            best = -solve_1(opponent ^ flipped, second)
            if best > alpha:
                return best
    if NEIGHBOURS[second] & opponent:
        flipped = vector_flips(second, player, opponent)
        if flipped:
            best = max(best, -solve_1(opponent ^ flipped, first))
    return best


@inner
def solve_2(player: int, opponent: int, alpha: int, first: int, second: int, work: Any) -> int:
    """Zero-window search with two empty squares, `first` and `second`, tried in this order.

    Returns a score in discs that is above alpha if and only if the exact score is. `work` is the
    state of this search thread.
    """
    work.nodes += 1
    best = _best_of_2(player, opponent, alpha, first, second)
    if best != NO_MOVE:
        return best
    best = _best_of_2(opponent, player, -alpha - 1, first, second)
    return -best if best != NO_MOVE else final_score(player, opponent)


@inner
def _play_to_2(
    player: int, opponent: int, alpha: int, square: int, first: int, second: int, work: Any
) -> int:
    """The score after the player's move on `square`, or `NO_MOVE` if this is illegal.

    `first` and `second` are the two squares that remain empty. `work` is the state of this search
    thread.
    """
    if not NEIGHBOURS[square] & opponent:
        return NO_MOVE
    flipped = vector_flips(square, player, opponent)
    if not flipped:
        return NO_MOVE
    return -solve_2(
        opponent ^ flipped, player | flipped | single(square), -alpha - 1, first, second, work
    )


@inner
def _best_of_3(
    player: int, opponent: int, alpha: int, first: int, second: int, third: int, work: Any
) -> int:
    best = _play_to_2(player, opponent, alpha, first, second, third, work)
    if best > alpha:
        return best
    best = max(best, _play_to_2(player, opponent, alpha, second, first, third, work))
    if best > alpha:
        return best
    return max(best, _play_to_2(player, opponent, alpha, third, first, second, work))


@inner
def solve_3(
    player: int, opponent: int, alpha: int, first: int, second: int, third: int, work: Any
) -> int:
    """Zero-window search with three empty squares, tried in the order given.

    Returns a score in discs that is above alpha if and only if the exact score is. `work` is the
    state of this search thread.
    """
    work.nodes += 1
    best = _best_of_3(player, opponent, alpha, first, second, third, work)
    if best != NO_MOVE:
        return best
    best = _best_of_3(opponent, player, -alpha - 1, first, second, third, work)
    return -best if best != NO_MOVE else final_score(player, opponent)
