"""Live view of `outflank best` during a search: the best moves found so far."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Group, RenderableType
from rich.text import Text

from outflank.cli.best_report import Found, FoundTable
from outflank.cli.live import live_view, rate_parts, search_parts
from outflank.cli.output import notices
from outflank.engine.analysis import Analysis
from outflank.engine.engine import Engine
from outflank.rules.game import Node


class DeepeningView:
    """The result rows of the position being searched, and a status line below them.

    `positions` is the number of all positions to search. The view is drawn on standard error if
    that is a terminal, and erased when the search of a position ends.
    """

    def __init__(self, engine: Engine, positions: int) -> None:
        self._engine = engine
        self._positions = positions
        self._out = notices()
        self._table = FoundTable(self._out)
        self._number = 0
        self._node: Node | None = None
        self._analysis: Analysis | None = None
        self._started = 0.0

    @contextmanager
    def showing(self, number: int, node: Node) -> Iterator[None]:
        """Show the view during the ``with`` block, in which position `number` is searched."""
        self._number, self._node, self._analysis = number, node, None
        self._started = time.perf_counter()
        with live_view(self._out, self._render):
            yield

    def update(self, analysis: Analysis) -> None:
        """Show `analysis`, the engine's latest report."""
        self._analysis = analysis

    def _render(self) -> Group:
        rows: Iterable[RenderableType] = ()
        if self._node is not None and self._analysis is not None:
            rows = self._table.rows(Found(self._number, self._node, self._analysis))
        status = self.status(time.perf_counter() - self._started)
        return Group(*rows, Text(status, style="dim", no_wrap=True, overflow="ellipsis"))

    def status(self, elapsed_seconds: float) -> str:
        """The status line, `elapsed_seconds` after the search of this position began."""
        if self._node is None:
            return ""
        empties = self._node.position.empty_count
        parts = search_parts(self._number, self._positions, empties, elapsed_seconds)
        return " · ".join(parts + rate_parts(self._engine.nodes, elapsed_seconds))
