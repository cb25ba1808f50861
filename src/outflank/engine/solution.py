"""The result of the endgame solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outflank.rules.position import Position
from outflank.rules.squares import NAMED_MOVES, Square, named_moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The proved result of a position, in discs for the side to move.

    The score lies between `lower` and `upper`. `complete` says that the exact score is known, or
    with `wld` whether it is a win, a loss or a draw. `moves` is empty, or has the exact score of
    every legal move (if stopped, of the moves solved by then). With `wld` only the sign of a score
    counts.
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
        """Let moves print as names: kernels give plain ints."""
        object.__setattr__(self, "move", NAMED_MOVES[self.move])
        object.__setattr__(self, "principal_variation", named_moves(self.principal_variation))

    def __str__(self) -> str:
        """One line for people: ``g8 +18: g8 h7 a8``, with both bounds where they differ."""
        bounds = f"{self.lower:+d} to {self.upper:+d}"
        score = f"{self.score:+d}" if self.is_exact else bounds
        return f"{self.move} {score}: {' '.join(map(str, self.principal_variation))}"

    @property
    def score(self) -> int:
        """The exact score, or the bound nearer to zero where it is not known exactly."""
        return self.lower if abs(self.lower) <= abs(self.upper) else self.upper

    @property
    def is_exact(self) -> bool:
        """Whether the score is known exactly."""
        return self.lower == self.upper

    @property
    def outcome(self) -> str | None:
        """``"win"``, ``"draw"`` or ``"loss"`` as soon as that is certain, else None."""
        is_certain = self.lower > 0 or self.upper < 0 or self.is_exact
        return outcome(self.score) if is_certain else None

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second of wall-clock time."""
        return self.nodes / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The solution in types that JSON knows; scores that are only bounded are None."""
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
    """Who wins, for the side to move: ``"win"``, ``"draw"`` or ``"loss"``."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"
