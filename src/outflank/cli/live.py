"""A view of a running search: drawn on standard error while it lasts, then erased."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.live import Live

from outflank.cli.solve_report import short_count

TELLING_SECONDS = 0.5
"""Rates are shown after this time; before it, start-up dominates."""


@contextmanager
def live_view(out: Console, render: Callable[[], RenderableType]) -> Iterator[None]:
    """Redraw the result of `render` during the block, if `out` is a terminal."""
    if not out.is_terminal:
        yield
        return
    with Live(get_renderable=render, console=out, transient=True, redirect_stdout=False):
        yield


def search_parts(number: int, positions: int, empties: int, elapsed_seconds: float) -> list[str]:
    """The first parts of a search's status line."""
    return [f"position {number} of {positions}", f"{empties} empties", f"{elapsed_seconds:.0f} s"]


def rate_parts(nodes: int, seconds: float) -> list[str]:
    """Nodes per second, or nothing during start-up."""
    return [f"{short_count(nodes / seconds)} nodes/s"] if seconds >= TELLING_SECONDS else []
