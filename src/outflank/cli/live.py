"""Show a running search on standard error, and erase the view when the search ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.live import Live

from outflank.cli.solve_report import short_count

TELLING_SECONDS = 0.5
"""Nodes per second are shown only after this time, because start-up dominates before it."""


@contextmanager
def live_view(out: Console, render: Callable[[], RenderableType]) -> Iterator[None]:
    """Draw what `render` returns, again and again, during the ``with`` block.

    Does nothing if `out` is not a terminal.
    """
    if not out.is_terminal:
        yield
        return
    with Live(get_renderable=render, console=out, transient=True, redirect_stdout=False):
        yield


def search_parts(number: int, positions: int, empties: int, elapsed_seconds: float) -> list[str]:
    """The first parts of the status line of a search: position, empties and elapsed time.

    `number` counts positions from 1; `positions` is the number of all positions.
    """
    return [f"position {number} of {positions}", f"{empties} empties", f"{elapsed_seconds:.0f} s"]


def rate_parts(nodes: int, seconds: float) -> list[str]:
    """The part of the status line with nodes per second; empty before `TELLING_SECONDS`."""
    return [f"{short_count(nodes / seconds)} nodes/s"] if seconds >= TELLING_SECONDS else []
