"""The progress line of a long job in the terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.live import Live
from rich.text import Text

from outflank.cli.live import TELLING_SECONDS
from outflank.cli.output import notices
from outflank.cli.solve_report import short_count
from outflank.cli.time_left import TimeLeft
from outflank.jobs.progress import Progress


class ProgressLine(Progress):
    """Shows the stage of a job, its finished steps, `unit` per second, and the time left.

    The line is drawn on standard error if that is a terminal, and erased at the end. Ctrl-C within
    the ``with`` block ends the command with a message that says how to resume.
    """

    def __init__(self, unit: str = "positions") -> None:
        self._unit = unit
        self._out = notices()
        self._what = "starting"
        self._started = time.perf_counter()
        self._steps = self._done_before = self._made = self._positions = 0
        self._live = Live(
            get_renderable=self._render,
            console=self._out,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def begin(self, what: str, steps: int, done: int = 0) -> None:
        """Start a stage named `what` of `steps` steps, of which `done` are already complete."""
        self._what, self._steps, self._done_before = what, steps, done
        self._made = self._positions = 0
        self._started = time.perf_counter()

    def step(self, positions: int) -> None:
        """Count one finished step, in which `positions` positions (or other units) were done."""
        self._made += 1
        self._positions += positions

    def text(self, elapsed_seconds: float) -> str:
        """The progress line, `elapsed_seconds` after the current stage began."""
        done = self._done_before + self._made
        parts = [f"{self._what} {done} of {self._steps}", f"{elapsed_seconds:.0f} s"]
        if self._made and elapsed_seconds >= TELLING_SECONDS:
            parts.append(f"{short_count(self._positions)} {self._unit}")
            parts.append(f"{short_count(self._positions / elapsed_seconds)} per second")
            left = elapsed_seconds / self._made * (self._steps - done)
            parts.append(str(TimeLeft(left)))
        return " · ".join(parts)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the line during the ``with`` block, in which other output is printed."""
        self._live.stop()
        yield
        self._show()

    def _show(self) -> None:
        if self._out.is_terminal:
            self._live.start()

    def _render(self) -> Text:
        text = self.text(time.perf_counter() - self._started) if self._steps else self._what
        return Text(text, no_wrap=True, overflow="ellipsis")

    def __enter__(self) -> ProgressLine:
        self._show()
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._live.stop()
        if isinstance(error, KeyboardInterrupt):
            self._out.print("Interrupted; finished work is kept. Run the same command to resume.")
            raise typer.Exit(130) from None
