"""Stopping a search: a flag that kernels read, set when the time is up or by anyone else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

Result = TypeVar("Result")


class StopFlag:
    """One number in memory that a running kernel looks at every thousand nodes or so.

    Compiled code cannot ask the clock cheaply and does not see Python's signals. So a search runs
    in a thread of its own, and the one that called it waits, and sets the flag when the time is up
    or Ctrl-C was pressed.
    """

    def __init__(self) -> None:
        self._flag = np.zeros(1, dtype=np.int64)

    @property
    def address(self) -> int:
        """Where kernels find the flag; valid as long as this object lives."""
        return int(self._flag.ctypes.data)

    @property
    def is_set(self) -> bool:
        """Whether the search was told to stop."""
        return bool(self._flag[0])

    def set(self) -> None:
        """Tell the search to stop."""
        self._flag[0] = 1

    def clear(self) -> None:
        """Make the flag ready for another search."""
        self._flag[0] = 0

    def run(self, search: Callable[[], Result], seconds: float | None) -> Result:
        """What `search` returns, which is told to stop after so many seconds; None never does."""
        self.clear()
        timeout = None if seconds is None else min(seconds, threading.TIMEOUT_MAX)
        with ThreadPoolExecutor(1) as pool:
            task = pool.submit(search)
            try:
                return task.result(timeout)
            except TimeoutError:
                self.set()
                return task.result()
            except BaseException:
                # An interrupt goes on to the caller, but not before the search has ended.
                self.set()
                raise
