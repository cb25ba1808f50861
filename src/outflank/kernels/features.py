"""Board features for evaluations: neighbours, potential moves, discs that can turn, stable discs.

Functions that also exist in `rules.bitboard` are compiled twins of those, with the same result.
"""

from __future__ import annotations

import numpy as np

from outflank.kernels.jit import inner, kernel, u64
from outflank.rules.bitboard import stable_on_edge

ZERO = u64(0)
NOT_COLUMN_A = u64(0xFEFEFEFEFEFEFEFE)
NOT_COLUMN_H = u64(0x7F7F7F7F7F7F7F7F)
INNER_COLUMNS = u64(0x7E7E7E7E7E7E7E7E)
ALL = u64(0xFFFFFFFFFFFFFFFF)
BY_1, BY_7, BY_8, BY_9 = u64(1), u64(7), u64(8), u64(9)


@kernel("u8(u8)")
def neighbours(discs: int) -> int:
    """All squares that touch a square of `discs`, in any of the eight directions."""
    beside = discs | discs << BY_1 & NOT_COLUMN_A | discs >> BY_1 & NOT_COLUMN_H
    return (
        beside << BY_8
        | beside >> BY_8
        | discs << BY_1 & NOT_COLUMN_A
        | discs >> BY_1 & NOT_COLUMN_H
    )


@kernel("u8(u8,u8)")
def frontier(player: int, opponent: int) -> int:
    """The player's discs that touch an empty square."""
    return player & neighbours(~(player | opponent))


@kernel("u8(u8,u8)")
def potential_moves(player: int, opponent: int) -> int:
    """The empty squares that touch an opponent's disc."""
    return neighbours(opponent) & ~(player | opponent)


# Discs that can turn


@inner
def _turnable_along(player: int, empty: int, jumpable: int, step: int) -> int:
    """The opponent's discs that the player could turn along one axis, `step` bits from square to
    square.

    These are the runs of `jumpable` discs with a disc of the player at one end and an empty square
    at the other. `jumpable` are the opponent's discs without those where a run would wrap around
    the board edge.
    """
    own_up, own_down = player << step & jumpable, player >> step & jumpable
    free_up, free_down = empty << step & jumpable, empty >> step & jumpable
    for _ in range(5):
        own_up |= own_up << step & jumpable
        own_down |= own_down >> step & jumpable
        free_up |= free_up << step & jumpable
        free_down |= free_down >> step & jumpable
    return own_up & free_down | own_down & free_up


@kernel("u8(u8,u8)")
def turnable(player: int, opponent: int) -> int:
    """The opponent's discs that some move of the player would turn."""
    empty = ~(player | opponent)
    inner_discs = opponent & INNER_COLUMNS
    discs = _turnable_along(player, empty, inner_discs, BY_1)
    discs |= _turnable_along(player, empty, opponent, BY_8)
    discs |= _turnable_along(player, empty, inner_discs, BY_7)
    discs |= _turnable_along(player, empty, inner_discs, BY_9)
    return discs


# Stable discs

# The stable discs of an edge in all its states: index 256 × own discs + other discs.
EDGE_STABILITY = np.array(
    [
        stable_on_edge(own, other) if not own & other else 0
        for own in range(256)
        for other in range(256)
    ],
    dtype=np.uint64,
)

FIRST_ROW = u64(0xFF)
COLUMN_A = u64(0x0101010101010101)
LAST_ROW = u64(56)
LAST_COLUMN = u64(7)
GATHER = u64(0x0102040810204080)
LOW_NIBBLE = u64(0x0F)
SPREAD_NIBBLE = u64(0x00204081)
LOW_BITS = u64(0x01010101)
BY_4, BY_32 = u64(4), u64(32)


@inner
def _stable_in_row(player: int, opponent: int) -> int:
    return EDGE_STABILITY[(player & FIRST_ROW) << BY_8 | opponent & FIRST_ROW]  # type: ignore[no-any-return]


@inner
def _column_as_row(discs: int) -> int:
    """Column a as a byte; the lowest bit is a1, the top square."""
    return (discs & COLUMN_A) * GATHER >> LAST_ROW


