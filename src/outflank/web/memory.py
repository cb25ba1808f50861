"""Return the memory of closed pages to the operating system.

A page consists of many objects in reference cycles, and the C library keeps freed memory for later
use. So after pages have closed, garbage is collected and free memory is returned; but not often,
since the server handles no requests meanwhile.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import platform
import sys
import time
from contextlib import suppress
from typing import Any

WAIT_SECONDS = 10.0
"""Seconds from the closing of a page to the cleanup, so that several pages are cleaned up
together."""

WAIT_RATIO = 100.0
"""Least delay before a cleanup, as a multiple of the processor time of the previous one."""

MOST_WAIT_SECONDS = 30.0

FULL_COLLECTIONS = 50
"""Collections of the second generation before a full garbage collection.

That many happen in the time that 350,000 objects, or 50 pages, are created.
With Python's default of 10 a full collection can happen every 15 pages. Each one traverses all
pages while clicks wait.
"""

RETURNING = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "2"}
"""Environment variables that make Python use the allocator of the C library, with at most two
arenas."""

_waiting: asyncio.TimerHandle | None = None
_waiting_loop: asyncio.AbstractEventLoop | None = None
_took_seconds = 0.0


def give_back_soon() -> None:
    """Schedule a call of `give_back`, unless one is already scheduled."""
    global _waiting, _waiting_loop
    loop = asyncio.get_running_loop()
    if _waiting is None or _waiting_loop is not loop or _waiting.when() < loop.time():
        wait = max(WAIT_SECONDS, min(WAIT_RATIO * _took_seconds, MOST_WAIT_SECONDS))
        _waiting, _waiting_loop = loop.call_later(wait, give_back), loop


def give_back() -> None:
    """Collect garbage, and return free memory to the system if the C library supports it."""
    global _took_seconds
    started = time.thread_time()
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
    _took_seconds = time.thread_time() - started


class Latest(dict[str, Any]):
    """A dictionary that keeps only the `most` keys added last, and drops older ones."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        while len(self) > self._most:
            del self[next(iter(self))]


def keep_for_ever() -> None:
    """Exclude all current objects (modules, routes, kernels) from garbage collection.

    Call this once at start-up. It also sets `FULL_COLLECTIONS`.
    """
    gc.collect()
    gc.freeze()
    first, second, _ = gc.get_threshold()
    gc.set_threshold(first, second, FULL_COLLECTIONS)


def restart_with_returned_memory() -> None:
    """Restart this command with glibc's allocator, which returns the memory of closed pages.

    Python's allocator returns a megabyte only if no object in it is in use: of 81 MB that pages
    took, it kept 76 MB. glibc's allocator returns every free block of 4 KB when `give_back` calls
    `malloc_trim`. Does nothing with another C library, or if the user has chosen an allocator.
    """
    is_free = not sys.flags.ignore_environment and "PYTHONMALLOC" not in os.environ
    if is_free and platform.libc_ver()[0] == "glibc":
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | RETURNING)
