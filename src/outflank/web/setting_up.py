"""Checks of a position that a visitor set up by hand."""

from __future__ import annotations

from outflank.rules.bitboard import legal_moves
from outflank.rules.squares import D4, D5, E4, E5, Bitboard, mask_of, squares_of

CENTRE = mask_of([D4, E4, D5, E5])


def setup_problems(black: Bitboard, white: Bitboard) -> list[str]:
    """Why this position cannot be played, as keys of the language files; empty if it can be."""
    if not black or not white:
        return ["setup_one_side"]
    if not legal_moves(black, white) and not legal_moves(white, black):
        return ["setup_no_moves"]
    return []


def setup_doubts(black: Bitboard, white: Bitboard) -> list[str]:
    """Why no game from the normal start can reach this position, as keys of the language files.

    An empty list means that no such reason was found.
    """
    occupied = black | white
    doubts = []
    if occupied & CENTRE != CENTRE:
        doubts.append("setup_centre")
    if not _is_connected(occupied):
        doubts.append("setup_apart")
    return doubts


def _is_connected(discs: Bitboard) -> bool:
    """Whether the discs form one connected group; diagonal neighbours count."""
    if not discs:
        return True
    reached = discs & -discs
    while True:
        around = mask_of(
            row * 8 + column
            for square in squares_of(reached)
            for row in range(max(square // 8 - 1, 0), min(square // 8 + 2, 8))
            for column in range(max(square % 8 - 1, 0), min(square % 8 + 2, 8))
        )
        grown = around & discs
        if grown == reached:
            return reached == discs
        reached = grown
