"""Progress reporting for long jobs."""

from __future__ import annotations


class Progress:
    """Receives the progress of a job; this base class ignores it."""

    def begin(self, what: str, steps: int, done: int = 0) -> None:
        """A stage of `steps` steps begins; an earlier run finished `done` of them."""

    def step(self, positions: int) -> None:
        """One more step is finished; it processed `positions` positions."""


SILENT = Progress()
