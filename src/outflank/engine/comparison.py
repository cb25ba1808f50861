"""The played move compared with a better one: the evidence for explanations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from outflank.engine.analysis import Line
from outflank.engine.facts import (
    HORIZON,
    MOBILITY_EMPTIES,
    X_SQUARES,
    PlayedLine,
    Reason,
    Value,
)
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square, square_name

SELECTIVE_HORIZON = 8
"""Plies of a line that is not proved: its last moves were searched to a small depth only."""

MOBILITY_PLIES = 8
"""Plies over which the moves that both sides have are averaged."""

NEARLY_BEST_DISCS = 1.0
"""An answer that is this much worse than the best one is as good for a person."""

LEAST_MARGIN_DISCS = 2.0
"""A punishing answer is better than any other by this, and by half of what the mistake lost."""

LEAST_LEAD_IN_MOVES = 2.0
MOST_LEAD_ASKED = 4.0
DISCS_OF_A_MOVE = 3.0
"""A lead of one legal move explains a loss of this many discs; no loss needs a lead of more than
`MOST_LEAD_ASKED` moves."""

Replies = Callable[[Position], Sequence[Line]]
"""Searches every legal move of a position; best first."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake with its evidence.

    `played` is the played move with the best play after it, `better` the best move with the best
    play after that; `loss_discs` is the difference of their scores.
    """

    position: Position
    played: tuple[Square, ...]
    better: tuple[Square, ...]
    loss_discs: float


class Comparison:
    """A mistake and a better move; *own* is the side that made the mistake.

    `horizon` counts the plies of both lines that are looked at; `is_whole` says whether both go on
    to the end of the game.
    """

    def __init__(self, mistake: Mistake, replies: Replies) -> None:
        self.position = position = mistake.position
        self.loss_discs = mistake.loss_discs
        self._replies_of = replies
        self.move, self.better = mistake.played[0], mistake.better[0]
        self.after, self.after_better = position.play(self.move), position.play(self.better)
        self.line = PlayedLine(position, mistake.played)
        self.better_line = PlayedLine(position, mistake.better)
        self.is_whole = self.line.is_whole and self.better_line.is_whole
        most = HORIZON if self.is_whole else SELECTIVE_HORIZON
        self.horizon = min(most, len(mistake.played), len(mistake.better))
        self._searched: Sequence[Line] | None = None

    def reason(self, kind: str, **values: Value) -> Reason:
        """A reason that names both moves and `values`."""
        names = {"move": square_name(self.move), "better": square_name(self.better)}
        return Reason(kind, tuple((names | values).items()))

    # Corners

    @property
    def better_balance(self) -> int:
        """Own corners less the opponent's at the horizon of the better line."""
        return self.better_line.corner_balance(self.horizon)

    def open_corner_beside(self, square: Square) -> Square | None:
        """The empty corner diagonally beside a square, if there is one."""
        corner = X_SQUARES.get(square)
        is_open = corner is not None and self.position.empty >> corner & 1
        return corner if is_open else None

    # The opponent's answer

    @property
    def answer(self) -> Square | None:
        """The opponent's best answer, if it is a move and a second search confirms it."""
        moves = self.line.moves[1:2]
        if not moves or moves[0] == PASS:
            return None
        return moves[0] if self.is_good_answer(moves[0]) else None

    @property
    def margin_discs(self) -> float | None:
        """Discs by which the answer beats any other; None if too few to explain the loss."""
        answers = self._searched_answers
        if len(answers) < 2 or answers[0].move != self.answer:
            return None
        margin = answers[0].score - answers[1].score
        return margin if margin >= max(LEAST_MARGIN_DISCS, self.loss_discs / 2) else None

    def is_good_answer(self, square: Square) -> bool:
        """Whether a search of every answer finds this one the best, or nearly as good."""
        answers = self._searched_answers
        least = answers[0].score - NEARLY_BEST_DISCS
        return any(line.move == square and line.score >= least for line in answers)

    @property
    def _searched_answers(self) -> Sequence[Line]:
        if self._searched is None:
            self._searched = () if self.after.is_over() else self._replies_of(self.after)
        return self._searched

    # Moves

    @property
    def afters(self) -> tuple[Position, Position]:
        """The positions after the played and after the better move."""
        return self.after, self.after_better

    @property
    def matters_mobility(self) -> bool:
        """Whether own has fewer moves, relative to the opponent, on average along the line."""
        if self.position.empty_count < MOBILITY_EMPTIES:
            return False
        (own, other), (better_own, better_other) = self.means_of_moves
        lead = (better_own - better_other) - (own - other)
        asked = min(self.loss_discs / DISCS_OF_A_MOVE, MOST_LEAD_ASKED)
        return lead >= max(LEAST_LEAD_IN_MOVES, asked)

    @property
    def means_of_frontier(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The mean frontier of own and the opponent in the played and in the better line."""
        length = min(MOBILITY_PLIES, self.horizon)
        return self.line.mean_frontier(length), self.better_line.mean_frontier(length)

    @property
    def means_of_moves(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The mean moves of own and the opponent in the played and in the better line."""
        length = min(MOBILITY_PLIES, self.horizon)
        return self.line.mean_moves(length), self.better_line.mean_moves(length)
