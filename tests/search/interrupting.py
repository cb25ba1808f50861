"""Ctrl-C in tests."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupted_after(seconds: float, begun: threading.Event | None = None) -> Iterator[None]:
    """Send this process SIGINT once, `seconds` after the block begins.

    With `begun`, `seconds` after that event: starting a thread can take a tenth of a second.
    """
    main = threading.main_thread().ident
    assert main is not None
    left = threading.Event()

    def interrupt() -> None:
        if begun is not None:
            begun.wait(20)
        if not left.wait(seconds):
            signal.pthread_kill(main, signal.SIGINT)

    # A process started in the background ignores it until told otherwise.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Thread(target=interrupt)
    timer.start()
    try:
        yield
    finally:
        left.set()
        timer.join()
        signal.signal(signal.SIGINT, before)
