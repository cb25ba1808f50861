"""Simple one-ply strategies, each a preference between legal moves.

Report 003 lists them; they are weak, fast and good opponents for first programs.
"""

from __future__ import annotations

from functools import partial

from outflank.classics.roxanne import ROXANNE_CLASSES
from outflank.players.choosing import PreferencePlayer
from outflank.rules.bitboard import stable_discs
from outflank.rules.position import Position
from outflank.rules.squares import (
    CORNERS,
    SQUARES,
    Bitboard,
    Square,
    column_of,
    mask_of,
    row_of,
)

# Random


def indifference(position: Position, move: Square) -> int:
    """No preference at all."""
    return 0


def make_random(*, seed: int | None) -> PreferencePlayer:
    """A player that plays random legal moves."""
    return PreferencePlayer(indifference, seed=seed)


# Discs


def most_discs(position: Position, move: Square) -> int:
    """Number of discs flipped."""
    return position.flips(move).bit_count()


def corners_then_discs(position: Position, move: Square) -> int:
    """Corners first, then the number of discs flipped."""
    corner = CORNERS >> move & 1
    # A move flips at most 18 discs.
    return 64 * corner + most_discs(position, move)


def most_stable_discs(position: Position, move: Square) -> int:
    """Number of own stable discs after the move."""
    after = position.play(move)
    return stable_discs(after.opponent, after.player).bit_count()


def few_discs_then_many(position: Position, move: Square, *, until: int) -> int:
    """Fewest flips while fewer than `until` discs are on the board, then most flips.

    Few discs early in the game leave the opponent few moves.
    """
    turned = most_discs(position, move)
    return -turned if position.occupied.bit_count() < until else turned


def make_greedy(*, seed: int | None) -> PreferencePlayer:
    """A player that flips the most discs."""
    return PreferencePlayer(most_discs, seed=seed)


def make_corner_greedy(*, seed: int | None) -> PreferencePlayer:
    """Level 1 of report 004: corners, else the most discs."""
    return PreferencePlayer(corners_then_discs, seed=seed)


def make_stable_disc(*, seed: int | None) -> PreferencePlayer:
    """A player that maximises its stable discs."""
    return PreferencePlayer(most_stable_discs, seed=seed)


def make_evaporation(*, until: int, seed: int | None) -> PreferencePlayer:
    """A player that flips few discs early and many late."""
    return PreferencePlayer(partial(few_discs_then_many, until=until), seed=seed)


# Mobility


def fewest_replies(position: Position, move: Square) -> int:
    """Minus the number of the opponent's replies."""
    return -position.play(move).legal_mask.bit_count()


def make_mobility(*, seed: int | None) -> PreferencePlayer:
    """A player that minimises the opponent's mobility."""
    return PreferencePlayer(fewest_replies, seed=seed)


# Squares

_CLASS_OF: dict[Square, int] = {
    square: rank for rank, squares in enumerate(ROXANNE_CLASSES) for square in squares
}


def roxanne_order(position: Position, move: Square) -> int:
    """Minus the Roxanne class of the square."""
    return -_CLASS_OF.get(move, len(ROXANNE_CLASSES))


def make_roxanne(*, seed: int | None) -> PreferencePlayer:
    """A player that follows the Roxanne table, at random within a class."""
    return PreferencePlayer(roxanne_order, seed=seed)


# Parity

_ROWS: tuple[Bitboard, ...] = tuple(0xFF << 8 * row for row in range(8))
_COLUMNS: tuple[Bitboard, ...] = tuple(
    mask_of(square for square in SQUARES if column_of(square) == column) for column in range(8)
)


def odd_lines(position: Position, move: Square) -> int:
    """Number of lines (row and column of the square) with an odd number of empties: 0, 1 or 2.

    The side that fills odd lines tends to get the last move in them.
    """
    lines = (_ROWS[row_of(move)], _COLUMNS[column_of(move)])
    return sum((position.empty & line).bit_count() % 2 for line in lines)


def make_parity(*, seed: int | None) -> PreferencePlayer:
    """A player that fills lines with an odd number of empties."""
    return PreferencePlayer(odd_lines, seed=seed)
