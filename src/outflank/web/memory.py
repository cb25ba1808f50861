"""Memory that visitors have left behind goes back to the system.

A page is many Python objects in cycles, and the C library keeps what is freed between
others. Both are put right when pages have gone, but at most once in a while: it holds all up for
some 50 milliseconds.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

WAIT_SECONDS = 10.0
"""After a page has gone others may follow; they are tidied up together."""

_waiting: asyncio.TimerHandle | None = None


def give_back_soon() -> None:
    """Collect and return free memory in a while, once for all who ask until then."""
    global _waiting
    loop = asyncio.get_running_loop()
    if _waiting is None or _waiting.when() < loop.time():
        _waiting = loop.call_later(WAIT_SECONDS, give_back)


def give_back() -> None:
    """Collect what nobody uses and return free memory to the system, where the C library can."""
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
