"""Time management of a search: whether to begin the next step.

A limit of `seconds` alone is used up: a step that is stopped may still have found a better move.
With `aim_seconds` the time saved on an easy move is left for a hard one.
"""

from __future__ import annotations

from outflank.engine.analysis import Analysis
from outflank.engine.forecast import NODES_PER_SECOND, next_seconds
from outflank.engine.levels import Step
from outflank.search.limit import Limit

OBVIOUS_LEAD = 6.0
"""A best move that leads by this many discs at small depths is obvious."""

STEADY_STEPS = 3
"""A best move that has not changed for this many steps is steady."""

DROP = 2.0
"""A score that falls by this many discs in one step makes the move doubtful."""

OBVIOUS, STEADY, DOUBTFUL = 0.3, 0.8, 1.8
"""Multipliers applied to `aim_seconds`."""

PROBE_DEPTH = 4
"""Up to this depth all moves are compared; it takes a few milliseconds."""


class Pace:
    """The time management of one search."""

    def __init__(self, limit: Limit) -> None:
        self._aim = limit.aim_seconds
        self._answers: list[Analysis] = []
        self._lead = 0.0
        self._last: Step | None = None
        self._last_seconds = 0.0
        self._ended = 0.0

    def compares(self, step: Step) -> bool:
        """Whether a step should search all moves, for the lead of the best one."""
        return self._aim is not None and step.depth <= PROBE_DEPTH

    def note(self, step: Step, answer: Analysis, seconds: float, lead: float) -> None:
        """Record a step that ended `seconds` after the search began.

        `lead` is the best move's lead in discs when moves were last compared.
        """
        self._answers.append(answer)
        self._last, self._last_seconds, self._ended = step, seconds - self._ended, seconds
        self._lead = lead

    def is_worth(self, step: Step, seconds: float) -> bool:
        """Whether to begin `step`, `seconds` after the search began."""
        if self._aim is None or self._last is None:
            return True
        # With half of the predicted time, searches take the aimed time on average.
        foreseen = next_seconds(step, self._last, self._last_seconds, self._rate())
        return seconds + foreseen / 2 <= self._aim * self._difficulty()

    def _rate(self) -> float:
        nodes = self._answers[-1].nodes
        # The first milliseconds say little.
        return nodes / self._ended if self._ended > 0.005 else NODES_PER_SECOND

    def _difficulty(self) -> float:
        """The multiplier of `aim_seconds`, by the steps so far."""
        moves = [answer.move for answer in self._answers]
        is_steady = len(moves) > STEADY_STEPS and len(set(moves[-STEADY_STEPS - 1 :])) == 1
        if is_steady and self._lead >= OBVIOUS_LEAD:
            return OBVIOUS
        if len(moves) >= 2:
            has_changed = moves[-1] != moves[-2]
            if has_changed or self._answers[-2].score - self._answers[-1].score >= DROP:
                return DOUBTFUL
        return STEADY if is_steady else 1.0
