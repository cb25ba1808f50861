"""Simple strategies that rank the legal moves of a position without looking further ahead.

Report 003 (docs/reports.md) lists them. They are weak and fast, and good opponents for a first
program. Each `Preference` function returns a number: the move with the greatest is played.
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
    """The same number for all moves, so that a random one is played."""
    return 0


def make_random(*, seed: int | None) -> PreferencePlayer:
    """A player that plays random legal moves."""
    return PreferencePlayer(indifference, seed=seed)


# Discs


def most_discs(position: Position, move: Square) -> int:
    """The number of discs that the move flips."""
    return position.flips(move).bit_count()


def corners_then_discs(position: Position, move: Square) -> int:
    """Ranks corners above all other moves, then by the number of discs that the move flips."""
    corner = CORNERS >> move & 1
    # A move flips at most 18 discs.
    return 64 * corner + most_discs(position, move)


def most_stable_discs(position: Position, move: Square) -> int:
    """The number of own stable discs after the move."""
    after = position.play(move)
    return stable_discs(after.opponent, after.player).bit_count()


def few_discs_then_many(position: Position, move: Square, *, until: int) -> int:
    """Prefers few flipped discs while the board has fewer than `until` discs, and many after that.

    Having few discs early in the game leaves the opponent few moves.
    """
    turned = most_discs(position, move)
    return -turned if position.occupied.bit_count() < until else turned


def make_greedy(*, seed: int | None) -> PreferencePlayer:
    """A player that flips as many discs as possible."""
    return PreferencePlayer(most_discs, seed=seed)


def make_corner_greedy(*, seed: int | None) -> PreferencePlayer:
    """Level 1 of the program of report 004:
    takes a corner, else flips as many discs as possible.
    """
    return PreferencePlayer(corners_then_discs, seed=seed)


def make_stable_disc(*, seed: int | None) -> PreferencePlayer:
    """A player that makes as many of its discs stable as possible."""
    return PreferencePlayer(most_stable_discs, seed=seed)


def make_evaporation(*, until: int, seed: int | None) -> PreferencePlayer:
    """A player that flips few discs while the board has fewer than `until` discs,
    and many later.
    """
    return PreferencePlayer(partial(few_discs_then_many, until=until), seed=seed)


# Mobility


def fewest_replies(position: Position, move: Square) -> int:
    """Minus the number of legal moves that the move leaves to the opponent."""
    return -position.play(move).legal_mask.bit_count()


def make_mobility(*, seed: int | None) -> PreferencePlayer:
    """A player that leaves the opponent as few legal moves as possible."""
    return PreferencePlayer(fewest_replies, seed=seed)


# Squares

_CLASS_OF: dict[Square, int] = {
    square: rank for rank, squares in enumerate(ROXANNE_CLASSES) for square in squares
}


def roxanne_order(position: Position, move: Square) -> int:
    """Minus the rank of the square's class in the Roxanne table (`classics.roxanne`)."""
    return -_CLASS_OF.get(move, len(ROXANNE_CLASSES))


def make_roxanne(*, seed: int | None) -> PreferencePlayer:
    """A player that plays a random legal square of the best class in the Roxanne table."""
    return PreferencePlayer(roxanne_order, seed=seed)


# Parity

_ROWS: tuple[Bitboard, ...] = tuple(0xFF << 8 * row for row in range(8))
_COLUMNS: tuple[Bitboard, ...] = tuple(
    mask_of(square for square in SQUARES if column_of(square) == column) for column in range(8)
)


def odd_lines(position: Position, move: Square) -> int:
    """How many of the two lines of the square, its row and its column, have an odd number of empty
    squares: 0, 1 or 2.

    The side that plays in odd lines tends to make the last move in them.
    """
    lines = (_ROWS[row_of(move)], _COLUMNS[column_of(move)])
    return sum((position.empty & line).bit_count() % 2 for line in lines)


def make_parity(*, seed: int | None) -> PreferencePlayer:
    """A player that prefers rows and columns with an odd number of empty squares."""
    return PreferencePlayer(odd_lines, seed=seed)