@inner
def _row_as_column(row: int) -> int:
    """Inverse of `_column_as_row`: a byte as a bitboard of column a."""
    upper = (row & LOW_NIBBLE) * SPREAD_NIBBLE & LOW_BITS
    lower = (row >> BY_4) * SPREAD_NIBBLE & LOW_BITS
    return upper | lower << BY_32


@inner
def _stable_in_column(player: int, opponent: int) -> int:
    return _row_as_column(_stable_in_row(_column_as_row(player), _column_as_row(opponent)))


@inner
def _stable_on_edges(player: int, opponent: int) -> int:
    return (
        _stable_in_row(player, opponent)
        | _stable_in_row(player >> LAST_ROW, opponent >> LAST_ROW) << LAST_ROW
        | _stable_in_column(player, opponent)
        | _stable_in_column(player >> LAST_COLUMN, opponent >> LAST_COLUMN) << LAST_COLUMN
    )


LEFT_2, LEFT_4 = u64(0xFCFCFCFCFCFCFCFC), u64(0xF0F0F0F0F0F0F0F0)
RIGHT_2, RIGHT_4 = u64(0x3F3F3F3F3F3F3F3F), u64(0x0F0F0F0F0F0F0F0F)
TWICE = u64(1)
FOUR_TIMES = u64(2)


@inner
def _spread_up(discs: int, step: int, keep_1: int, keep_2: int, keep_4: int) -> int:
    """`discs` plus every square up to seven steps of `step` bits above them, by shifts of 1, 2 and
    4 steps.

    `keep_1`, `keep_2` and `keep_4` mask out squares that wrapped around the board edge in each
    shift.
    """
    discs |= discs << step & keep_1
    discs |= discs << (step << TWICE) & keep_2
    return discs | discs << (step << FOUR_TIMES) & keep_4


@inner
def _spread_down(discs: int, step: int, keep_1: int, keep_2: int, keep_4: int) -> int:
    """Like `_spread_up`, but towards lower bits."""
    discs |= discs >> step & keep_1
    discs |= discs >> (step << TWICE) & keep_2
    return discs | discs >> (step << FOUR_TIMES) & keep_4


BORDER_COLUMNS = u64(0x8181818181818181)
BORDER_ROWS = u64(0xFF000000000000FF)
BORDER = u64(0xFF818181818181FF)


@kernel("u8(u8,u8)")
def stable_discs(player: int, opponent: int) -> int:
    """The player's discs that provably can never be flipped;
    twin of `rules.bitboard.stable_discs`.
    """
    # A line is full where no empty square spreads to it.
    empty = ~(player | opponent)
    row = ~(
        _spread_up(empty, BY_1, NOT_COLUMN_A, LEFT_2, LEFT_4)
        | _spread_down(empty, BY_1, NOT_COLUMN_H, RIGHT_2, RIGHT_4)
    )
    column = ~(_spread_up(empty, BY_8, ALL, ALL, ALL) | _spread_down(empty, BY_8, ALL, ALL, ALL))
    falling = ~(
        _spread_up(empty, BY_9, NOT_COLUMN_A, LEFT_2, LEFT_4)
        | _spread_down(empty, BY_9, NOT_COLUMN_H, RIGHT_2, RIGHT_4)
    )
    rising = ~(
        _spread_up(empty, BY_7, NOT_COLUMN_H, RIGHT_2, RIGHT_4)
        | _spread_down(empty, BY_7, NOT_COLUMN_A, LEFT_2, LEFT_4)
    )
    row, column = row | BORDER_COLUMNS, column | BORDER_ROWS
    falling, rising = falling | BORDER, rising | BORDER
    stable = _stable_on_edges(player, opponent) | player & row & column & falling & rising
    grown = ZERO
    # A disc becomes stable beside stable ones; on the border shifts may wrap, but border squares
    # are safe along that axis anyway.
    while stable != grown:
        grown = stable
        stable |= (
            player
            & (row | stable << BY_1 | stable >> BY_1)
            & (column | stable << BY_8 | stable >> BY_8)
            & (falling | stable << BY_9 | stable >> BY_9)
            & (rising | stable << BY_7 | stable >> BY_7)
        )
    return stable
