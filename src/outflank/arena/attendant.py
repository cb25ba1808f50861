"""Calling code that may never return."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Late(Exception):
    """The call has not come back in time; it may go on for ever."""


class Attendant(Generic[Answer]):
    """A thread that makes calls for a caller who will not wait longer than a limit.

    Python cannot end a thread. One that does not come back is left behind (`is_stuck`), runs on
    until its process ends, and takes its share of the processor as long; so matches play in
    processes of their own, and replace one that has such a thread in it.

    One thread serves all calls: handing a call over takes 20 µs, starting a thread 150 µs or more.
    """

    def __init__(self) -> None:
        self.is_stuck = False
        self._calls: SimpleQueue[Callable[[], Answer] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Answer] | BaseException] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def call(self, function: Callable[[], Answer], seconds: float | None) -> Answer:
        """What `function` returns or raises, or `Late` if it takes longer than `seconds`."""
        if self.is_stuck:
            raise Late
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()
        self._calls.put(function)
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            self.is_stuck = True
            raise Late from None
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, BaseException):
            # SystemExit and its like are meant for the process, which is not the player's.
            raise RuntimeError(f"raised {type(answer).__name__}") from answer
        return answer[0]

    def dismiss(self) -> None:
        """End the thread, or leave it behind if it is stuck."""
        self._calls.put(None)
        if self._thread is not None and not self.is_stuck:
            self._thread.join()

    def _work(self) -> None:
        while (function := self._calls.get()) is not None:
            try:
                self._answers.put((function(),))
            except BaseException as error:
                self._answers.put(error)
