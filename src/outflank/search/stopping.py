"""Stopping a search: a flag that kernels read, set by a timer or by anyone else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np


class StopFlag:
    """One number in memory that a running kernel looks at every thousand nodes or so.

    Compiled code cannot ask the clock cheaply and does not see Python's signals, so a timer thread
    sets the flag when the time is up, and Ctrl-C sets it too.
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

    @contextmanager
    def after(self, seconds: float | None) -> Iterator[None]:
        """Set the flag once `seconds` have gone by within the block; None never does."""
        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, self.set)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
