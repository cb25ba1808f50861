"""Cache of analyses: the search of a known position resumes after its last completed step.

The transposition table alone would get a second search to that depth in a fraction of the time;
with the cache it is there at once.
"""

from __future__ import annotations

from outflank.engine.analysis import Analysis
from outflank.engine.levels import Step
from outflank.rules.position import Position

MOST_ANSWERS = 1000
"""Enough for several games with variations; less than two megabytes."""


class Answers:
    """The last completed step and its analysis, by position and number of lines."""

    def __init__(self) -> None:
        self._found: dict[tuple[Position, int], tuple[Step, Analysis]] = {}

    def keep(self, position: Position, lines: int, step: Step, analysis: Analysis) -> None:
        """Store a step; the oldest entry is evicted."""
        key = (position, lines)
        self._found.pop(key, None)
        self._found[key] = step, analysis
        if len(self._found) > MOST_ANSWERS:
            del self._found[next(iter(self._found))]

    def resume(
        self, position: Position, lines: int, steps: list[Step]
    ) -> tuple[Analysis | None, list[Step]]:
        """The stored analysis if its step is one of `steps`, and the steps that are left.

        Any other stored step is ignored, so a shallow search stays shallow.
        """
        step, analysis = self._found.get((position, lines), (None, None))
        if step is None or step not in steps:
            return None, steps
        return analysis, steps[steps.index(step) + 1 :]

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()
