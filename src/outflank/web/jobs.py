"""Run one search in its own thread, controlled from the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

STOP_AGAIN_SECONDS = 0.02
"""Interval between stop calls: a stop before the search has begun has no effect."""

TELL_SECONDS = 1 / 8
"""Shortest time between two progress reports of a search."""

NICEST = 19

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Task(Protocol[Result_co]):
    """Work for a visitor that runs in a thread and can be stopped."""

    niceness: int

    def run(self, threads: int, tell: Callable[[Any], None]) -> Result_co:
        """Compute the answer with `threads` threads; `tell` receives intermediate results."""

    def stop(self) -> None:
        """Make `run` return its current result; no effect if it has not begun."""


class Job(Generic[Result]):
    """A task, the future of its answer, and a progress callback.

    All methods are called on the event loop. `gives_way`: stopped by the visitor's next job.
    `must_end`: not stopped for other jobs, since a partial result is useless.
    """

    def __init__(
        self,
        visitor: str,
        task: Task[Result],
        progress: Callable[[Any], None] | None,
        *,
        gives_way: bool = False,
        must_end: bool = False,
    ) -> None:
        self.visitor = visitor
        self.gives_way = gives_way
        self.must_end = must_end
        self._task = task
        self._progress = progress
        self._loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[Result] = self._loop.create_future()
        self.is_stopping = False
        self.has_ended = False
        self._started = 0.0
        self._news: Any = None
        self._is_telling = False
        self._told = 0.0

    @property
    def seconds(self) -> float:
        """Running time in seconds."""
        return time.monotonic() - self._started

    def start(self, threads: int, at_end: Callable[[], None]) -> None:
        """Start the thread; `at_end` is called on the event loop when it has finished."""
        self._started = time.monotonic()

        def run() -> None:
            be_nice(self._task.niceness)
            result: Result | None = None
            error: Exception | None = None
            try:
                result = self._task.run(threads, self._tell)
            except Exception as problem:
                error = problem
            try:
                self._loop.call_soon_threadsafe(self._end, result, error, at_end)
            except RuntimeError:
                return  # the loop has closed

        # Not from a pool: niceness cannot be lowered again, and a daemon delays no exit.
        threading.Thread(target=run, daemon=True, name="search").start()

    def refuse(self, error: Exception) -> None:
        """Raise `error` at the awaiter of the answer."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def stop(self) -> None:
        """Stop soon, with the current result."""
        if not self.is_stopping:
            self.is_stopping = True
            self._stop_until_ended()

    def _stop_until_ended(self) -> None:
        if not self.has_ended:
            self._task.stop()
            self._loop.call_later(STOP_AGAIN_SECONDS, self._stop_until_ended)

    def _end(
        self, result: Result | None, error: Exception | None, at_end: Callable[[], None]
    ) -> None:
        self.has_ended = True
        if error is not None:
            self.refuse(error)
        elif not self.answer.done():
            self.answer.set_result(result)  # type: ignore[arg-type]
        at_end()

    # Progress

    def _tell(self, news: Any) -> None:
        """Called in the thread: pass `news` to the event loop, unless a report is pending."""
        self._news = news
        if self._progress is not None and not self._is_telling:
            self._is_telling = True
            try:
                self._loop.call_soon_threadsafe(self._tell_when_due)
            except RuntimeError:
                return  # the loop has closed

    def _tell_when_due(self) -> None:
        wait = self._told + TELL_SECONDS - time.monotonic()
        if wait > 0:
            self._loop.call_later(wait, self._tell_now)
        else:
            self._tell_now()

    def _tell_now(self) -> None:
        self._is_telling = False
        if self.answer.done() or self._progress is None:
            return
        self._told = time.monotonic()
        try:
            self._progress(self._news)
        except Exception as error:
            self.refuse(error)
            self.stop()


def be_nice(niceness: int) -> None:
    """Raise the niceness of this thread and of the threads it starts."""
    if sys.platform != "linux":
        return  # on other systems it would affect the whole process
    thread = threading.get_native_id()
    # Relative to the server's own niceness, which only root may lower.
    own = os.getpriority(os.PRIO_PROCESS, thread)
    os.setpriority(os.PRIO_PROCESS, thread, min(own + niceness, NICEST))
