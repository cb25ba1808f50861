"""Stopping a search: a flag that kernels read, set when the time is up or by anyone else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

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
        job = _Job(search)
        try:
            job.start()
            if not job.wait(seconds):
                self.set()
                job.wait(None)
        except BaseException as error:
            # An interrupt goes on to the caller, but not before the search has ended.
            self.set()
            job.abandon()
            if isinstance(error.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise
        return job.result()


class _Job(Generic[Result]):
    """A search in a thread of its own, which an interrupt cannot lose.

    Executors and events are not safe from Ctrl-C: if it comes while they start a thread they forget
    it, and if it comes while they take a lock they complain about the lock instead (then the
    interrupt is the context of a RuntimeError). A bare lock is safe.
    """

    def __init__(self, search: Callable[[], Result]) -> None:
        self._search = search
        self._taken = threading.Lock()  # by the thread, or before it by whoever abandons the job
        self._waiting = threading.Lock()
        self._waiting.acquire()
        self._results: list[Result] = []
        self._errors: list[BaseException] = []

    def start(self) -> None:
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        if not self._taken.acquire(blocking=False):
            return
        try:
            self._results.append(self._search())
        except BaseException as error:
            self._errors.append(error)
        self._waiting.release()

    @property
    def _has_ended(self) -> bool:
        return bool(self._results or self._errors)

    def wait(self, seconds: float | None) -> bool:
        """Whether the search has ended, at the latest after so many seconds."""
        timeout = -1 if seconds is None else min(seconds, threading.TIMEOUT_MAX)
        return self._waiting.acquire(timeout=timeout)

    def abandon(self) -> None:
        """Wait for the end of a search that was told to stop; one not begun never will be."""
        while not self._taken.acquire(blocking=False) and not self._has_ended:
            self._waiting.acquire(timeout=0.01)

    def result(self) -> Result:
        """What the search returned or raised. Requires that it has ended."""
        if self._errors:
            raise self._errors[0]
        return self._results[0]
