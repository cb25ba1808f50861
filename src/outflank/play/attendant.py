"""Calling code that may never return."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from outflank.players.processor import MOST_WAITED_SECONDS, ProcessorTime, thread_time

Answer = TypeVar("Answer")


class Late(Exception):
    """The call has not come back in time; it may go on for ever."""


class Attendant(Generic[Answer]):
    """A thread that makes calls for a caller who will not wait longer than a limit.

    Python cannot end a thread. One that does not come back is left behind (`is_stuck`), runs on
    until its process ends, and takes its share of the processor as long; so matches play in
    processes of their own, and replace one that has such a thread in it.

    One thread serves all calls: handing a call over takes 20 µs, starting a thread 150 µs or more.
    Time in which that thread is ready but has no processor does not count, as far as the system
    tells it, up to `MOST_WAITED_SECONDS` a call. `elsewhere` reads the times of what it waits for,
    such as another program.
    """

    def __init__(self, elsewhere: Callable[[], ProcessorTime] = ProcessorTime) -> None:
        self.is_stuck = False
        self._elsewhere = elsewhere
        self._calls: SimpleQueue[Callable[[], Answer] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Answer] | BaseException] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def call(self, function: Callable[[], Answer], seconds: float | None) -> Answer:
        """What `function` returns or raises, or `Late` if it takes longer than `seconds`."""
        if self.is_stuck:
            raise Late
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, daemon=True)
            self._thread.start()
        before, started = self.processor_time(), time.monotonic()
        self._calls.put(function)
        timeout = seconds
        while True:
            try:
                answer = self._answers.get(timeout=timeout)
                break
            except Empty:
                assert seconds is not None, "`get` raises `Empty` only with a timeout"
                waited = min(self.processor_time().since(before).waited, MOST_WAITED_SECONDS)
                timeout = started + seconds + waited - time.monotonic()
                if timeout <= 0:
                    self.is_stuck = True
                    raise Late from None
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, BaseException):
            # SystemExit and its like are meant for the process, which is not the player's.
            raise RuntimeError(f"raised {type(answer).__name__}") from answer
        return answer[0]

    def processor_time(self) -> ProcessorTime:
        """The times of the thread, of its caller and of what it waits for, together."""
        own = None if self._thread is None else self._thread.native_id
        caller = threading.get_native_id()
        return thread_time(own).plus(thread_time(caller)).plus(self._elsewhere())

    def dismiss(self) -> None:
        """End the thread, or leave it behind if it is stuck."""
        self._calls.put(None)
        if self._thread is not None and not self.is_stuck:
            self._thread.join()

    def _serve(self) -> None:
        while (function := self._calls.get()) is not None:
            try:
                self._answers.put((function(),))
            except BaseException as error:
                self._answers.put(error)
