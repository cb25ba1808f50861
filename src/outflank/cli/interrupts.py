"""Handle Ctrl-C: during start-up, and in commands that print partial results."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def at_interrupt(action: Callable[[], None]) -> Iterator[threading.Event]:
    """In the ``with`` block, Ctrl-C calls `action` instead of raising KeyboardInterrupt.

    Yields an event that Ctrl-C sets.
    """
    interrupted = threading.Event()

    def handle(_signal: int, _frame: Any) -> None:
        interrupted.set()
        action()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ending_quietly() -> Iterator[None]:
    """In the ``with`` block, Ctrl-C exits at once, without the traceback of a broken import."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread receives signals
        return

    def leave(_signal: int, _frame: Any) -> None:
        os.write(2, b"outflank: interrupted\n")
        os._exit(130)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
