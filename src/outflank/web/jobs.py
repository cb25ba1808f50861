"""Run a search or other task in a thread of its own, controlled from the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

STOP_AGAIN_SECONDS = 0.02
"""Interval at which `Task.stop` is repeated: it has no effect before the search has begun."""

TELL_SECONDS = 1 / 8
"""Shortest time between two progress reports of one task, in seconds."""

NICEST = 19

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Task(Protocol[Result_co]):
    """Work for a visitor, such as a search, that runs in a thread and can be stopped.

    `niceness` is added to the niceness of the thread that runs it.
    """

    niceness: int

    def run(self, threads: int, tell: Callable[[Any], None]) -> Result_co:
        """Compute the result with `threads` threads; call `tell` with intermediate results."""

    def stop(self) -> None:
        """Make `run` return the best result so far; no effect if `run` has not begun."""


class Job(Generic[Result]):
    """A task of a visitor: runs it in a thread and puts its result into the future `answer`.

    `progress` is called with intermediate results. All methods are called on the event loop. With
    `gives_way`, the job is stopped when the same visitor starts another job. With `must_end`, it is
    never stopped in favour of other jobs, because its partial result would be useless.
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
        """Time since the job was started, in seconds."""
        return time.monotonic() - self._started

    def start(self, threads: int, at_end: Callable[[], None]) -> None:
        """Run the task in a new thread; afterwards call `at_end` on the event loop."""
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
        """Make the future `answer` raise `error`, unless it already has a result."""
        if not self.answer.done():
            self.answer.set_exception(error)

    def stop(self) -> None:
        """Ask the task to stop soon; the result is the best one so far."""
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
        """Called in the task's thread: report `news` to the event loop.

        If a report is pending already, `news` replaces its content.
        """
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
    """Lower the priority of this thread, and of threads it starts, by `niceness`; Linux only."""
    if sys.platform != "linux":
        return  # on other systems it would affect the whole process
    thread = threading.get_native_id()
    # Relative to the server's own niceness, which only root may lower.
    own = os.getpriority(os.PRIO_PROCESS, thread)
    os.setpriority(os.PRIO_PROCESS, thread, min(own + niceness, NICEST))
