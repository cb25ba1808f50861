"""Cache of analyses, so that a second search of a position resumes where the first one ended.

A search consists of steps of increasing depth. The cache keeps the last completed step of a
position with its analysis, and a later search continues with the next step. With the transposition
table alone, it would have to repeat the earlier steps, though in a fraction of the time.
"""

from __future__ import annotations

from outflank.engine.analysis import Analysis
from outflank.engine.levels import Step
from outflank.rules.position import Position

MOST_ANSWERS = 1000
"""The greatest number of analyses in the cache:
enough for several games with variations, in less than two megabytes.
"""


class Answers:
    """The last completed step and its analysis, for each position and requested number of lines."""

    def __init__(self) -> None:
        self._found: dict[tuple[Position, int], tuple[Step, Analysis]] = {}

    def keep(self, position: Position, lines: int, step: Step, analysis: Analysis) -> None:
        """Store the analysis that `step` gave, in place of that of an earlier step of the position.

        `lines` is the number of lines that were requested. If the cache is full, its oldest entry
        is removed.
        """
        key = (position, lines)
        self._found.pop(key, None)
        self._found[key] = step, analysis
        if len(self._found) > MOST_ANSWERS:
            del self._found[next(iter(self._found))]

    def resume(
        self, position: Position, lines: int, steps: list[Step]
    ) -> tuple[Analysis | None, list[Step]]:
        """Find the part of a search that is already done.

        `steps` are the steps of the new search. Returns the stored analysis and the steps that come
        after its step; if the stored step is not one of `steps`, returns None and all steps. So a
        shallow search never returns the result of a deeper one.
        """
        step, analysis = self._found.get((position, lines), (None, None))
        if step is None or step not in steps:
            return None, steps
        return analysis, steps[steps.index(step) + 1 :]

    def clear(self) -> None:
        """Remove all analyses."""
        self._found.clear()
