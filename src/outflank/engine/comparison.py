"""Compare a played move that was a mistake with a better move: the evidence for explanations."""

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
"""How many plies of a line are used if it was not solved to the end. Its later moves were searched
to a small depth only.
"""

MOBILITY_PLIES = 8
"""The number of plies over which the legal moves of both sides are averaged."""

NEARLY_BEST_DISCS = 1.0
"""A reply that is at most this many discs worse than the best one counts as good."""

LEAST_MARGIN_DISCS = 2.0
"""A reply alone explains a mistake if it is better than the second-best reply by at least this many
discs, and by at least half of the discs that the mistake lost.
"""

LEAST_LEAD_IN_MOVES = 2.0
MOST_LEAD_ASKED = 4.0
DISCS_OF_A_MOVE = 3.0
"""An advantage of one legal move in mobility is taken to explain a loss of this many discs. For no
loss is an advantage of more than `MOST_LEAD_ASKED` moves required.
"""

Replies = Callable[[Position], Sequence[Line]]
"""A function that searches every legal move of a position and returns
one line per move, best first.
"""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that was a mistake, in `position`, with its evidence.

    `played` is the played move followed by the best play after it, `better` the best move followed
    by the best play after it. `loss_discs` is how much worse the score of the played move is.
    """

    position: Position
    played: tuple[Square, ...]
    better: tuple[Square, ...]
    loss_discs: float


class Comparison:
    """A mistake compared with a better move. "The player" means the side that made the mistake.

    `line` is the best play from the mistake on, `better_line` the best play from the better move
    on. `horizon` is the number of plies of both lines that are compared; `is_whole` says whether
    both lines reach the end of the game. `replies` is called to search the opponent's replies to
    the mistake.
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
        """Make a reason of this kind. Its values are the names of both moves, and `values`."""
        names = {"move": square_name(self.move), "better": square_name(self.better)}
        return Reason(kind, tuple((names | values).items()))

    # Corners

    @property
    def better_balance(self) -> int:
        """The player's corners minus the opponent's,
        `horizon` plies into best play from the better move on.
        """
        return self.better_line.corner_balance(self.horizon)

    def open_corner_beside(self, square: Square) -> Square | None:
        """The corner diagonally beside `square`, if there is one and it is empty; else None."""
        corner = X_SQUARES.get(square)
        is_open = corner is not None and self.position.empty >> corner & 1
        return corner if is_open else None

    # The opponent's answer

    @property
    def answer(self) -> Square | None:
        """The opponent's reply to the mistake in best play.

        None if the opponent passes, or if a search of all replies does not confirm that this one is
        good.
        """
        moves = self.line.moves[1:2]
        if not moves or moves[0] == PASS:
            return None
        return moves[0] if self.is_good_answer(moves[0]) else None

    @property
    def margin_discs(self) -> float | None:
        """How many discs better the opponent's best reply is than the second-best.

        None if this margin is too small to explain the loss of the played move, or if there are not
        two replies.
        """
        answers = self._searched_answers
        if len(answers) < 2 or answers[0].move != self.answer:
            return None
        margin = answers[0].score - answers[1].score
        return margin if margin >= max(LEAST_MARGIN_DISCS, self.loss_discs / 2) else None

    def is_good_answer(self, square: Square) -> bool:
        """Whether `square` is the opponent's best reply to the mistake,
        or at most `NEARLY_BEST_DISCS` worse.
        """
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
        """The position after the played move, and the position after the better move."""
        return self.after, self.after_better

    @property
    def matters_mobility(self) -> bool:
        """Whether the mistake costs mobility.

        It does if, in best play after the mistake, the player's legal moves minus the opponent's
        are on average clearly fewer than in best play after the better move.
        """
        if self.position.empty_count < MOBILITY_EMPTIES:
            return False
        (own, other), (better_own, better_other) = self.means_of_moves
        lead = (better_own - better_other) - (own - other)
        asked = min(self.loss_discs / DISCS_OF_A_MOVE, MOST_LEAD_ASKED)
        return lead >= max(LEAST_LEAD_IN_MOVES, asked)

    @property
    def means_of_frontier(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The mean number of discs that touch an empty square, as two pairs (player's, opponent's).

        The first pair is for best play after the mistake, the second for best play after the better
        move.
        """
        length = min(MOBILITY_PLIES, self.horizon)
        return self.line.mean_frontier(length), self.better_line.mean_frontier(length)

    @property
    def means_of_moves(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The mean number of legal moves, as two pairs (player's, opponent's).

        The first pair is for best play after the mistake, the second for best play after the better
        move.
        """
        length = min(MOBILITY_PLIES, self.horizon)
        return self.line.mean_moves(length), self.better_line.mean_moves(length)
