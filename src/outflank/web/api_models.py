"""What programs send to the JSON interface and what they get, as its OpenAPI description has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from outflank.formats.boards import node_as_dict
from outflank.rules.game import Node
from outflank.search.limit import Limit

if TYPE_CHECKING:
    # Kernels, which the server loads beside its own start.
    from outflank.engine.analysis import Analysis
    from outflank.engine.review import Review
    from outflank.engine.solution import Solution

LONGEST_TEXT = 20_000
"""Characters of a game: several times what one with a comment for every move takes."""

MOST_FIELDS = 30
"""Of a request; none knows more than twenty."""

MOST_BEST_SECONDS = 10.0
MOST_SOLVE_SECONDS = 30.0

# Requests


class ApiRequest(BaseModel):
    """What every request is: of known fields only, with values of the right types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _has_few_fields(cls, values: Any) -> Any:
        # Each unknown field is an error of its own: 400,000 of them held all visitors up.
        if isinstance(values, dict) and len(values) > MOST_FIELDS:
            raise ValueError(f"{len(values):,} fields are too many; see /api")
        return values


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
BookChoice = Annotated[
    Literal["on", "off"],
    Field(description="Whether to answer from the opening book where it knows the position."),
]
Depth = Annotated[int | None, Field(ge=1, le=60, description="Plies to search.")]


class BestRequest(ApiRequest):
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
    book: BookChoice = "off"

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


class SolveRequest(ApiRequest):
    """An endgame, and what to find out about it."""

    position: Text
    wld: Annotated[bool, Field(description="Only who wins, which is quicker.")] = False
    all_moves: Annotated[bool, Field(description="The score of every legal move as well.")] = False
    seconds: Annotated[
        float, Field(gt=0, le=MOST_SOLVE_SECONDS, description="The most it may take.")
    ] = 10.0


class AnalyzeRequest(ApiRequest):
    """A game, and how well to look at each of its moves."""

    game: Text
    review: Annotated[
        Literal["quick", "standard", "deep"],
        Field(description="How thoroughly: about 1, 6 or 30 seconds for a whole game."),
    ] = "standard"
    book: BookChoice = "off"


# Answers


class Problem(BaseModel):
    """Why a request was refused."""

    error: Annotated[str, Field(description="One line that names the value and the remedy.")]


Move = Annotated[str, Field(description="A square such as f5, or -- for a pass.")]
Colour = Literal["black", "white"]


class _Answer(BaseModel):
    """What a result's `as_dict` gives, neither more nor less."""

    model_config = ConfigDict(extra="forbid")


Fact = dict[str, str | int]
"""A fact about a move: its ``kind``, and the squares, lines and counts that it names."""


class _Board(_Answer):
    position: Annotated[str, Field(description="64 squares and the side to move.")]
    to_move: Colour
    empties: int


class BestLine(_Answer):
    """One of the best moves."""

    move: Move
    score: float
    pv: list[Move]
    merits: Annotated[
        list[Fact], Field(description="What the move achieves, of the first three lines.")
    ]


class BestAnswer(_Board):
    """The best moves; scores are in discs for the side to move."""

    best: Annotated[Move | None, Field(description="Null where the game is over.")]
    score: float
    unit: Literal["discs"]
    pv: list[Move]
    depth: int
    exact: bool
    complete: Annotated[bool, Field(description="Whether it was searched as far as was asked.")]
    nodes: int
    seconds: float
    book: Annotated[bool, Field(description="Whether an opening book gave the answer.")]
    confidence: int
    lines: list[BestLine]

    @classmethod
    def of(cls, node: Node, found: Analysis) -> BestAnswer:
        """What was found about a node."""
        return cls.model_validate(node_as_dict(node) | found.as_dict())


Outcome = Literal["win", "draw", "loss"]


class MoveScore(_Answer):
    """A legal move and its exact score; with `wld` only its result."""

    move: Move
    score: int | None
    result: Outcome


class SolveAnswer(_Board):
    """What was proved; scores are in discs for the side to move, empties to the winner."""

    best: Move | None
    score: Annotated[int | None, Field(description="Null where only bounds are known.")]
    lower: int
    upper: int
    result: Annotated[Outcome | None, Field(description="Null where it is not certain yet.")]
    pv: list[Move]
    moves: list[MoveScore]
    exact: Annotated[bool, Field(description="Whether the score is known and not only bounded.")]
    complete: Annotated[bool, Field(description="Whether what was asked for is proved.")]
    nodes: int
    seconds: float

    @classmethod
    def of(cls, node: Node, solution: Solution) -> SolveAnswer:
        """What a solver proved about a node."""
        return cls.model_validate(node_as_dict(node) | solution.as_dict())


class AnalyzedMove(_Answer):
    """One move of a game; scores are in discs for the side that moved."""

    number: int
    colour: Colour
    move: Move
    best: Move
    before: Annotated[float, Field(description="The score of the best move.")]
    after: Annotated[float, Field(description="The score of the move that was played.")]
    loss: float
    verdict: Literal["best", "good", "mistake", "blunder"]
    forced: bool
    depth: int
    confidence: int
    exact: bool
    book: Annotated[bool, Field(description="Whether the scores are an opening book's.")]
    pv: list[Move]
    answer: Annotated[list[Move], Field(description="The best play after the played move.")]
    reasons: Annotated[
        list[Fact], Field(description="Why a mistake was one: facts by kind, see docs/engine.md.")
    ]
    merits: Annotated[list[Fact], Field(description="What the best move achieves.")]
    nodes: int


class AnalyzedSide(_Answer):
    """How well a side played where it had a choice."""

    moves: int
    accuracy: Annotated[float, Field(description="In %.")]
    mean_loss: float
    total_loss: float
    best: int
    mistakes: int
    blunders: int


class AnalyzeSettings(_Answer):
    """How the moves of a game were searched."""

    name: str
    depth: int
    confidence: int
    exact_empties: Annotated[int, Field(description="From here on positions were solved.")]
    book: Annotated[str, Field(description="on if the opening book gave scores, else off.")]


class AnalyzeAnswer(_Answer):
    """The loss of every move of a game, in discs; the same on every server."""

    settings: AnalyzeSettings
    black: AnalyzedSide
    white: AnalyzedSide
    mistake_discs: Annotated[float, Field(description="The least loss of a mistake.")]
    blunder_discs: Annotated[float, Field(description="The least loss of a blunder.")]
    moves: list[AnalyzedMove]
    nodes: int

    @classmethod
    def of(cls, review: Review) -> AnalyzeAnswer:
        """A whole review."""
        return cls.model_validate(review.as_dict())
