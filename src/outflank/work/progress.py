"""How long work tells what it is at."""

from __future__ import annotations


class Progress:
    """Told how far work has come; this one keeps it to itself."""

    def begin(self, what: str, steps: int, done: int = 0) -> None:
        """Work of so many steps begins, `done` of them made by an earlier run."""

    def step(self, positions: int) -> None:
        """One more step is made, in which so many positions were gone through."""


SILENT = Progress()
