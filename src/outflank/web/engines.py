"""A pool of search engines that all visitors of the web app share."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class _Idle:
    engine: Engine
    visitor: str
    since: float


class EnginePool:
    """Keeps at most `most_idle` unused engines, each for `idle_seconds`. Thread-safe.

    `table_megabytes` is the size of the transposition table of a new engine.
    """

    def __init__(self, *, most_idle: int, table_megabytes: float, idle_seconds: float) -> None:
        self._most_idle = most_idle
        self._table_megabytes = table_megabytes
        self._idle_seconds = idle_seconds
        self._idle: list[_Idle] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._idle)

    def take(self, threads: int, visitor: str) -> Engine:
        """Take an engine with `threads` threads out of the pool, or make a new one.

        The engine that this visitor used last is preferred: its transposition table may still hold
        positions of the visitor's game.
        """
        from outflank.engine.engine import Engine

        with self._lock:
            fitting = [idle for idle in self._idle if idle.engine.threads == threads]
            if fitting:
                # Its table may still hold the position. Otherwise take the engine idle longest.
                chosen = max(fitting, key=lambda idle: (idle.visitor == visitor, -idle.since))
                self._idle.remove(chosen)
                return chosen.engine
        return Engine(threads=threads, table_megabytes=self._table_megabytes)

    def give_back(self, engine: Engine, visitor: str) -> None:
        """Return an engine to the pool; above `most_idle`, the engine idle longest is dropped."""
        with self._lock:
            self._idle.append(_Idle(engine, visitor, time.monotonic()))
            del self._idle[: -self._most_idle]

    def forget_unused(self) -> None:
        """Drop engines that have been idle for `idle_seconds`, to free their memory."""
        oldest_kept = time.monotonic() - self._idle_seconds
        with self._lock:
            self._idle = [idle for idle in self._idle if idle.since > oldest_kept]

    def forget_all(self) -> None:
        """Drop all idle engines."""
        with self._lock:
            self._idle = []
