"""The eight symmetries of the board.

A symmetry is a number from 0 to 7 whose bits say what to do, in this order: bit 0 mirrors left and
right, bit 1 mirrors top and bottom, bit 2 transposes (reflects in the diagonal a1-h8). So 0 is the
identity, 3 turns the board by 180° and 4 exchanges the first moves f5 and e6. Every game can be
written in eight symmetric ways, and everything that Outflank computes about a position must be the
same for all of them.
"""

from __future__ import annotations

from typing import TypeAlias

from outflank.rules.squares import FULL, PASS, Bitboard, Square

Symmetry: TypeAlias = int

IDENTITY: Symmetry = 0
SYMMETRIES: range = range(8)


def mirror_columns(bitboard: Bitboard) -> Bitboard:
    """The bitboard with left and right exchanged (a ↔ h): the bits of every byte are reversed."""
    bitboard = (bitboard >> 1 & 0x5555555555555555) | (bitboard & 0x5555555555555555) << 1
    bitboard = (bitboard >> 2 & 0x3333333333333333) | (bitboard & 0x3333333333333333) << 2
    return (bitboard >> 4 & 0x0F0F0F0F0F0F0F0F) | (bitboard & 0x0F0F0F0F0F0F0F0F) << 4


def mirror_rows(bitboard: Bitboard) -> Bitboard:
    """The bitboard with top and bottom exchanged (1 ↔ 8): the order of the bytes is reversed."""
    return int.from_bytes(bitboard.to_bytes(8, "little"), "big")


def transpose(bitboard: Bitboard) -> Bitboard:
    """The bitboard with columns and rows exchanged: a reflection in the diagonal a1-h8."""
    # Swap within 2×2 blocks, then 2×2 blocks within 4×4, then 4×4 within the board.
    swap = (bitboard ^ bitboard >> 7) & 0x00AA00AA00AA00AA
    bitboard ^= swap ^ swap << 7
    swap = (bitboard ^ bitboard >> 14) & 0x0000CCCC0000CCCC
    bitboard ^= swap ^ swap << 14
    swap = (bitboard ^ bitboard >> 28) & 0x00000000F0F0F0F0
    return (bitboard ^ swap ^ swap << 28) & FULL


def transform(bitboard: Bitboard, symmetry: Symmetry) -> Bitboard:
    """The bitboard after applying `symmetry`."""
    if symmetry & 1:
        bitboard = mirror_columns(bitboard)
    if symmetry & 2:
        bitboard = mirror_rows(bitboard)
    if symmetry & 4:
        bitboard = transpose(bitboard)
    return bitboard


def transform_square(square: Square, symmetry: Symmetry) -> Square:
    """The square to which `symmetry` maps `square`; a pass stays a pass."""
    if square == PASS:
        return PASS
    if symmetry & 1:
        square ^= 0b000111
    if symmetry & 2:
        square ^= 0b111000
    if symmetry & 4:
        square = (square & 7) << 3 | square >> 3
    return square


def inverse(symmetry: Symmetry) -> Symmetry:
    """The symmetry that undoes `symmetry`."""
    # Only the two quarter turns are not their own inverse: transposing last exchanges the
    # meaning of the two mirrors.
    return {5: 6, 6: 5}.get(symmetry, symmetry)
