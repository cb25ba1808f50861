"""Measure how long threads ran, and how long they had to wait for a free CPU core.

Players are not charged for such waiting on a busy machine. The times come from Linux's schedstat;
on other systems all times are 0.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MOST_WAITED_SECONDS = 3.0
"""In one turn,
at most this many seconds of waiting for a CPU core are not charged to the player.
"""

MOST_PROCESSES = 64
"""At most this many processes of an external program are examined, child processes included."""

PROCESSES = Path("/proc")


class ProcessorTime(NamedTuple):
    """Seconds that a thread or program ran, and seconds that it waited for a CPU core."""

    ran: float = 0.0
    waited: float = 0.0

    def plus(self, other: ProcessorTime) -> ProcessorTime:
        """The sum of both times with those of `other`."""
        return ProcessorTime(self.ran + other.ran, self.waited + other.waited)

    def since(self, before: ProcessorTime) -> ProcessorTime:
        """How much both times have grown since the earlier measurement `before`."""
        return ProcessorTime(max(self.ran - before.ran, 0.0), max(self.waited - before.waited, 0.0))


def thread_time(thread: int | None) -> ProcessorTime:
    """The times of a thread of this process since its start.

    `thread` is its native id; None gives zero.
    """
    return ProcessorTime() if thread is None else _time_in(PROCESSES / "self/task" / str(thread))


class ProgramTime:
    """Measures an external program, with all its threads and child processes.

    Threads may wait at the same time, so between two measurements only the longest wait of a single
    thread counts.
    """

    def __init__(self) -> None:
        self._process: int | None = None
        self._seen: dict[Path, ProcessorTime] = {}
        self._total = ProcessorTime()
        self._lock = threading.Lock()

    def follow(self, process: int | None) -> None:
        """From now on measure the process with this id, in place of the one before;
        None measures nothing.
        """
        with self._lock:
            self._add_grown()
            self._process = process
            self._seen = {}

    def read(self) -> ProcessorTime:
        """The total times so far of all processes that were followed."""
        with self._lock:
            self._add_grown()
            return self._total

    def _add_grown(self) -> None:
        if self._process is None:
            return
        now = {folder: _time_in(folder) for folder in _threads_of(self._process)}
        grown = [
            time.since(self._seen.get(folder, ProcessorTime())) for folder, time in now.items()
        ]
        self._seen = now
        ran = sum(each.ran for each in grown)
        waited = max((each.waited for each in grown), default=0.0)
        self._total = self._total.plus(ProcessorTime(ran, waited))


def _threads_of(process: int) -> Iterator[Path]:
    """The folders in /proc of all threads of a process and of its child processes."""
    processes, found = [process], 0
    while processes and found < MOST_PROCESSES:
        found += 1
        for thread in _listed(PROCESSES / str(processes.pop()) / "task"):
            yield thread
            processes += map(int, _words_in(thread / "children"))


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # the process has ended
        return []


def _time_in(folder: Path) -> ProcessorTime:
    match _words_in(folder / "schedstat"):
        case [ran, waited, *_]:
            return ProcessorTime(int(ran) / 1e9, int(waited) / 1e9)
    return ProcessorTime()


def _words_in(file: Path) -> list[str]:
    try:
        return file.read_text().split()
    except OSError:
        return []
