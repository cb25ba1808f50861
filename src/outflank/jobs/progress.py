"""Progress reports of long jobs, which a front end displays."""

from __future__ import annotations


class Progress:
    """Receives the progress of a job.

    This base class ignores it; front ends override its methods.
    """

    def begin(self, what: str, steps: int, done: int = 0) -> None:
        """A stage of the job begins.

        `what` is its name. It has `steps` steps, of which an earlier run finished `done`.
        """

    def step(self, positions: int) -> None:
        """One more step of the current stage is finished; it processed `positions` positions."""


SILENT = Progress()
