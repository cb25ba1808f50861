"""Ctrl-C in verbs that have something to show when they are ended."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def at_interrupt(action: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C call `action` and nothing else, so that the work at hand ends by itself."""

    def handle(_signal: int, _frame: Any) -> None:
        action()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
