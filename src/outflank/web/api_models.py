"""What programs send to the JSON interface and what they get, as its OpenAPI description has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from outflank.formats.boards import format_board
from outflank.rules.game import BLACK, WHITE, Node
from outflank.rules.squares import Square, square_name
from outflank.search.limit import CONFIDENCES, Limit

if TYPE_CHECKING:
    # Kernels, which the server loads beside its own start.
    from outflank.engine.analysis import Analysis
    from outflank.engine.review import MoveReview, Review, SideReview
    from outflank.engine.solver import Solution

LONGEST_TEXT = 20_000
"""Characters of a game: several times what one with a comment for every move takes."""

MOST_BEST_SECONDS = 10.0
MOST_SOLVE_SECONDS = 30.0
MOST_REVIEW_SECONDS = 1.0

# Requests


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


Text = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_TEXT,
        description="A board, a transcript or a game in any format that Outflank reads, or 'start'."
        " Never the name of a file.",
        examples=["f5d6c3d3c4"],
    ),
]
Level = Annotated[
    int | None,
    Field(ge=1, le=60, description="Depth, confidence and solving in one, as in other programs."),
]
Depth = Annotated[int | None, Field(ge=1, le=60, description="Plies to search.")]


class BestRequest(_Request):
    """A position, and how well to look at it; one second if nothing is said."""

    position: Text
    level: Level = None
    depth: Depth = None
    exact: Annotated[bool, Field(description="Prove the final score.")] = False
    confidence: Annotated[
        Literal[73, 87, 95, 98, 99, 100] | None, Field(description="Of a search to a depth, in %.")
    ] = None
    seconds: Annotated[
        float | None, Field(gt=0, le=MOST_BEST_SECONDS, description="The most it may take.")
    ] = None
    lines: Annotated[int, Field(ge=1, le=64, description="How many of the best moves.")] = 1

    @model_validator(mode="after")
    def _has_one_goal(self) -> Self:
        if sum((self.level is not None, self.depth is not None, self.exact)) > 1:
            raise ValueError("level, depth and exact exclude each other; give one of them")
        if self.confidence is not None and (self.level is not None or self.exact):
            raise ValueError("level and exact have their own confidence; give depth with yours")
        return self

    @property
    def limit(self) -> Limit:
        """What the engine is told."""
        has_goal = self.level is not None or self.depth is not None or self.exact
        longest = MOST_BEST_SECONDS if has_goal else 1.0
        return Limit(
            level=self.level,
            depth=self.depth,
            exact=self.exact,
            confidence=self.confidence,
            seconds=longest if self.seconds is None else self.seconds,
        )


class SolveRequest(_Request):
    """An endgame, and what to find out about it."""

    position: Text
    wld: Annotated[bool, Field(description="Only who wins, which is quicker.")] = False
    all_moves: Annotated[bool, Field(description="The score of every legal move as well.")] = False
    seconds: Annotated[
        float, Field(gt=0, le=MOST_SOLVE_SECONDS, description="The most it may take.")
    ] = 10.0


class AnalyzeRequest(_Request):
    """A game, and how well to look at each of its moves."""

    game: Text
    level: Annotated[int, Field(ge=2, le=30, description="Of both searches of a move.")] = 10
    seconds: Annotated[
        float, Field(gt=0, le=MOST_REVIEW_SECONDS, description="The most each search may take.")
    ] = MOST_REVIEW_SECONDS

    @property
    def limit(self) -> Limit:
        """What the engine is told."""
        return Limit(level=self.level, seconds=self.seconds)


# Answers


class Problem(BaseModel):
    """Why a request was refused."""

    error: Annotated[str, Field(description="One line that names the value and the remedy.")]


Move = Annotated[str, Field(description="A square such as f5, or -- for a pass.")]
Colour = Literal["black", "white"]


class _Board(BaseModel):
    position: Annotated[str, Field(description="64 squares and the side to move.")]
    to_move: Colour
    empties: int


class BestLine(BaseModel):
    """One of the best moves."""

    move: Move
    score: float
    pv: list[Move]


class BestAnswer(_Board):
    """The best moves; scores are in discs for the side to move."""

    best: Annotated[Move | None, Field(description="Null where the game is over.")]
    score: float
    depth: int
    confidence: int
    exact: bool
    complete: Annotated[bool, Field(description="Whether it was searched as far as was asked.")]
    nodes: int
    seconds: float
    lines: list[BestLine]

    @classmethod
    def of(cls, node: Node, found: Analysis | None, lines: int) -> BestAnswer:
        """What was found about a node, nothing where the game is over."""
        if found is None:
            return cls(
                **_board(node),
                best=None,
                score=node.position.score(),
                depth=0,
                confidence=CONFIDENCES[-1],
                exact=True,
                complete=True,
                nodes=0,
                seconds=0.0,
                lines=[],
            )
        best = [
            BestLine(
                move=square_name(line.move),
                score=round(line.score, 4),
                pv=_names(line.principal_variation),
            )
            for line in found.lines[:lines]
        ] or [
            BestLine(
                move=square_name(found.move),
                score=round(found.score, 4),
                pv=_names(found.principal_variation),
            )
        ]
        return cls(
            **_board(node),
            best=best[0].move,
            score=best[0].score,
            depth=found.depth,
            confidence=found.confidence,
            exact=found.is_exact,
            complete=found.complete,
            nodes=found.nodes,
            seconds=round(found.seconds, 6),
            lines=best,
        )


class MoveScore(BaseModel):
    """A legal move and its exact score; with `wld` a score of the same sign."""

    move: Move
    score: int


class SolveAnswer(_Board):
    """What was proved; scores are in discs for the side to move, empties to the winner."""

    score: Annotated[int | None, Field(description="Null where only bounds are known.")]
    lower: int
    upper: int
    complete: Annotated[bool, Field(description="Whether what was asked for is proved.")]
    best: Move | None
    pv: list[Move]
    moves: list[MoveScore]
    nodes: int
    seconds: float

    @classmethod
    def of(cls, node: Node, solution: Solution) -> SolveAnswer:
        """What a solver proved about a node."""
        is_exact = solution.lower == solution.upper
        return cls(
            **_board(node),
            score=solution.score if is_exact else None,
            lower=solution.lower,
            upper=solution.upper,
            complete=solution.complete,
            best=square_name(solution.move) if solution.principal_variation else None,
            pv=_names(solution.principal_variation),
            moves=[
                MoveScore(move=square_name(move), score=score) for move, score in solution.moves
            ],
            nodes=solution.nodes,
            seconds=round(solution.seconds, 6),
        )


class AnalyzedMove(BaseModel):
    """One move of a game; scores are in discs for the side that moved."""

    number: int
    colour: Colour
    move: Move
    best: Move
    before: Annotated[float, Field(description="What the position was worth.")]
    after: Annotated[float, Field(description="What the move left of it.")]
    loss: float
    verdict: Literal["best", "good", "mistake", "blunder"]
    forced: bool
    depth: int
    confidence: int
    exact: bool
    pv: list[Move]

    @classmethod
    def of(cls, move: MoveReview) -> AnalyzedMove:
        """What a move has cost."""
        return cls(
            number=move.number,
            colour=move.colour.value,
            move=square_name(move.move),
            best=square_name(move.best),
            before=round(move.best_score, 4),
            after=round(move.played_score, 4),
            loss=round(move.loss_discs, 4),
            verdict=move.verdict.value,
            forced=move.is_forced,
            depth=move.analysis.depth,
            confidence=move.analysis.confidence,
            exact=move.analysis.is_exact,
            pv=_names(move.analysis.principal_variation),
        )


class AnalyzedSide(BaseModel):
    """How well a side played where it had a choice."""

    moves: int
    accuracy: float
    mean_loss: float
    total_loss: float
    best: int
    mistakes: int
    blunders: int

    @classmethod
    def of(cls, side: SideReview) -> AnalyzedSide:
        """The figures of a side."""
        from outflank.engine.review import Verdict

        return cls(
            moves=len(side.moves),
            accuracy=round(side.accuracy_percent, 2),
            mean_loss=round(side.mean_loss_discs, 4),
            total_loss=round(side.total_loss_discs, 4),
            best=side.count(Verdict.BEST),
            mistakes=side.count(Verdict.MISTAKE),
            blunders=side.count(Verdict.BLUNDER),
        )


class AnalyzeAnswer(BaseModel):
    """What every move of a game has cost."""

    black: AnalyzedSide
    white: AnalyzedSide
    moves: list[AnalyzedMove]

    @classmethod
    def of(cls, review: Review) -> AnalyzeAnswer:
        """A whole review."""
        return cls(
            black=AnalyzedSide.of(review.side(BLACK)),
            white=AnalyzedSide.of(review.side(WHITE)),
            moves=[AnalyzedMove.of(move) for move in review.moves],
        )


def _board(node: Node) -> dict[str, Any]:
    return {
        "position": format_board(node.position, node.to_move),
        "to_move": node.to_move.value,
        "empties": node.position.empty_count,
    }


def _names(moves: tuple[Square, ...]) -> list[str]:
    return [square_name(move) for move in moves]
