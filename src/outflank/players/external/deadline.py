"""The deadline by which an external program must answer."""

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
    """A deadline `seconds` from now, extended by the time for which the program, or the calling
    thread, had to wait for a CPU core.

    The extension is at most `MOST_WAITED_SECONDS`. `program_time` measures the program. The thread
    that creates the deadline must be the one that waits for the program.
    """

    def __init__(self, seconds: float, program_time: ProgramTime) -> None:
        self._program_time = program_time
        self._forgivable = MOST_WAITED_SECONDS
        self._before = self._time()
        self._ends = time.monotonic() + seconds

    def seconds_left(self) -> float:
        """Seconds until the deadline, with the extensions so far; 0 if it has passed."""
        return max(self._ends - time.monotonic(), 0.0)

    def forgive(self) -> bool:
        """Extend the deadline by waiting time since the last call;
        return whether there is time left.
        """
        now = self._time()
        waited = min(now.since(self._before).waited, self._forgivable)
        self._forgivable -= waited
        self._before = now
        self._ends += waited
        return self.seconds_left() > 0

    def _time(self) -> ProcessorTime:
        return self._program_time.read().plus(thread_time(threading.get_native_id()))
