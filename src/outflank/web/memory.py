"""Memory that visitors have left behind goes back to the system.

A page is many Python objects in cycles, and the C library keeps what is freed between others. Both
are put right when pages have gone, but only once in a while: it holds all visitors up.
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
"""After a page has gone others may follow; they are tidied up together."""

WAIT_RATIO = 100.0
"""After tidying up, this many times its processor time passes before it is done again."""

MOST_WAIT_SECONDS = 30.0

FULL_COLLECTIONS = 50
"""A full collection for this many of the second generation: 350,000 objects, or 50 pages.

With Python's own 10 there can be one every 15 pages, and each looks at all pages that there are
while clicks wait.
"""

RETURNING = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "2"}
"""Environment in which Python takes memory from the C library, and few threads have their own."""

_waiting: asyncio.TimerHandle | None = None
_waiting_loop: asyncio.AbstractEventLoop | None = None
_took_seconds = 0.0


def give_back_soon() -> None:
    """Collect and return free memory in a while, once for all who ask until then."""
    global _waiting, _waiting_loop
    loop = asyncio.get_running_loop()
    if _waiting is None or _waiting_loop is not loop or _waiting.when() < loop.time():
        wait = max(WAIT_SECONDS, min(WAIT_RATIO * _took_seconds, MOST_WAIT_SECONDS))
        _waiting, _waiting_loop = loop.call_later(wait, give_back), loop


def give_back() -> None:
    """Collect what nobody uses and return free memory to the system, where the C library can."""
    global _took_seconds
    started = time.thread_time()
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
    _took_seconds = time.thread_time() - started


class Latest(dict[str, Any]):
    """A dictionary of the `most` latest keys; older ones are dropped."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        while len(self) > self._most:
            del self[next(iter(self))]


def keep_for_ever() -> None:
    """Take all objects that there are out of later collections: modules, routes and kernels."""
    gc.collect()
    gc.freeze()
    first, second, _ = gc.get_threshold()
    gc.set_threshold(first, second, FULL_COLLECTIONS)


def restart_with_returned_memory() -> None:
    """Start this command again with an allocator that returns what pages have left behind.

    Python's own gives a megabyte back only when not one object in it is used: of 81 MB that
    pages took, it kept 76. glibc's gives every free page of 4 KB back when `give_back` asks it to.
    Does nothing with another C library, or where the user has chosen an allocator.
    """
    is_free = not sys.flags.ignore_environment and "PYTHONMALLOC" not in os.environ
    if is_free and platform.libc_ver()[0] == "glibc":
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | RETURNING)
