"""The entry of a position in a book."""

from __future__ import annotations

from typing import Any, NamedTuple

from outflank.rules.squares import Square, square_name

UNIT = 100
"""Values are kept in hundredths of a disc."""


class BookMove(NamedTuple):
    """One move of a position in the book.

    `same_moves` are the move's images in a symmetric position; `move` is the first. `score` is in
    discs for the side that moves. `depth` counts the plies from the position to the leaves of the
    search that the score comes from, at `confidence` per cent. `is_linked` says that the position
    after the move is in the book.
    """

    move: Square
    same_moves: tuple[Square, ...]
    score: float
    depth: int
    confidence: int
    is_linked: bool

    def as_dict(self) -> dict[str, Any]:
        """The move in types that JSON knows."""
        return {
            "move": square_name(self.move),
            "same_moves": [square_name(square) for square in self.same_moves],
            "score": self.score,
            "depth": self.depth,
            "confidence": self.confidence,
            "linked": self.is_linked,
        }


class BookEntry(NamedTuple):
    """A position of a book: its score in discs for the side to move, and its moves, best first.

    Score, depth and confidence are those of the best move.
    """

    score: float
    depth: int
    confidence: int
    moves: tuple[BookMove, ...]

    def within(self, discs: float) -> tuple[BookMove, ...]:
        """The moves that are at most `discs` worse than the best."""
        # Scores are hundredths, which floats do not hold exactly.
        least = self.score - discs - 1e-6
        return tuple(move for move in self.moves if move.score >= least)

    def as_dict(self) -> dict[str, Any]:
        """The entry in types that JSON knows."""
        return {
            "score": self.score,
            "depth": self.depth,
            "confidence": self.confidence,
            "moves": [move.as_dict() for move in self.moves],
        }
