"""The result of an engine search: `Analysis`, with one `Line` for each of the best moves."""

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
    """One legal move of the searched position: its score in discs, and the best play after it.

    `principal_variation` begins with the move itself. `merits` are facts about what the move
    achieves; they are empty until `engine.merits.with_merits` fills them in.
    """

    move: Square
    score: float
    principal_variation: tuple[Square, ...]
    merits: tuple[Reason, ...] = ()

    def __post_init__(self) -> None:
        """Convert the plain integers of the kernels to squares that print as names."""
        object.__setattr__(self, "move", NAMED_MOVES[self.move])
        object.__setattr__(self, "principal_variation", named_moves(self.principal_variation))

    def as_dict(self) -> dict[str, Any]:
        """The line as a dictionary for JSON."""
        return {
            "move": str(self.move),
            "score": self.score,
            "pv": [str(move) for move in self.principal_variation],
            "merits": [merit.as_dict() for merit in self.merits],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis(SearchResult):
    """The result of an engine search; `score` is in discs for the side to move.

    `depth` is the number of plies searched; for a search to the end of the game it is the number of
    empty squares. `confidence` is the confidence level of ProbCut in per cent; it is always 100
    with a user's own evaluation function, for which searches are never selective. `lines` has the
    best moves, best first: one, or as many as were requested. The engine counts neither leaves nor
    table hits, so these are 0.
    """

    unit: ScoreUnit = ScoreUnit.DISCS
    leaves: int = 0
    table_hits: int = 0
    confidence: int
    lines: tuple[Line, ...] = ()

    def __post_init__(self) -> None:
        """Create the single entry of `lines` from `move`,
        `score` and `principal_variation` if needed.
        """
        SearchResult.__post_init__(self)
        known = self.lines[0].principal_variation if self.lines else ()
        if self.principal_variation and len(self.lines) <= 1 and known != self.principal_variation:
            line = Line(
                move=self.move, score=self.score, principal_variation=self.principal_variation
            )
            object.__setattr__(self, "lines", (line,))

    def as_dict(self) -> dict[str, Any]:
        """The analysis as a dictionary for JSON. Moves are names;
        ``best`` is None if there is no move.
        """
        found = SearchResult.as_dict(self)
        del found["leaves"], found["table_hits"]
        lines = [line.as_dict() for line in self.lines]
        return found | {"confidence": self.confidence, "lines": lines}


def analysis_of_end(position: Position) -> Analysis:
    """The analysis of a position where the game is over: its final score, and no move."""
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
