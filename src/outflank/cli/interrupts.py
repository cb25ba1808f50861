"""Ctrl-C while the command starts, and in verbs that have something to show when they are ended."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def at_interrupt(action: Callable[[], None]) -> Iterator[threading.Event]:
    """Let Ctrl-C set the event, call `action` and nothing else: the block ends by itself."""
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
    """Let Ctrl-C end the process at once: while modules load, an exception is a long traceback."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return

    def leave(_signal: int, _frame: Any) -> None:
        os.write(2, b"outflank: interrupted\n")
        os._exit(130)

    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
