"""Stop flags, by which a timeout or another thread stops a running kernel."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np

Result = TypeVar("Result")


class StopFlag:
    """A number in memory that a running kernel reads at least once in about a thousand nodes.

    Compiled code cannot read the clock cheaply and does not see Python's signals. So a search runs
    in its own thread, while the calling thread waits and sets the flag at the timeout or on Ctrl-C.
    """

    def __init__(self) -> None:
        self._flag = np.zeros(1, dtype=np.int64)

    @property
    def address(self) -> int:
        """The memory address of the flag, for kernels; valid as long as this object exists."""
        return int(self._flag.ctypes.data)

    @property
    def is_set(self) -> bool:
        """Whether the search has been told to stop."""
        return bool(self._flag[0])

    def set(self) -> None:
        """Tell the search to stop."""
        self._flag[0] = 1

    def clear(self) -> None:
        """Reset the flag before another search."""
        self._flag[0] = 0

    def run(self, search: Callable[[], Result], seconds: float | None) -> Result:
        """Run `search` in another thread and return its result.

        Sets the flag after `seconds` (None: never) or on Ctrl-C, and then waits for the search to
        end.
        """
        self.clear()
        job = _Job(search)
        try:
            job.start()
            if not job.wait(seconds):
                self.set()
                job.wait(None)
        except BaseException as error:
            # The interrupt reaches the caller only after the search has ended.
            self.set()
            job.abandon()
            if isinstance(error.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise
        return job.result()


class _Job(Generic[Result]):
    """A search in its own thread. Ctrl-C may arrive at any moment and leaves no thread behind.

    Executors and events are not safe in this respect: a Ctrl-C while they start a thread loses the
    thread, and one while they acquire a lock becomes a RuntimeError about the lock (with the
    KeyboardInterrupt as its context). A plain lock is safe.
    """

    def __init__(self, search: Callable[[], Result]) -> None:
        self._search = search
        self._taken = threading.Lock()  # acquired by the thread, or before it by `abandon`
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
        """Wait for the end of the search, up to `seconds` (None: no limit);
        return whether it has ended.
        """
        timeout = -1 if seconds is None else min(seconds, threading.TIMEOUT_MAX)
        return self._waiting.acquire(timeout=timeout)

    def abandon(self) -> None:
        """Wait until the search, which was told to stop, has ended.

        If its thread has not begun the search yet, it never will.
        """
        while not self._taken.acquire(blocking=False) and not self._has_ended:
            self._waiting.acquire(timeout=0.01)

    def result(self) -> Result:
        """Return what the search returned, or raise what it raised. Requires that it has ended."""
        if self._errors:
            raise self._errors[0]
        return self._results[0]
