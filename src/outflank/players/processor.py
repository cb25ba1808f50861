"""How long threads were ready to run but had no processor, as Linux counts it.

Elsewhere all these times are 0.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MOST_WAITED_SECONDS = 3.0
"""The most of one turn that is not charged because the player had no processor."""

MOST_PROCESSES = 64
"""Of one program, looked at: the program itself and what it has started."""

PROCESSES = Path("/proc")


class ProcessorTime(NamedTuple):
    """Seconds that something has run, and has waited for a processor."""

    ran: float = 0.0
    waited: float = 0.0

    def plus(self, other: ProcessorTime) -> ProcessorTime:
        """Both together: one did its part after the other."""
        return ProcessorTime(self.ran + other.ran, self.waited + other.waited)

    def since(self, before: ProcessorTime) -> ProcessorTime:
        """What came to `before`."""
        return ProcessorTime(max(self.ran - before.ran, 0.0), max(self.waited - before.waited, 0.0))


def thread_time(thread: int | None) -> ProcessorTime:
    """The times of a thread of this process since it began; `thread` is its native number."""
    return ProcessorTime() if thread is None else _time_in(PROCESSES / "self/task" / str(thread))


class ProgramTime:
    """Adds up the times of another program: of all its threads and of what it has started.

    Between two readings, the waiting of the thread that waited longest counts: several threads
    may wait at the same time.
    """

    def __init__(self) -> None:
        self._process: int | None = None
        self._seen: dict[Path, ProcessorTime] = {}
        self._total = ProcessorTime()
        self._lock = threading.Lock()

    def follow(self, process: int | None) -> None:
        """Add the times of this process from now on, or of none."""
        with self._lock:
            self._add_grown()
            self._process = process
            self._seen = {}

    def read(self) -> ProcessorTime:
        """Both times so far, of all processes that were followed."""
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
    """The folders of all threads of a process and of those that it has started."""
    processes, found = [process], 0
    while processes and found < MOST_PROCESSES:
        found += 1
        for thread in _listed(PROCESSES / str(processes.pop()) / "task"):
            yield thread
            processes += map(int, _words_in(thread / "children"))


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # it has ended
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
