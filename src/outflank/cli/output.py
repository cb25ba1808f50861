"""What verbs print with: tables and progress for people, JSON for programs."""

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
        """Leave it to the command's own handling; Rich would exit with an error."""
        raise BrokenPipeError


def console() -> Console:
    """Standard output, with colours where the terminal has them."""
    return _Console(highlight=False, width=_width())


def notices() -> Console:
    """Standard error, for progress and remarks: results alone go to standard output."""
    return _Console(stderr=True, highlight=False, width=_width())


def _width() -> int | None:
    """Columns to write in where the environment says 0, in which Rich would write nothing."""
    is_zero = os.environ.get("COLUMNS", "").strip() == "0"
    return DEFAULT_WIDTH if is_zero else None


def print_json(value: Any) -> None:
    """One JSON value on one line of standard output, at once: others may be long in coming."""
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=not is_unicode), flush=True)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar on standard error that disappears when the work is done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    out = notices()
    # Elsewhere than in a terminal it would leave an empty line behind.
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        yield progress
