"""Return the memory of closed pages to the operating system.

A page consists of many objects in reference cycles, and the C library keeps freed memory. Both are
cleaned up after pages have closed, but rarely, since the server stands still meanwhile.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time
from contextlib import suppress
from typing import Any

WAIT_SECONDS = 10.0
"""Delay after a page has closed, to clean up several pages together."""

WAIT_RATIO = 100.0
"""Delay before the next cleanup, as a multiple of the last one's processor time."""

MOST_WAIT_SECONDS = 60.0

_waiting: asyncio.TimerHandle | None = None
_waiting_loop: asyncio.AbstractEventLoop | None = None
_took_seconds = 0.0


def give_back_soon() -> None:
    """Schedule `give_back`, unless it is scheduled already."""
    global _waiting, _waiting_loop
    loop = asyncio.get_running_loop()
    if _waiting is None or _waiting_loop is not loop or _waiting.when() < loop.time():
        wait = max(WAIT_SECONDS, min(WAIT_RATIO * _took_seconds, MOST_WAIT_SECONDS))
        _waiting, _waiting_loop = loop.call_later(wait, give_back), loop


def give_back() -> None:
    """Collect garbage and return free memory to the system, if the C library can."""
    global _took_seconds
    started = time.thread_time()
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
    _took_seconds = time.thread_time() - started


class Latest(dict[str, Any]):
    """A dictionary that keeps only the `most` latest keys."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        while len(self) > self._most:
            del self[next(iter(self))]


def keep_for_ever() -> None:
    """Exclude all current objects (modules, routes, kernels) from later collections."""
    gc.collect()
    gc.freeze()
