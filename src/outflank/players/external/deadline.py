"""Until when a program must have answered."""

from __future__ import annotations

import threading
import time

from outflank.players.processor import (
    MOST_WAITED_SECONDS,
    ProcessorTime,
    ProgramTime,
    thread_time,
)


class Deadline:
    """Ends `seconds` from now, later by the time in which program and caller had no processor.

    It is later by `MOST_WAITED_SECONDS` at most. `program_time` follows the program; the thread
    that makes a deadline is the one that waits for it.
    """

    def __init__(self, seconds: float, program_time: ProgramTime) -> None:
        self._program_time = program_time
        self._forgivable = MOST_WAITED_SECONDS
        self._before = self._time()
        self._ends = time.monotonic() + seconds

    def seconds_left(self) -> float:
        """Seconds until the end as far as it is known; 0 after it."""
        return max(self._ends - time.monotonic(), 0.0)

    def forgive(self) -> bool:
        """Whether there are seconds left once the time without a processor is forgiven.

        The end is put off by that time, so that `seconds_left` tells them.
        """
        now = self._time()
        waited = min(now.since(self._before).waited, self._forgivable)
        self._forgivable -= waited
        self._before = now
        self._ends += waited
        return self.seconds_left() > 0

    def _time(self) -> ProcessorTime:
        return self._program_time.read().plus(thread_time(threading.get_native_id()))
