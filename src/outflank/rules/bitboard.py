"""The rules on two bitboards, written to be read; this is their definition.

A bitboard is an int of 64 bits; bit 0 is a1 and bit 63 is h8. Every function takes the discs of the
player to move and of the opponent; there are no colours here. `outflank.kernels` has a compiled
function of the same name for each, and tests compare the two.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from outflank.rules.squares import FULL, Bitboard, Square

NOT_COLUMN_A: Bitboard = 0xFEFEFEFEFEFEFEFE
NOT_COLUMN_H: Bitboard = 0x7F7F7F7F7F7F7F7F

DIRECTIONS: tuple[tuple[int, Bitboard], ...] = (
    (1, NOT_COLUMN_A),  # east
    (-1, NOT_COLUMN_H),  # west
    (8, FULL),  # south
    (-8, FULL),  # north
    (9, NOT_COLUMN_A),  # south-east
    (-9, NOT_COLUMN_H),  # north-west
    (7, NOT_COLUMN_H),  # south-west
    (-7, NOT_COLUMN_A),  # north-east
)
"""The eight directions as (step, mask): one step adds `step` to the number of a square, and `mask`
removes bits that wrapped around the edge of the board.
"""

Axis: TypeAlias = tuple[tuple[int, Bitboard], ...]

AXES: tuple[Axis, ...] = tuple(DIRECTIONS[index : index + 2] for index in range(0, 8, 2))
"""The directions in pairs of opposites: row, column, and the two diagonals."""


def shift(bitboard: Bitboard, step: int, mask: Bitboard) -> Bitboard:
    """`bitboard` moved by one step of `DIRECTIONS`; bits that leave the board vanish."""
    moved = bitboard << step if step > 0 else bitboard >> -step
    return moved & mask & FULL


def neighbours(bitboard: Bitboard) -> Bitboard:
    """All squares that touch a square of `bitboard`, in any of the eight directions."""
    touched = 0
    for step, mask in DIRECTIONS:
        touched |= shift(bitboard, step, mask)
    return touched


def legal_moves(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The empty squares where the player flips at least one disc."""
    empty = ~(player | opponent) & FULL
    moves = 0
    for step, mask in DIRECTIONS:
        run = shift(player, step, mask) & opponent
        while run:
            run = shift(run, step, mask)
            moves |= run & empty
            run &= opponent
    return moves


def flips(square: Square, player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The opponent's discs that turn when the player plays on the empty `square`."""
    flipped = 0
    for step, mask in DIRECTIONS:
        line = 0
        disc = shift(1 << square, step, mask)
        while disc & opponent:
            line |= disc
            disc = shift(disc, step, mask)
        if disc & player:
            flipped |= line
    return flipped


def frontier(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The player's discs that touch an empty square.
    Fewer of them give the opponent fewer moves.
    """
    return player & neighbours(~(player | opponent) & FULL)


def potential_moves(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The empty squares that touch a disc of the opponent,
    where the player may be able to move later.
    """
    return neighbours(opponent) & ~(player | opponent) & FULL


def stable_discs(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """The player's discs that provably can never be flipped again.

    Not all such discs are found: that would be as hard as solving the game. A disc is safe along an
    axis if its whole line is full, or if its neighbour on one side is the border or a stable disc
    of the same colour. A disc that is safe along all four axes is stable. Edges are decided exactly
    (`stable_on_edge`).
    """
    occupied = player | opponent
    safe_by_full_line = [_full_lines(occupied, axis) for axis in AXES]
    stable = _stable_edge_discs(player, opponent)
    stable |= player & _intersection(safe_by_full_line)
    while True:
        safe = [
            full | _beside_border_or(stable, axis)
            for axis, full in zip(AXES, safe_by_full_line, strict=True)
        ]
        grown = stable | player & _intersection(safe)
        if grown == stable:
            return stable
        stable = grown


def _intersection(bitboards: list[Bitboard]) -> Bitboard:
    common = FULL
    for bitboard in bitboards:
        common &= bitboard
    return common


def _full_lines(occupied: Bitboard, axis: Axis) -> Bitboard:
    """The squares whose whole line along `axis` is occupied,
    found by spreading the empty squares.
    """
    open_squares = ~occupied & FULL
    while True:
        spread = open_squares
        for step, mask in axis:
            spread |= shift(open_squares, step, mask)
        if spread == open_squares:
            return ~open_squares & FULL
        open_squares = spread


def _beside_border_or(stable: Bitboard, axis: Axis) -> Bitboard:
    """The squares whose neighbour along `axis`, on either side,
    is the border or a disc of `stable`.
    """
    beside = 0
    for step, mask in axis:
        beside |= shift(stable, step, mask)
        beside |= ~shift(FULL, step, mask) & FULL
    return beside


# The four edges as tuples of squares; only moves on an edge can flip its discs.
_EDGES = (
    tuple(range(8)),
    tuple(range(56, 64)),
    tuple(range(0, 64, 8)),
    tuple(range(7, 64, 8)),
)


def _stable_edge_discs(player: Bitboard, opponent: Bitboard) -> Bitboard:
    stable = 0
    for edge in _EDGES:
        own = sum((player >> square & 1) << index for index, square in enumerate(edge))
        other = sum((opponent >> square & 1) << index for index, square in enumerate(edge))
        kept = stable_on_edge(own, other)
        stable |= sum((kept >> index & 1) << square for index, square in enumerate(edge))
    return stable


@cache
def stable_on_edge(own: int, other: int) -> int:
    """The `own` discs of an edge that no sequence of moves on that edge can flip.

    `own` and `other` are the discs of both sides on the edge, as bits 0 to 7; so is the result.
    Moves of both sides are tried on every empty square, even if they flip nothing on this edge,
    because a move may flip discs elsewhere.
    """
    stable = own
    for index in range(8):
        placed = 1 << index
        if placed & (own | other):
            continue
        turned = _edge_flips(index, own, other)
        stable &= stable_on_edge(own | placed | turned, other & ~turned)
        turned = _edge_flips(index, other, own)
        stable &= stable_on_edge(own & ~turned, other | placed | turned)
        if not stable:
            break
    return stable


def _edge_flips(index: int, own: int, other: int) -> int:
    """The `other` discs of an edge that turn when `own` plays on its square `index`, 0 to 7."""
    flipped = 0
    for line in (range(index + 1, 8), range(index - 1, -1, -1)):
        run = 0
        for bit in (1 << neighbour for neighbour in line):
            if not bit & other:
                if bit & own:
                    flipped |= run
                break
            run |= bit
    return flipped
