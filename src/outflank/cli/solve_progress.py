"""The progress line of `outflank solve`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.text import Text

from outflank.cli.live import live_view, rate_parts, search_parts
from outflank.cli.output import notices
from outflank.cli.solve_report import bounds_text
from outflank.cli.time_left import TimeModel
from outflank.engine.solution import Solution
from outflank.engine.solver import Progress
from outflank.rules.position import Position


class ProgressLine:
    """Shows which position is being solved, its score bounds, and the estimated time left.

    `positions` are all positions to solve, and the time left is for all of them. `limit_seconds` is
    the time limit per position. With `shows_bounds` False, the bounds are left out. The line is
    drawn on standard error if that is a terminal, and erased when a position is done.
    """

    def __init__(
        self, positions: Sequence[Position], *, limit_seconds: float | None, shows_bounds: bool
    ) -> None:
        self._waiting = Counter(_depth(position) for position in positions)
        self._limit_seconds = limit_seconds
        self._shows_bounds = shows_bounds
        self._out = notices()
        self._model = TimeModel()
        self._positions = len(positions)
        self._number = 0
        self._current = 0
        self._started = 0.0
        self._latest: Progress | None = None
        self._nodes, self._seconds = 0, 0.0

    @contextmanager
    def showing(self, position: Position) -> Iterator[None]:
        """Show the line during the ``with`` block, in which `position` is solved."""
        self._number += 1
        self._current = _depth(position)
        self._waiting -= Counter([self._current])
        self._started = time.perf_counter()
        self._latest = None
        with live_view(self._out, self._render):
            yield

    def update(self, progress: Progress) -> None:
        """Show `progress`, the solver's latest report."""
        self._latest = progress

    def learn(self, solution: Solution) -> None:
        """Use the time that a solved position took to estimate the time of the others."""
        self._nodes += solution.nodes
        self._seconds += solution.seconds
        if solution.complete and not solution.position.is_over():
            self._model.add(self._current, solution.seconds)

    def _render(self) -> Text:
        return Text(
            self.text(time.perf_counter() - self._started), no_wrap=True, overflow="ellipsis"
        )

    def text(self, elapsed_seconds: float) -> str:
        """The progress line, `elapsed_seconds` after the solver began with the current position."""
        parts = search_parts(self._number, self._positions, self._current, elapsed_seconds)
        latest = self._latest
        if latest is not None and self._shows_bounds:
            parts.append(bounds_text(latest.lower, latest.upper))
        nodes, seconds = self._nodes, self._seconds
        if latest is not None:
            nodes, seconds = nodes + latest.nodes, seconds + latest.seconds
        parts += rate_parts(nodes, seconds)
        left = self._model.left(self._current, elapsed_seconds, self._waiting, self._limit_seconds)
        if left is not None:
            parts.append(str(left))
        return " · ".join(parts)


def _depth(position: Position) -> int:
    """How many empty squares the solver must fill; 0 if the game is over."""
    return 0 if position.is_over() else position.empty_count
