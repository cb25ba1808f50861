"""Data of a game's review: how many discs every move lost. `engine.reviewing` makes reviews.

A selective search may score the played move above the move that it found best; the loss is then 0.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from outflank.engine.analysis import Analysis
from outflank.engine.facts import Reason
from outflank.engine.merits import merits_of
from outflank.engine.review_settings import ReviewSettings
from outflank.errors import FormatError, OutflankError
from outflank.rules.game import BLACK, WHITE, Colour, Game, Node
from outflank.rules.position import Position
from outflank.rules.squares import Square, parse_move

MISTAKE_DISCS = 4.0
"""Least loss of a mistake in discs. Smaller losses are within the error of midgame searches."""

BLUNDER_DISCS = 8.0

NumberedNode = tuple[int, Node]
"""A move of a game and its number, counted from 1."""


class Verdict(enum.Enum):
    """The grade of a move, by the discs it lost."""

    BEST = "best"
    GOOD = "good"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """The review of one move of a game. Scores are in discs for the side that moved.

    `number` counts moves from 1. `position` is the one before the move and `analysis` the search of
    it. `played_score` is the score of the played `move`, and `answer` the line of best play after
    it. `reasons` explain why a move was a mistake, as far as rules and searches can prove it; they
    are empty for other moves. `nodes` is the total of the searches before and after the move.
    """

    number: int
    colour: Colour
    position: Position
    move: Square
    played_score: float
    answer: tuple[Square, ...]
    analysis: Analysis
    nodes: int
    reasons: tuple[Reason, ...] = ()

    @property
    def best(self) -> Square:
        """The best move in the position, by `analysis`."""
        return self.analysis.move

    @property
    def best_score(self) -> float:
        """The score of the best move, in discs for the side that moved."""
        return self.analysis.score

    @property
    def loss_discs(self) -> float:
        """Discs by which the played move is worse than the best one; 0 if it scored better."""
        return max(self.best_score - self.played_score, 0.0)

    @property
    def is_forced(self) -> bool:
        """Whether the move was the only legal one."""
        return len(self.position.legal_moves()) == 1

    @property
    def verdict(self) -> Verdict:
        """The grade of the move, by its loss."""
        if self.loss_discs >= BLUNDER_DISCS:
            return Verdict.BLUNDER
        if self.loss_discs >= MISTAKE_DISCS:
            return Verdict.MISTAKE
        return Verdict.GOOD if self.loss_discs else Verdict.BEST

    @property
    def is_mistake(self) -> bool:
        """Whether the move is a mistake or a blunder."""
        return self.loss_discs >= MISTAKE_DISCS

    @property
    def merits(self) -> tuple[Reason, ...]:
        """Explanations of what the best move achieves; empty if it was the only legal move."""
        return merits_of(self.position, self.analysis.principal_variation)

    @property
    def comment(self) -> str:
        """One sentence about a mistake or a blunder; empty for other moves."""
        if not self.is_mistake:
            return ""
        line = "".join(map(str, self.analysis.principal_variation))
        return (
            f"{self.verdict.value.capitalize()}: {self.move} loses {self.loss_discs:.2f} discs; "
            f"better {self.best} ({self.best_score:+.2f}): {line}"
        )

    def as_dict(self) -> dict[str, Any]:
        """The review of the move as a dictionary of JSON types; `from_dict` reads it."""
        return {
            "number": self.number,
            "colour": self.colour.value,
            "move": str(self.move),
            "best": str(self.best),
            "before": self.best_score,
            "after": self.played_score,
            "loss": self.loss_discs,
            "verdict": self.verdict.value,
            "forced": self.is_forced,
            "depth": self.analysis.depth,
            "confidence": self.analysis.confidence,
            "exact": self.analysis.is_exact,
            "book": self.analysis.is_from_book,
            "pv": [str(move) for move in self.analysis.principal_variation],
            "answer": [str(move) for move in self.answer],
            "reasons": [reason.as_dict() for reason in self.reasons],
            "merits": [merit.as_dict() for merit in self.merits],
            "nodes": self.nodes,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], node: Node) -> MoveReview:
        """Read a review from the result of `as_dict`; `node` is the node of the reviewed move."""
        assert node.parent is not None, "the root of a game is no move"
        line = tuple(parse_move(name) for name in data["pv"])
        analysis = Analysis(
            move=line[0],
            score=float(data["before"]),
            principal_variation=line,
            depth=int(data["depth"]),
            nodes=int(data["nodes"]),
            seconds=0.0,
            complete=True,
            confidence=int(data["confidence"]),
            is_exact=bool(data["exact"]),
            # Reviews stored by version 0.2.0 have no such field.
            is_from_book=bool(data.get("book", False)),
        )
        return cls(
            number=int(data["number"]),
            colour=node.mover,
            position=node.parent.position,
            move=node.move,
            played_score=float(data["after"]),
            answer=tuple(parse_move(name) for name in data["answer"]),
            analysis=analysis,
            nodes=int(data["nodes"]),
            reasons=tuple(Reason.from_dict(reason) for reason in data["reasons"]),
        )


@dataclass(frozen=True, slots=True)
class SideReview:
    """Statistics of one side's moves in a game. `moves` leaves out forced moves."""

    colour: Colour
    moves: tuple[MoveReview, ...]

    def __str__(self) -> str:
        """The statistics as one line of text."""
        return (
            f"{self.colour}: accuracy {self.accuracy_percent:.0f} %, "
            f"{self.mean_loss_discs:.2f} discs lost a move, "
            f"{self.count(Verdict.MISTAKE)} mistakes, {self.count(Verdict.BLUNDER)} blunders"
        )

    @property
    def mean_loss_discs(self) -> float:
        """Mean loss per move in discs; 0 for a side without moves."""
        return self.total_loss_discs / len(self.moves) if self.moves else 0.0

    @property
    def total_loss_discs(self) -> float:
        """Sum of the losses of all moves in discs."""
        return sum(move.loss_discs for move in self.moves)

    @property
    def accuracy_percent(self) -> float:
        """Accuracy in per cent: the mean over all moves of a mark between 0 and 100.

        The best move gets 100; the mark is halved for every `MISTAKE_DISCS` discs lost.
        """
        if not self.moves:
            return 100.0
        worths = (math.exp2(-move.loss_discs / MISTAKE_DISCS) for move in self.moves)
        return 100.0 * sum(worths) / len(self.moves)

    def count(self, verdict: Verdict) -> int:
        """The number of moves with this verdict."""
        return sum(move.verdict is verdict for move in self.moves)

    def as_dict(self) -> dict[str, Any]:
        """The statistics as a dictionary of JSON types: losses in discs, accuracy in per cent."""
        return {
            "moves": len(self.moves),
            "accuracy": round(self.accuracy_percent, 2),
            "mean_loss": round(self.mean_loss_discs, 4),
            "total_loss": round(self.total_loss_discs, 4),
            "best": self.count(Verdict.BEST),
            "mistakes": self.count(Verdict.MISTAKE),
            "blunders": self.count(Verdict.BLUNDER),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The reviews of all moves of a game in order, without forced passes, and the search settings.

    `as_dict` contains no times, so the same game and settings give the same dictionary on any
    machine.
    """

    moves: tuple[MoveReview, ...]
    settings: ReviewSettings

    def __str__(self) -> str:
        """The review as text: a line for each side and a line for each mistake."""
        sides = [str(self.side(colour)) for colour in (BLACK, WHITE)]
        return "\n".join(sides + [f"{move.number}. {move.comment}" for move in self.mistakes])

    @property
    def mistakes(self) -> tuple[MoveReview, ...]:
        """The moves that are mistakes or blunders."""
        return tuple(move for move in self.moves if move.is_mistake)

    def side(self, colour: Colour | str) -> SideReview:
        """The statistics of one side, without its forced moves.

        `colour` may be a name such as ``"black"``.
        """
        colour = Colour(colour)
        own = (move for move in self.moves if move.colour is colour and not move.is_forced)
        return SideReview(colour, tuple(own))

    def annotate(self, game: Game) -> None:
        """Write the review into `game`: an evaluation at every move, and a comment at each mistake.

        Existing comments are kept; a second call adds nothing.
        """
        nodes = moves_to_review(game)
        for move in self.moves:
            node = nodes[move.number - 1] if move.number <= len(nodes) else None
            if node is None or node.parent is None or node.move != move.move:
                raise OutflankError(
                    f"move {move.number} is not {move.move}; give the game reviewed"
                )
            if node.parent.position != move.position:
                raise OutflankError(
                    f"move {move.number} is in another position; give the game reviewed"
                )
            node.evaluation = move.played_score
            if move.comment not in node.comment:
                node.comment = f"{node.comment}\n{move.comment}".lstrip()

    def as_dict(self) -> dict[str, Any]:
        """The review as a dictionary of JSON types; `from_dict` reads it."""
        moves = [move.as_dict() for move in self.moves]
        return {
            "settings": self.settings.as_dict(),
            "black": self.side(BLACK).as_dict(),
            "white": self.side(WHITE).as_dict(),
            "mistake_discs": MISTAKE_DISCS,
            "blunder_discs": BLUNDER_DISCS,
            "moves": moves,
            "nodes": sum(move["nodes"] for move in moves),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> Review:
        """Read a review of `game` from the result of `as_dict`.

        It ends before the first move at which the game now differs from the reviewed one.
        """
        moves = []
        try:
            settings = ReviewSettings.from_dict(data["settings"])
            for node, entry in zip(moves_to_review(game), data["moves"], strict=False):
                if node.move != parse_move(entry["move"]):
                    break
                moves.append(MoveReview.from_dict(entry, node))
        except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
            raise FormatError(f"this is no review: {type(error).__name__}: {error}") from error
        return cls(tuple(moves), settings)


def moves_to_review(game: Game) -> list[Node]:
    """The moves of the main line, without passes."""
    return [node for node in game.main_line() if not node.is_pass]


def numbered_moves(game: Game) -> list[NumberedNode]:
    """The moves of the main line without passes, numbered from 1.

    Raises an error if the game has no move.
    """
    nodes = moves_to_review(game)
    if not nodes:
        raise OutflankError("there is no move to review; give a game with moves")
    return list(enumerate(nodes, 1))
