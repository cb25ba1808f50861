"""The review of a game: what every move has cost.

Every position of the main line is searched, and so is what the played move led to, one ply less
deep and as surely. Both values then come from the same depth, so a loss is not the difference
between two depths. A selective search may still find the played move better than its own best one;
such a loss counts as 0.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from outflank.engine.analysis import Analysis
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.rules.game import Colour, Game, Node
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit

MISTAKE_DISCS = 4.0
"""Less than this lies within what midgame searches themselves err by."""

BLUNDER_DISCS = 8.0

LEAST_DEPTH = 2
"""One ply is left for the position after the played move."""


class Verdict(enum.Enum):
    """What to call a move, by what it lost."""

    BEST = "best"
    GOOD = "good"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """One move of a game. Scores are in discs for the side that moved.

    `best_score` is that of the position, `played_score` that of the move; `analysis` is the search
    of the position. `nodes` and `seconds` are of both searches.
    """

    number: int
    colour: Colour
    position: Position
    move: Square
    best: Square
    best_score: float
    played_score: float
    analysis: Analysis
    nodes: int
    seconds: float

    @property
    def loss_discs(self) -> float:
        """What the move lost, 0 where the search took it for better than the best."""
        return max(self.best_score - self.played_score, 0.0)

    @property
    def is_forced(self) -> bool:
        """Whether there was no other move."""
        return len(self.position.legal_moves()) == 1

    @property
    def verdict(self) -> Verdict:
        """What to call it."""
        if self.loss_discs >= BLUNDER_DISCS:
            return Verdict.BLUNDER
        if self.loss_discs >= MISTAKE_DISCS:
            return Verdict.MISTAKE
        return Verdict.GOOD if self.loss_discs else Verdict.BEST


@dataclass(frozen=True, slots=True)
class SideReview:
    """How well a side played, by its moves where it had a choice."""

    colour: Colour
    moves: tuple[MoveReview, ...]

    @property
    def mean_loss_discs(self) -> float:
        """The mean loss of a move; 0 for a side without moves."""
        return self.total_loss_discs / len(self.moves) if self.moves else 0.0

    @property
    def total_loss_discs(self) -> float:
        """What all moves lost together."""
        return sum(move.loss_discs for move in self.moves)

    @property
    def accuracy_percent(self) -> float:
        """The mean of what moves count: a best one 100 %, one that loses `MISTAKE_DISCS` half."""
        if not self.moves:
            return 100.0
        worths = (math.exp2(-move.loss_discs / MISTAKE_DISCS) for move in self.moves)
        return 100.0 * sum(worths) / len(self.moves)

    def count(self, verdict: Verdict) -> int:
        """How many moves are called so."""
        return sum(move.verdict is verdict for move in self.moves)


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game in order, forced passes left out."""

    moves: tuple[MoveReview, ...]

    def side(self, colour: Colour) -> SideReview:
        """What there is to say about a side."""
        own = (move for move in self.moves if move.colour is colour and not move.is_forced)
        return SideReview(colour, tuple(own))


def review(
    game: Game,
    engine: Engine,
    limit: Limit,
    *,
    progress: Callable[[MoveReview], None] | None = None,
) -> Review:
    """What every move of the main line has cost, each of its searches within `limit`."""
    moves = []
    for move in review_moves(game, engine, limit):
        moves.append(move)
        if progress is not None:
            progress(move)
    return Review(tuple(moves))


def review_moves(game: Game, engine: Engine, limit: Limit) -> Iterator[MoveReview]:
    """The same one by one, for whoever may not want all."""
    check_review(game, limit)
    return (
        review_move(number, node, engine, limit)
        for number, node in enumerate(moves_to_review(game), 1)
    )


def check_review(game: Game, limit: Limit) -> None:
    """Raise an error that says why a game cannot be reviewed within a limit, if it cannot."""
    if limit.depth is not None and limit.depth < LEAST_DEPTH:
        raise OutflankError(f"depth={limit.depth} is too little for a review; give 2 or more")
    if limit.level is not None and limit.level < LEAST_DEPTH:
        raise OutflankError(f"level={limit.level} is too little for a review; give 2 or more")
    if not moves_to_review(game):
        raise OutflankError("there is no move to review; give a game with moves")


def moves_to_review(game: Game) -> list[Node]:
    """The moves of the main line without its passes."""
    return [node for node in game.main_line() if not node.is_pass]


def review_move(number: int, node: Node, engine: Engine, limit: Limit) -> MoveReview:
    """What one move has cost, which is the so manyth of its game."""
    assert node.parent is not None  # only the root has none, and it is no move
    position = node.parent.position
    found = engine.search(position, limit)
    played_score, nodes, seconds = found.score, found.nodes, found.seconds
    if node.move != found.move:
        if node.position.is_over():
            played_score = -node.position.score()
        else:
            after = engine.search(node.position, _one_ply_on(found, position, limit))
            played_score = -after.score
            nodes, seconds = nodes + after.nodes, seconds + after.seconds
    return MoveReview(
        number=number,
        colour=node.mover,
        position=position,
        move=node.move,
        best=found.move,
        best_score=found.score,
        played_score=played_score,
        analysis=found,
        nodes=nodes,
        seconds=seconds,
    )


def _one_ply_on(found: Analysis, position: Position, limit: Limit) -> Limit:
    """The limit for a child of `position` that makes its value comparable with what was found."""
    reaches_end = found.depth >= position.empty_count
    return Limit(
        depth=None if reaches_end else max(found.depth - 1, 1),
        confidence=found.confidence,
        nodes=limit.nodes,
        seconds=limit.seconds,
    )
