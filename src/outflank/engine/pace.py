"""Time management of a search: decide before each step whether to begin it.

With a limit of `seconds` only, all of the time is used, because even a step that is stopped may
have found a better move. With `aim_seconds`, easy moves take less than this time and difficult ones
more.
"""

from __future__ import annotations

from outflank.engine.analysis import Analysis
from outflank.engine.forecast import NODES_PER_SECOND, next_seconds
from outflank.engine.levels import Step
from outflank.search.limit import Limit

OBVIOUS_LEAD = 6.0
"""The best move is obvious if it is better than the second-best by this many
discs at small depths, and steady.
"""

STEADY_STEPS = 3
"""The best move is steady if it has been the same for this many steps."""

DROP = 2.0
"""The best move is doubtful if its score fell by this many discs in the last step,
or if it changed.
"""

OBVIOUS, STEADY, DOUBTFUL = 0.3, 0.8, 1.8
"""Multipliers of `aim_seconds` for an obvious, a steady and a doubtful best move."""

PROBE_DEPTH = 4
"""Up to this depth, a step computes the value of every legal move, to compare the best two; this
takes a few milliseconds.
"""


class Pace:
    """The time management of one search with this limit. Create one for each search."""

    def __init__(self, limit: Limit) -> None:
        self._aim = limit.aim_seconds
        self._answers: list[Analysis] = []
        self._lead = 0.0
        self._last: Step | None = None
        self._last_seconds = 0.0
        self._ended = 0.0

    def compares(self, step: Step) -> bool:
        """Whether `step` should compute the value of every legal move,
        to find how far the best one leads.
        """
        return self._aim is not None and step.depth <= PROBE_DEPTH

    def note(self, step: Step, answer: Analysis, seconds: float, lead: float) -> None:
        """Record a completed step: its analysis, and how many `seconds` after the start it ended.

        `lead` is by how many discs the best move led the second-best when all moves were last
        compared.
        """
        self._answers.append(answer)
        self._last, self._last_seconds, self._ended = step, seconds - self._ended, seconds
        self._lead = lead

    def is_worth(self, step: Step, seconds: float) -> bool:
        """Whether to begin `step` now, `seconds` after the search began."""
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
        """The factor by which to multiply `aim_seconds`, judged by the steps so far."""
        moves = [answer.move for answer in self._answers]
        is_steady = len(moves) > STEADY_STEPS and len(set(moves[-STEADY_STEPS - 1 :])) == 1
        if is_steady and self._lead >= OBVIOUS_LEAD:
            return OBVIOUS
        if len(moves) >= 2:
            has_changed = moves[-1] != moves[-2]
            if has_changed or self._answers[-2].score - self._answers[-1].score >= DROP:
                return DOUBTFUL
        return STEADY if is_steady else 1.0
