"""A pool of engines that all visitors share."""

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
    """Idle engines, at most `most_idle`, each kept for `idle_seconds`. Thread-safe."""

    def __init__(self, *, most_idle: int, table_megabytes: float, idle_seconds: float) -> None:
        self._most_idle = most_idle
        self._table_megabytes = table_megabytes
        self._idle_seconds = idle_seconds
        self._idle: list[_Idle] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._idle)

    def take(self, threads: int, visitor: str) -> Engine:
        """An engine for one search: the visitor's previous engine if it is idle."""
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
        """Return an engine to the pool; the oldest idle engine above `most_idle` is dropped."""
        with self._lock:
            self._idle.append(_Idle(engine, visitor, time.monotonic()))
            del self._idle[: -self._most_idle]

    def forget_unused(self) -> None:
        """Drop engines that were idle for `idle_seconds`, to free their memory."""
        oldest_kept = time.monotonic() - self._idle_seconds
        with self._lock:
            self._idle = [idle for idle in self._idle if idle.since > oldest_kept]

    def forget_all(self) -> None:
        """Drop all idle engines."""
        with self._lock:
            self._idle = []
