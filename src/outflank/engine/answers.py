"""What the engine has found before: a search that was stopped goes on where it ended.

The table alone would bring a second search of a position back to its depth in a fraction of the
time. The answer itself is there at once, and with it the step that comes next.
"""

from __future__ import annotations

from outflank.engine.analysis import Analysis
from outflank.engine.levels import Step
from outflank.rules.position import Position

MOST_ANSWERS = 1000
"""Some games with all their variations, in less than two megabytes."""


class Answers:
    """The last whole step of a position and what it found, by how many lines were asked for."""

    def __init__(self) -> None:
        self._found: dict[tuple[Position, int], tuple[Step, Analysis]] = {}

    def keep(self, position: Position, lines: int, step: Step, analysis: Analysis) -> None:
        """Remember a step; the position looked at longest ago gives up its place."""
        key = (position, lines)
        self._found.pop(key, None)
        self._found[key] = step, analysis
        if len(self._found) > MOST_ANSWERS:
            del self._found[next(iter(self._found))]

    def resume(
        self, position: Position, lines: int, steps: list[Step]
    ) -> tuple[Analysis | None, list[Step]]:
        """What is known on the way along `steps`, and those that are left.

        An answer of another way counts for nothing: who asks for a shallow search gets one.
        """
        step, analysis = self._found.get((position, lines), (None, None))
        if step is None or step not in steps:
            return None, steps
        return analysis, steps[steps.index(step) + 1 :]

    def clear(self) -> None:
        """Forget everything."""
        self._found.clear()
