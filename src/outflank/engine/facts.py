"""Facts about moves and lines of play that follow from the rules, used in explanations of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.rules.bitboard import frontier, neighbours, stable_discs
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Bitboard, Square, square_name, squares_of

CORNERS: Bitboard = 0x8100000000000081
X_SQUARES = {9: 0, 14: 7, 49: 56, 54: 63}
"""The squares diagonally beside corners (b2, g2, b7, g7); each maps to its corner."""

EDGES = (
    ("a1–h1", 0x00000000000000FF),
    ("a8–h8", 0xFF00000000000000),
    ("a1–a8", 0x0101010101010101),
    ("h1–h8", 0x8080808080808080),
)

MOST_REASONS = 2
"""The greatest number of reasons in one explanation: people read one or two sentences, not more."""

HORIZON = 10
"""Corners, passes and stable discs are counted in this many plies of a line."""

PARITY_EMPTIES = 20
"""Parity (which side moves last in a region) is explained with at most this many empty squares."""

MOBILITY_EMPTIES = 16
"""With fewer empty squares than this, the number of legal moves is no reason."""

Value = str | int


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact for or against a move.

    `kind` says which fact it is; `values` are pairs (name, value) to be put into a sentence about
    it.
    """

    kind: str
    values: tuple[tuple[str, Value], ...]

    def as_dict(self) -> dict[str, Any]:
        """The reason as a dictionary for JSON."""
        return {"kind": self.kind, **dict(self.values)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Reason:
        """Inverse of `as_dict`."""
        values = {name: value for name, value in data.items() if name != "kind"}
        return cls(str(data["kind"]), tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Ply:
    """One move or pass of a line, and the board after it.

    `is_own` says whether the side that began the line made it; `own` and `other` are the discs of
    that side and of its opponent. `number` counts the moves of the side that moved, from 1, without
    passes.
    """

    is_own: bool
    move: Square
    number: int
    own: Bitboard
    other: Bitboard

    @property
    def own_moves(self) -> Bitboard:
        """The legal moves, as a bitboard, of the side that began the line, if it were its turn."""
        return Position(self.own, self.other).legal_mask

    @property
    def other_moves(self) -> Bitboard:
        """The legal moves, as a bitboard, of the other side, if it were its turn."""
        return Position(self.other, self.own).legal_mask


class PlayedLine:
    """A line of play from a position, with questions about it.

    The *own* side, in parameters and results, is the side that moves first. `is_whole` says whether
    the line reaches the end of the game.
    """

    def __init__(self, position: Position, moves: Sequence[Square]) -> None:
        self.start = position
        self.moves = tuple(moves)
        self.plies = tuple(_plies(position, moves))
        last = self.plies[-1]
        self.is_whole = Position(last.own, last.other).is_over()

    def text(self, length: int) -> str:
        """The names of the first `length` moves, separated by spaces, without passes."""
        return " ".join(square_name(move) for move in self.moves[:length] if move != PASS)

    def at(self, length: int) -> Ply:
        """The ply number `length`, counted from 1, or the last ply if the line is shorter."""
        return self.plies[min(length, len(self.plies)) - 1]

    def corners(self, length: int, *, by_own: bool) -> list[tuple[int, Ply]]:
        """The plies, among the first `length`, in which a side takes a corner.

        With `by_own` it is the side that began the line, else its opponent. Returns pairs (number
        of the ply from 1, ply).
        """
        return [
            (place, ply)
            for place, ply in enumerate(self.plies[:length], 1)
            if ply.is_own is by_own and ply.move != PASS and CORNERS >> ply.move & 1
        ]

    def corner_balance(self, length: int) -> int:
        """The corners of the side that began the line minus its opponent's,
        after `length` plies.
        """
        ply = self.at(length)
        return (ply.own & CORNERS).bit_count() - (ply.other & CORNERS).bit_count()

    def first_pass(self, length: int, *, by_own: bool) -> int | None:
        """The number, from 1, of the first ply in which a side passes; None if not within `length`
        plies.

        With `by_own` it is the side that began the line, else its opponent.
        """
        for place, ply in enumerate(self.plies[:length], 1):
            if ply.move == PASS and ply.is_own is by_own:
                return place
        return None

    def fills_last(self, region: Bitboard) -> bool | None:
        """Whether the side that began the line makes the last move in `region`.

        None if the line does not fill the region.
        """
        if region & ~(self.plies[-1].own | self.plies[-1].other):
            return None
        inside = [ply for ply in self.plies if ply.move != PASS and region >> ply.move & 1]
        return inside[-1].is_own if inside else None

    def mean_moves(self, length: int) -> tuple[float, float]:
        """The mean number of legal moves after each of the first `length` plies.

        Returns the mean of the side that began the line, and that of its opponent.
        """
        plies = self.plies[:length]
        own = sum(ply.own_moves.bit_count() for ply in plies)
        other = sum(ply.other_moves.bit_count() for ply in plies)
        return own / len(plies), other / len(plies)

    def mean_frontier(self, length: int) -> tuple[float, float]:
        """The mean number of discs that touch an empty square, over the first `length` plies.

        Returns the mean of the side that began the line, and that of its opponent.
        """
        plies = self.plies[:length]
        own = sum(frontier(ply.own, ply.other).bit_count() for ply in plies)
        other = sum(frontier(ply.other, ply.own).bit_count() for ply in plies)
        return own / len(plies), other / len(plies)

    def stable(self, length: int) -> tuple[int, int]:
        """The number of discs that are proved stable after `length` plies.

        Returns the number of the side that began the line, and that of its opponent.
        """
        ply = self.at(length)
        return (
            stable_discs(ply.own, ply.other).bit_count(),
            stable_discs(ply.other, ply.own).bit_count(),
        )


def _plies(position: Position, moves: Sequence[Square]) -> Iterator[Ply]:
    is_own = True
    numbers = {True: 0, False: 0}
    for move in moves:
        position = position.play(move)
        numbers[is_own] += move != PASS
        own, other = position.player, position.opponent
        if is_own:
            own, other = other, own
        yield Ply(is_own, move, numbers[is_own], own, other)
        is_own = not is_own


def forces_corner(position: Position, moves: int) -> bool:
    """Whether the side to move can force a corner within its next `moves` moves, whatever the
    reply.

    All replies are tried; a pass counts as a move.
    """
    if position.is_over():
        return False
    if position.legal_mask & CORNERS:
        return True
    if moves == 1:
        return False
    return any(
        cannot_prevent_corner(position.play(move), moves - 1) for move in position.legal_moves()
    )


def cannot_prevent_corner(position: Position, moves: int) -> bool:
    """Whether the opponent can force a corner within `moves` moves,
    after every legal move of the side to move.
    """
    if position.is_over():
        return False
    return all(forces_corner(position.play(move), moves) for move in position.legal_moves())


def safe_moves(position: Position) -> int:
    """The number of legal moves after which the opponent cannot take a corner at once."""
    return sum(
        not position.play(square).legal_mask & CORNERS for square in squares_of(position.legal_mask)
    )


def region_of(square: Square, empty: Bitboard) -> Bitboard:
    """The connected region of empty squares that contains `square`; diagonal neighbours count."""
    region = 1 << square
    while (grown := region | neighbours(region) & empty) != region:
        region = grown
    return region


def name_of_region(region: Bitboard) -> str:
    """The name of a square by which people would call a region:
    its corner if it has one, else its first square.
    """
    return square_name(next(iter(squares_of(region & CORNERS or region))))
