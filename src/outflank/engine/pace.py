"""When a search has gone on long enough: whether its next step is worth its time.

A limit of `seconds` alone is there to be used, to the end: a step that is stopped may still have
found a better move. With `aim_seconds` beside it the time is that of a
game: what an easy move does not need is left for a hard one.
"""

from __future__ import annotations

from outflank.engine.analysis import Analysis
from outflank.engine.forecast import NODES_PER_SECOND, next_seconds
from outflank.engine.levels import Step
from outflank.search.limit import Limit

OBVIOUS_LEAD = 6.0
"""Discs between the best move and the second, early on, that leave little to think about."""

STEADY_STEPS = 3
"""The best move of so many steps is no longer in doubt."""

DROP = 2.0
"""A score that falls by so many discs in one step calls for another look."""

OBVIOUS, STEADY, DOUBTFUL = 0.3, 0.8, 1.8
"""What becomes of the time aimed at."""

PROBE_DEPTH = 4
"""Up to this depth all moves are compared; it takes a few milliseconds."""


class Pace:
    """Follows one search, step by step."""

    def __init__(self, limit: Limit) -> None:
        self._aim = limit.aim_seconds
        self._answers: list[Analysis] = []
        self._lead = 0.0
        self._last: Step | None = None
        self._last_seconds = 0.0
        self._ended = 0.0

    def compares(self, step: Step) -> bool:
        """Whether a step should tell how far the best move is ahead of the others."""
        return self._aim is not None and step.depth <= PROBE_DEPTH

    def note(self, step: Step, answer: Analysis, seconds: float, lead: float) -> None:
        """Hear of a step that ended `seconds` after the search began.

        `lead` is by how many discs the best move was ahead when moves were last compared.
        """
        self._answers.append(answer)
        self._last, self._last_seconds, self._ended = step, seconds - self._ended, seconds
        self._lead = lead

    def is_worth(self, step: Step, seconds: float) -> bool:
        """Whether to begin another step after so many seconds."""
        if self._aim is None or self._last is None:
            return True
        # On average half of the last step lies beyond the time aimed at.
        foreseen = next_seconds(step, self._last, self._last_seconds, self._rate())
        return seconds + foreseen / 2 <= self._aim * self._difficulty()

    def _rate(self) -> float:
        nodes = self._answers[-1].nodes
        # The first milliseconds say little.
        return nodes / self._ended if self._ended > 0.005 else NODES_PER_SECOND

    def _difficulty(self) -> float:
        """What the steps so far make of the time aimed at."""
        moves = [answer.move for answer in self._answers]
        is_steady = len(moves) > STEADY_STEPS and len(set(moves[-STEADY_STEPS - 1 :])) == 1
        if is_steady and self._lead >= OBVIOUS_LEAD:
            return OBVIOUS
        if len(moves) >= 2:
            has_changed = moves[-1] != moves[-2]
            if has_changed or self._answers[-2].score - self._answers[-1].score >= DROP:
                return DOUBTFUL
        return STEADY if is_steady else 1.0
