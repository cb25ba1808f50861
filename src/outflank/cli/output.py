"""Consoles, progress bars and JSON output for the commands."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

DEFAULT_WIDTH = 80


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`, which `main` handles; Rich would exit with an error."""
        raise BrokenPipeError


def console() -> Console:
    """The console for results: standard output, with colours if the terminal supports them."""
    return _Console(highlight=False, width=_width())


def notices() -> Console:
    """The console for progress and remarks: standard error. Standard output has results only."""
    return _Console(stderr=True, highlight=False, width=_width())


def _width() -> int | None:
    """`DEFAULT_WIDTH` columns if ``COLUMNS`` is 0, where Rich would print nothing; else None.

    None lets Rich find out the width itself.
    """
    is_zero = os.environ.get("COLUMNS", "").strip() == "0"
    return DEFAULT_WIDTH if is_zero else None


def print_json(value: Any) -> None:
    """Print one JSON value on one line of standard output and flush it."""
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not is_unicode), flush=True)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Context manager: a progress bar on standard error that disappears at the end."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    out = notices()
    # Without a terminal it would leave an empty line.
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        yield progress
