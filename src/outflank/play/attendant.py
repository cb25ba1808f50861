"""Call a player's code, which may never return, with a timeout."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from outflank.players.processor import MOST_WAITED_SECONDS, ProcessorTime, thread_time

Answer = TypeVar("Answer")


class Late(Exception):
    """The call has not returned within its timeout; it may never return."""


class Attendant(Generic[Answer]):
    """Makes calls with a timeout, all in the same background thread.

    Python cannot end a thread. A call that does not return leaves its thread behind (`is_stuck`),
    which uses CPU time until the process ends. Matches therefore play in separate processes, and
    replace a process with a stuck thread.

    One thread serves all calls: handing over a call takes 20 µs, starting a thread at least 150 µs.
    Time that the thread waits for a CPU core does not count towards the timeout, up to
    `MOST_WAITED_SECONDS` per call. If the called code waits for another program, `elsewhere`
    returns the CPU times of that program.
    """

    def __init__(self, elsewhere: Callable[[], ProcessorTime] = ProcessorTime) -> None:
        self.is_stuck = False
        self._elsewhere = elsewhere
        self._calls: SimpleQueue[Callable[[], Answer] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Answer] | BaseException] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def call(self, function: Callable[[], Answer], seconds: float | None) -> Answer:
        """Return the result of ``function()``, or raise its exception.

        Raises `Late` if it takes longer than `seconds`; None means no timeout.
        """
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
            # A player must not end the process with SystemExit or KeyboardInterrupt.
            raise RuntimeError(f"raised {type(answer).__name__}") from answer
        return answer[0]

    def processor_time(self) -> ProcessorTime:
        """CPU running and waiting times so far: of the thread, its caller and the other program."""
        own = None if self._thread is None else self._thread.native_id
        caller = threading.get_native_id()
        return thread_time(own).plus(thread_time(caller)).plus(self._elsewhere())

    def dismiss(self) -> None:
        """End the thread. A stuck thread cannot be ended and is left behind."""
        self._calls.put(None)
        if self._thread is not None and not self.is_stuck:
            self._thread.join()

    def _serve(self) -> None:
        while (function := self._calls.get()) is not None:
            try:
                self._answers.put((function(),))
            except BaseException as error:
                self._answers.put(error)
