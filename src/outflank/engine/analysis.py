"""The result of an engine search: an analysis with its lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outflank.engine.facts import Reason
from outflank.rules.position import Position
from outflank.rules.squares import NAMED_MOVES, PASS, Square, named_moves
from outflank.search.limit import CONFIDENCES
from outflank.search.result import ScoreUnit, SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One of the moves of a position: its score in discs, and the play expected after it.

    `merits` says what the move achieves; `engine.merits.with_merits` fills it in.
    """

    move: Square
    score: float
    principal_variation: tuple[Square, ...]
    merits: tuple[Reason, ...] = ()

    def __post_init__(self) -> None:
        """Let moves print as names: kernels give plain ints."""
        object.__setattr__(self, "move", NAMED_MOVES[self.move])
        object.__setattr__(self, "principal_variation", named_moves(self.principal_variation))

    def as_dict(self) -> dict[str, Any]:
        """The line in types that JSON knows."""
        return {
            "move": str(self.move),
            "score": self.score,
            "pv": [str(move) for move in self.principal_variation],
            "merits": [merit.as_dict() for merit in self.merits],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(SearchResult):
    """The result of the engine; `score` is in discs for the side to move.

    `depth` is the number of plies searched, all empties for a search to the end of the game.
    `confidence` is in per cent; it is always 100 for a user's own evaluation, which is never
    searched selectively. `lines` has the best moves, best first: one, or as many as were asked for.
    The engine counts neither leaves nor table hits.
    """

    unit: ScoreUnit = ScoreUnit.DISCS
    leaves: int = 0
    table_hits: int = 0
    confidence: int
    lines: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        """Make the one line of a search for the best move alone."""
        SearchResult.__post_init__(self)
        known = self.lines[0].principal_variation if self.lines else ()
        if self.principal_variation and len(self.lines) <= 1 and known != self.principal_variation:
            line = Line(
                move=self.move, score=self.score, principal_variation=self.principal_variation
            )
            object.__setattr__(self, "lines", (line,))

    def as_dict(self) -> dict[str, Any]:
        """The answer in types that JSON knows; moves by name, ``best`` is None without a move."""
        found = SearchResult.as_dict(self)
        del found["leaves"], found["table_hits"]
        lines = [line.as_dict() for line in self.lines]
        return found | {"confidence": self.confidence, "lines": lines}


def analysis_of_end(position: Position) -> Analysis:
    """The analysis of a finished game: its score, and no move."""
    return Analysis(
        move=PASS,
        score=position.score(),
        principal_variation=(),
        depth=0,
        nodes=0,
        seconds=0.0,
        complete=True,
        confidence=CONFIDENCES[-1],
        is_exact=True,
    )
