"""A position: the discs of the player to move and of the opponent, without colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outflank.errors import IllegalMove, InvalidPosition
from outflank.rules import bitboard
from outflank.rules.squares import (
    D4,
    D5,
    E4,
    E5,
    FULL,
    PASS,
    Bitboard,
    Square,
    mask_of,
    parse_move,
    square_name,
    squares_of,
)
from outflank.rules.symmetry import SYMMETRIES, Symmetry, transform


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Position:
    """The discs of the player to move and of the opponent, as two bitboards.

    Immutable and hashable; `play` returns a new position, seen by the other side. There is no
    colour here: two positions that differ only in colour are the same problem.

    >>> from outflank import F5, Position
    >>> Position.start().play(F5).legal_moves(), Position.start().play("f5").disc_difference()
    ((f4, d6, f6), -3)
    """

    player: Bitboard
    opponent: Bitboard

    def __post_init__(self) -> None:
        if not (0 <= self.player <= FULL and 0 <= self.opponent <= FULL):
            raise InvalidPosition(
                f"bitboards {self.player:#x} and {self.opponent:#x} must be ints of 64 bits"
            )
        if both := self.player & self.opponent:
            names = " ".join(square_name(square) for square in squares_of(both))
            raise InvalidPosition(f"both sides have a disc on {names}; a square holds one disc")

    @classmethod
    def start(cls) -> Position:
        """The start position of every game, from the point of view of Black, who moves first."""
        return cls(mask_of([E4, D5]), mask_of([D4, E5]))

    # What is on the board

    @property
    def occupied(self) -> Bitboard:
        """The squares with a disc, as a bitboard."""
        return self.player | self.opponent

    @property
    def empty(self) -> Bitboard:
        """The squares without a disc, as a bitboard."""
        return ~(self.player | self.opponent) & FULL

    @property
    def empty_count(self) -> int:
        """The number of empty squares: 60 at the start."""
        return self.empty.bit_count()

    # What can be played

    @property
    def legal_mask(self) -> Bitboard:
        """The legal squares, as a bitboard; 0 if the player must pass or the game is over."""
        return bitboard.legal_moves(self.player, self.opponent)

    def legal_moves(self) -> tuple[Square, ...]:
        """The legal moves: squares from a1 to h8, or only `PASS`; empty if the game is over."""
        if mask := self.legal_mask:
            return tuple(squares_of(mask))
        return () if self.is_over() else (PASS,)

    def must_pass(self) -> bool:
        """Whether the player has no legal square but the opponent has one."""
        if self.legal_mask:
            return False
        return bitboard.legal_moves(self.opponent, self.player) != 0

    def is_over(self) -> bool:
        """Whether neither side can move."""
        return not self.legal_mask and not bitboard.legal_moves(self.opponent, self.player)

    def flips(self, square: Square) -> Bitboard:
        """The discs that a move on `square` would turn, as a bitboard; 0 if the move is illegal."""
        if not 0 <= square < 64 or self.occupied >> square & 1:
            return 0
        return bitboard.flips(square, self.player, self.opponent)

    def play(self, move: Square | str) -> Position:
        """The position after `move` (a square, its name, or a pass), with the other side to move.

        Raises `IllegalMove` if the move is illegal.
        """
        if isinstance(move, str):
            move = parse_move(move)
        if move == PASS:
            return self.passed()
        flipped = self.flips(move)
        if not flipped:
            raise IllegalMove(self._why_illegal(move))
        return Position(self.opponent & ~flipped, self.player | flipped | 1 << move)

    def passed(self) -> Position:
        """The position after a pass; raises `IllegalMove` unless the player must pass."""
        if not self.must_pass():
            raise IllegalMove(self._why_illegal(PASS))
        return self.swapped()

    def swapped(self) -> Position:
        """The same discs with the other side to move, even if a pass would be illegal."""
        return Position(self.opponent, self.player)

    def _why_illegal(self, move: Square) -> str:
        name = "a pass" if move == PASS else square_name(move) if 0 <= move < 64 else f"{move:d}"
        if self.is_over():
            return f"{name} is not legal here; the game is over"
        legal = (square_name(square) for square in squares_of(self.legal_mask))
        return f"{name} is not legal here; legal moves: {' '.join(legal) or 'pass'}"

    # Scores

    def disc_difference(self) -> int:
        """The player's discs minus the opponent's; empty squares count nothing."""
        return self.player.bit_count() - self.opponent.bit_count()

    def score(self) -> int:
        """The result in discs for the player if the game ended now;
        empty squares count for the winner.
        """
        difference = self.disc_difference()
        if difference > 0:
            return difference + self.empty_count
        if difference < 0:
            return difference - self.empty_count
        return 0

    # The eight symmetries

    def transformed(self, symmetry: Symmetry) -> Position:
        """This position after one of the eight symmetries of the board (see `rules.symmetry`)."""
        return Position(transform(self.player, symmetry), transform(self.opponent, symmetry))

    def images(self) -> Iterator[Position]:
        """The eight symmetric images of this position; the first is the position itself."""
        return (self.transformed(symmetry) for symmetry in SYMMETRIES)

    def canonical(self) -> Position:
        """The smallest of the eight symmetric images; it is the same for all of them."""
        return min(self.images())

    # Display

    def __repr__(self) -> str:
        return f"Position(player={self.player:#018x}, opponent={self.opponent:#018x})"

    def __str__(self) -> str:
        """The board as eight rows: ``X`` the player to move,
        ``O`` the opponent, ``*`` a legal move.
        """
        legal = self.legal_mask
        rows = ["  a b c d e f g h"]
        for row in range(8):
            marks = (self._mark(row * 8 + column, legal) for column in range(8))
            rows.append(f"{row + 1} {' '.join(marks)}")
        return "\n".join(rows)

    def _mark(self, square: Square, legal: Bitboard) -> str:
        if self.player >> square & 1:
            return "X"
        if self.opponent >> square & 1:
            return "O"
        return "*" if legal >> square & 1 else "."

    def _repr_svg_(self) -> str:
        """The picture for Jupyter; the player to move is drawn as Black."""
        from outflank.rules.svg import board_svg

        return board_svg(self)
