"""Models of the requests and responses of the JSON interface.

They also define its OpenAPI description.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from outflank.formats.boards import node_as_dict
from outflank.rules.game import Node
from outflank.search.limit import Limit

if TYPE_CHECKING:
    # These load the kernels, which the server does in the background.
    from outflank.engine.analysis import Analysis
    from outflank.engine.review import Review
    from outflank.engine.solution import Solution

LONGEST_TEXT = 20_000
"""Maximum characters of a game or position: several times a game with a comment on every move."""

MOST_FIELDS = 30
"""Maximum number of fields in a request; no kind of request has more than twenty."""

MOST_BEST_SECONDS = 10.0
MOST_SOLVE_SECONDS = 30.0

# Requests


class ApiRequest(BaseModel):
    """Base of all requests: unknown fields and values of another type are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _has_few_fields(cls, values: Any) -> Any:
        # Each unknown field is reported separately: 400,000 of them blocked the server.
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
    Field(ge=1, le=60, description="Strength: sets depth, confidence and exact solving."),
]
BookChoice = Annotated[
    Literal["on", "off"],
    Field(description="Whether to answer from the opening book if it knows the position."),
]
Depth = Annotated[int | None, Field(ge=1, le=60, description="Plies to search.")]


class BestRequest(ApiRequest):
    """A position and a search limit; one second by default."""

    position: Text
    level: Level = None
    depth: Depth = None
    exact: Annotated[bool, Field(description="Prove the final score.")] = False
    confidence: Annotated[
        Literal[73, 87, 95, 98, 99, 100] | None, Field(description="Of a search to `depth`, in %.")
    ] = None
    seconds: Annotated[
        float | None, Field(gt=0, le=MOST_BEST_SECONDS, description="The most it may take.")
    ] = None
    lines: Annotated[int, Field(ge=1, le=64, description="Number of best moves to return.")] = 1
    book: BookChoice = "off"

    @model_validator(mode="after")
    def _has_one_goal(self) -> Self:
        if sum((self.level is not None, self.depth is not None, self.exact)) > 1:
            raise ValueError("level, depth and exact exclude each other; give one of them")
        if self.confidence is not None and (self.level is not None or self.exact):
            raise ValueError("level and exact set their own confidence; give it with depth")
        return self

    @property
    def limit(self) -> Limit:
        """The limit of the engine's search."""
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
    """An endgame to solve."""

    position: Text
    wld: Annotated[bool, Field(description="Only win, draw or loss, which is faster.")] = False
    all_moves: Annotated[bool, Field(description="Also score every legal move.")] = False
    seconds: Annotated[
        float, Field(gt=0, le=MOST_SOLVE_SECONDS, description="The most it may take.")
    ] = 10.0


class AnalyzeRequest(ApiRequest):
    """A game to review."""

    game: Text
    review: Annotated[
        Literal["quick", "standard", "deep"],
        Field(description="How thoroughly: about 1, 6 or 30 seconds for a whole game."),
    ] = "standard"
    book: BookChoice = "off"


# Answers


class Problem(BaseModel):
    """Why a request was refused."""

    error: Annotated[str, Field(description="One line: what is wrong and how to fix it.")]


Move = Annotated[str, Field(description="A square such as f5, or -- for a pass.")]
Colour = Literal["black", "white"]


class _Answer(BaseModel):
    """Base of all responses: other fields than those declared are an error.

    The fields are those of the `as_dict` method of the result that is returned.
    """

    model_config = ConfigDict(extra="forbid")


Fact = dict[str, str | int]
"""A reason why a move is good or bad: its ``kind``, with the squares, lines and counts
concerned."""


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
        list[Fact], Field(description="What the move achieves; first three lines only.")
    ]


class BestAnswer(_Board):
    """The best moves; scores are in discs for the side to move."""

    best: Annotated[Move | None, Field(description="Null if the game is over.")]
    score: float
    unit: Literal["discs"]
    pv: list[Move]
    depth: int
    exact: bool
    complete: Annotated[bool, Field(description="Whether the search reached the limit asked for.")]
    nodes: int
    seconds: float
    book: Annotated[bool, Field(description="Whether the answer is from the opening book.")]
    confidence: int
    lines: list[BestLine]

    @classmethod
    def of(cls, node: Node, found: Analysis) -> BestAnswer:
        """Make the response from the analysis of the position at `node`."""
        return cls.model_validate(node_as_dict(node) | found.as_dict())


Outcome = Literal["win", "draw", "loss"]


class MoveScore(_Answer):
    """A legal move and its exact score in discs.

    With `wld` only whether it wins, draws or loses.
    """

    move: Move
    score: int | None
    result: Outcome


class SolveAnswer(_Board):
    """The proved score, in discs for the side to move; empty squares go to the winner."""

    best: Move | None
    score: Annotated[int | None, Field(description="Null if only bounds are known.")]
    lower: int
    upper: int
    result: Annotated[Outcome | None, Field(description="Null if not proved.")]
    pv: list[Move]
    moves: list[MoveScore]
    exact: Annotated[bool, Field(description="Whether the score is proved, not only bounded.")]
    complete: Annotated[bool, Field(description="Whether everything asked for is proved.")]
    nodes: int
    seconds: float

    @classmethod
    def of(cls, node: Node, solution: Solution) -> SolveAnswer:
        """Make the response from the solution of the position at `node`."""
        return cls.model_validate(node_as_dict(node) | solution.as_dict())


class AnalyzedMove(_Answer):
    """One move of a game; scores are in discs for the side that moved."""

    number: int
    colour: Colour
    move: Move
    best: Move
    before: Annotated[float, Field(description="Score of the best move.")]
    after: Annotated[float, Field(description="Score of the played move.")]
    loss: float
    verdict: Literal["best", "good", "mistake", "blunder"]
    forced: bool
    depth: int
    confidence: int
    exact: bool
    book: Annotated[bool, Field(description="Whether the scores come from the opening book.")]
    pv: list[Move]
    answer: Annotated[list[Move], Field(description="Best line after the played move.")]
    reasons: Annotated[
        list[Fact], Field(description="Why the move was a mistake: facts, see docs/engine.md.")
    ]
    merits: Annotated[list[Fact], Field(description="What the best move achieves.")]
    nodes: int


class AnalyzedSide(_Answer):
    """Statistics of one side's moves; forced moves are left out."""

    moves: int
    accuracy: Annotated[float, Field(description="In %.")]
    mean_loss: float
    total_loss: float
    best: int
    mistakes: int
    blunders: int


class AnalyzeSettings(_Answer):
    """The search settings of the review of a game."""

    name: str
    depth: int
    confidence: int
    exact_empties: Annotated[int, Field(description="Solved from this many empties on.")]
    book: Annotated[str, Field(description="on if the opening book was used, else off.")]


class AnalyzeAnswer(_Answer):
    """The loss of every move of a game, in discs; the same on every server."""

    settings: AnalyzeSettings
    black: AnalyzedSide
    white: AnalyzedSide
    mistake_discs: Annotated[float, Field(description="Smallest loss of a mistake.")]
    blunder_discs: Annotated[float, Field(description="Smallest loss of a blunder.")]
    moves: list[AnalyzedMove]
    nodes: int

    @classmethod
    def of(cls, review: Review) -> AnalyzeAnswer:
        """Make the response from a review."""
        return cls.model_validate(review.as_dict())
