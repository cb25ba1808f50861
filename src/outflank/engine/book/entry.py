"""What a book knows about a position: its score, and the scores of its moves."""

from __future__ import annotations

from typing import Any, NamedTuple

from outflank.rules.squares import Square, square_name

UNIT = 100
"""Books store values as integers, in hundredths of a disc."""


class BookMove(NamedTuple):
    """One move of a position in the book.

    `score` is in discs for the side that moves. It comes from a search whose leaves are `depth`
    plies from the position, at `confidence` per cent. `is_linked` says that the position after the
    move is in the book as well. `same_moves` are all moves that are equal to this one by symmetry
    of the position; `move` is the first of them.
    """

    move: Square
    same_moves: tuple[Square, ...]
    score: float
    depth: int
    confidence: int
    is_linked: bool

    def as_dict(self) -> dict[str, Any]:
        """The move as a dictionary for JSON."""
        return {
            "move": square_name(self.move),
            "same_moves": [square_name(square) for square in self.same_moves],
            "score": self.score,
            "depth": self.depth,
            "confidence": self.confidence,
            "linked": self.is_linked,
        }


class BookEntry(NamedTuple):
    """What a book knows about a position: its score in discs for the side to move, and its moves.

    Moves are sorted, best first; score, depth and confidence are those of the best move.
    """

    score: float
    depth: int
    confidence: int
    moves: tuple[BookMove, ...]

    def within(self, discs: float) -> tuple[BookMove, ...]:
        """The moves whose score is at most `discs` less than that of the best move."""
        # Scores are hundredths, which floats do not hold exactly.
        least = self.score - discs - 1e-6
        return tuple(move for move in self.moves if move.score >= least)

    def as_dict(self) -> dict[str, Any]:
        """The entry as a dictionary for JSON."""
        return {
            "score": self.score,
            "depth": self.depth,
            "confidence": self.confidence,
            "moves": [move.as_dict() for move in self.moves],
        }
