"""The result of the endgame solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outflank.rules.position import Position
from outflank.rules.squares import NAMED_MOVES, Square, named_moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The proved result of a position, in discs for the side to move.

    The score lies between `lower` and `upper`. `wld` says that only a win, a loss or a draw had to
    be proved; then only the sign of scores is meaningful. `complete` says that this, or else the
    exact score, is known. `moves` is empty, or has the score of every legal move (if the solve was
    stopped, of the moves solved until then).
    """

    position: Position
    lower: int
    upper: int
    move: Square
    principal_variation: tuple[Square, ...]
    nodes: int
    seconds: float
    complete: bool
    wld: bool = False
    moves: tuple[tuple[Square, int], ...] = ()

    def __post_init__(self) -> None:
        """Convert the plain integers of the kernels to squares that print as names."""
        object.__setattr__(self, "move", NAMED_MOVES[self.move])
        object.__setattr__(self, "principal_variation", named_moves(self.principal_variation))

    def __str__(self) -> str:
        """One line such as ``g8 +18: g8 h7 a8``: the move, the score (both bounds if it is not
        exact) and the line of best play.
        """
        bounds = f"{self.lower:+d} to {self.upper:+d}"
        score = f"{self.score:+d}" if self.is_exact else bounds
        return f"{self.move} {score}: {' '.join(map(str, self.principal_variation))}"

    @property
    def score(self) -> int:
        """The exact score; if only bounds are known, the bound that is nearer to zero."""
        return self.lower if abs(self.lower) <= abs(self.upper) else self.upper

    @property
    def is_exact(self) -> bool:
        """Whether the score is known exactly."""
        return self.lower == self.upper

    @property
    def outcome(self) -> str | None:
        """``"win"``, ``"draw"`` or ``"loss"`` for the side to move;
        None if this is not yet certain.
        """
        is_certain = self.lower > 0 or self.upper < 0 or self.is_exact
        return outcome(self.score) if is_certain else None

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second of wall-clock time."""
        return self.nodes / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The solution as a dictionary for JSON; scores of which only bounds are known are None."""
        return {
            "best": str(self.move) if self.principal_variation else None,
            "score": self.score if self.is_exact else None,
            "lower": self.lower,
            "upper": self.upper,
            "result": self.outcome,
            "pv": [str(move) for move in self.principal_variation],
            "moves": [
                {
                    "move": str(move),
                    "score": None if self.wld else score,
                    "result": outcome(score),
                }
                for move, score in self.moves
            ],
            "exact": self.is_exact,
            "complete": self.complete,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


def outcome(score: int) -> str:
    """``"win"``, ``"draw"`` or ``"loss"``, given the score for the side to move."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"
