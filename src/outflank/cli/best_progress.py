"""What `outflank best` shows while it searches: the moves found so far, ever deeper."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Group
from rich.live import Live
from rich.text import Text

from outflank.cli.best_report import Found, FoundTable
from outflank.cli.output import notices
from outflank.cli.solve_report import short_count
from outflank.engine.analysis import Analysis
from outflank.engine.engine import Engine

TELLING_SECONDS = 0.5
"""Before so much was searched, nodes a second say more about overheads than about search."""


class DeepeningView:
    """The rows of the position that is being searched, and a line about the search.

    Drawn on standard error and erased when the position is done. Without a terminal there is none.
    """

    def __init__(self, engine: Engine, positions: int) -> None:
        self._engine = engine
        self._positions = positions
        self._out = notices()
        self._table = FoundTable(self._out)
        self._found: Found | None = None
        self._started = 0.0

    @contextmanager
    def showing(self, found: Found) -> Iterator[None]:
        """Show the search of a position while it lasts."""
        self._found = replace(found)
        self._started = time.perf_counter()
        if not self._out.is_terminal:
            yield
            return
        with Live(
            get_renderable=self._render, console=self._out, transient=True, redirect_stdout=False
        ):
            yield

    def update(self, analysis: Analysis) -> None:
        """Take in what the engine reports."""
        if self._found is not None:
            self._found = replace(self._found, analysis=analysis)

    def _render(self) -> Group:
        found = self._found
        rows = () if found is None or found.analysis is None else self._table.rows(found)
        status = self.status(time.perf_counter() - self._started)
        return Group(*rows, Text(status, style="dim", no_wrap=True, overflow="ellipsis"))

    def status(self, elapsed_seconds: float) -> str:
        """The line about the search, so many seconds after it was begun."""
        found = self._found
        if found is None:
            return ""
        parts = [
            f"position {found.number} of {self._positions}",
            f"{found.node.position.empty_count} empties",
            f"{elapsed_seconds:.0f} s",
        ]
        if elapsed_seconds >= TELLING_SECONDS:
            parts.append(f"{short_count(self._engine.nodes / elapsed_seconds)} nodes/s")
        return " · ".join(parts)
