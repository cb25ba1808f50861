"""Move generation and evaluation for the search in pure Python, optimised for speed.

`rules.bitboard` has readable versions of the same functions, and tests compare both. Every
operation on ints takes about 40 ns in Python, so this code uses as few as possible.
"""

from __future__ import annotations

from outflank.rules.squares import (
    C_SQUARES,
    CORNERS,
    SQUARES,
    X_SQUARES,
    Bitboard,
    Square,
    column_of,
    row_of,
)

FULL = (1 << 64) - 1
NOT_SIDES = 0x7E7E7E7E7E7E7E7E
"""All columns but the first and the last.
Only discs on these can be flipped along rows and diagonals.
"""

FIRST_COLUMN = 0x0101010101010101
NOT_FIRST, NOT_LAST = ~FIRST_COLUMN & FULL, ~(FIRST_COLUMN << 7) & FULL
GATHER = 0x0102040810204080
"""A multiplication by this gathers the bits of the first column in bits 56 to 63."""

# Moves


def moves_of(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The legal moves of `player`, as a bitboard."""
    inner = opponent & NOT_SIDES
    # In each direction: a run of up to six opponent discs next to a disc of the player, and the
    # square after it. Runs grow by one, one, two and two discs.
    run = inner & (player << 1)
    run |= inner & (run << 1)
    pairs = inner & (inner << 1)
    run |= pairs & (run << 2)
    run |= pairs & (run << 2)
    found = run << 1
    run = inner & (player >> 1)
    run |= inner & (run >> 1)
    pairs >>= 1
    run |= pairs & (run >> 2)
    run |= pairs & (run >> 2)
    found |= run >> 1
    run = inner & (player << 7)
    run |= inner & (run << 7)
    pairs = inner & (inner << 7)
    run |= pairs & (run << 14)
    run |= pairs & (run << 14)
    found |= run << 7
    run = inner & (player >> 7)
    run |= inner & (run >> 7)
    pairs >>= 7
    run |= pairs & (run >> 14)
    run |= pairs & (run >> 14)
    found |= run >> 7
    run = inner & (player << 9)
    run |= inner & (run << 9)
    pairs = inner & (inner << 9)
    run |= pairs & (run << 18)
    run |= pairs & (run << 18)
    found |= run << 9
    run = inner & (player >> 9)
    run |= inner & (run >> 9)
    pairs >>= 9
    run |= pairs & (run >> 18)
    run |= pairs & (run >> 18)
    found |= run >> 9
    run = opponent & (player << 8)
    run |= opponent & (run << 8)
    pairs = opponent & (opponent << 8)
    run |= pairs & (run << 16)
    run |= pairs & (run << 16)
    found |= run << 8
    run = opponent & (player >> 8)
    run |= opponent & (run >> 8)
    pairs >>= 8
    run |= pairs & (run >> 16)
    run |= pairs & (run >> 16)
    found |= run >> 8
    return found & ~(player | opponent) & FULL


def _rays(square: Square, upwards: bool) -> tuple[Bitboard, ...]:
    """The rays that start beside `square` and run towards higher (`upwards`) or lower squares.

    Rays of one square are left out, because no disc can be flipped along them.
    """
    found = []
    for row_step, column_step in ((0, 1), (1, -1), (1, 0), (1, 1)):
        step = 1 if upwards else -1
        row, column = row_of(square) + step * row_step, column_of(square) + step * column_step
        ray = 0
        while 0 <= row < 8 and 0 <= column < 8:
            ray |= 1 << 8 * row + column
            row, column = row + step * row_step, column + step * column_step
        if ray.bit_count() > 1:
            found.append(ray)
    return tuple(found)


UPWARDS = tuple(_rays(square, True) for square in SQUARES)
DOWNWARDS = tuple(_rays(square, False) for square in SQUARES)


def turned_by(square: Square, player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The discs that a move of `player` on `square` flips, as a bitboard."""
    turned = 0
    for ray in UPWARDS[square]:
        others = ray & ~opponent
        nearest = others & -others
        if nearest & player:
            turned |= ray & (nearest - 1)
    for ray in DOWNWARDS[square]:
        others = ray & ~opponent
        if others:
            nearest = 1 << others.bit_length() - 1
            if nearest & player:
                turned |= ray & -(nearest << 1)
    return turned


# Evaluation: the six terms of report 004

CORNER_POINTS = 600
X_SQUARE_POINTS, C_SQUARE_POINTS = 320, 90
"""Penalties, in points,
of a disc diagonally beside an empty corner and of one beside it on the edge.
"""

MOVE_POINTS, POTENTIAL_POINTS, STABLE_POINTS = 60, 20, 120
EDGE_POINTS = 5
LATE_DISCS, DISC_POINTS = 54, 15
"""If at least `LATE_DISCS` discs are on the board, each disc of difference counts `DISC_POINTS`."""

EDGES = 0x3C0081818181003C
"""The edge squares that are neither corners nor beside corners."""

_BESIDE = tuple(
    (1 << corner, 1 << x_square, 1 << one | 1 << other)
    for corner, x_square, one, other in (
        (0, 9, 1, 8),
        (7, 14, 6, 15),
        (56, 49, 57, 48),
        (63, 54, 62, 55),
    )
)


def _anchored(edge: int) -> int:
    """The number of discs of an edge, given as 8 bits, that are connected to an owned corner."""
    count = 0
    while count < 8 and edge >> count & 1:
        count += 1
    if count == 8:
        return 8
    end = 7
    while edge >> end & 1:
        end -= 1
    return count + 7 - end


ANCHORED = tuple(map(_anchored, range(256)))


def _stable(discs: Bitboard) -> int:
    """The number of discs on the four edges that are connected to an owned corner;
    corners count twice.
    """
    return (
        ANCHORED[discs & 255]
        + ANCHORED[discs >> 56]
        + ANCHORED[(discs & FIRST_COLUMN) * GATHER >> 56 & 255]
        + ANCHORED[(discs >> 7 & FIRST_COLUMN) * GATHER >> 56 & 255]
    )


def value_of(player: Bitboard, opponent: Bitboard, moves: Bitboard) -> int:
    """The evaluation in points for the player to move, whose legal moves are `moves`."""
    occupied = player | opponent
    value = MOVE_POINTS * (moves.bit_count() - moves_of(opponent, player).bit_count())
    # Potential mobility: empty squares next to opponent discs.
    empty = occupied ^ FULL
    wide = opponent | (opponent << 1 & NOT_FIRST) | (opponent >> 1 & NOT_LAST)
    near = (wide | wide << 8 | wide >> 8) & empty
    wide = player | (player << 1 & NOT_FIRST) | (player >> 1 & NOT_LAST)
    value += POTENTIAL_POINTS * (
        near.bit_count() - ((wide | wide << 8 | wide >> 8) & empty).bit_count()
    )
    if occupied & CORNERS:
        value += CORNER_POINTS * (
            (player & CORNERS).bit_count() - (opponent & CORNERS).bit_count()
        ) + STABLE_POINTS * (_stable(player) - _stable(opponent))
    if occupied & (X_SQUARES | C_SQUARES):
        for corner, x_square, c_squares in _BESIDE:
            if not occupied & corner:
                if x_square & occupied:
                    value += X_SQUARE_POINTS if x_square & opponent else -X_SQUARE_POINTS
                if c_squares & occupied:
                    value += C_SQUARE_POINTS * (
                        (c_squares & opponent).bit_count() - (c_squares & player).bit_count()
                    )
    value += EDGE_POINTS * ((player & EDGES).bit_count() - (opponent & EDGES).bit_count())
    if occupied.bit_count() >= LATE_DISCS:
        value += DISC_POINTS * (player.bit_count() - opponent.bit_count())
    return value
