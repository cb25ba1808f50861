"""Games in processes of their own, so that no player can stop a match.

A player may hang in compiled code, crash the interpreter or eat all memory. The process that plays
its game says who is thinking and for how long at most; when it dies or falls silent, the game is
that player's loss and another process takes its place.
"""

from __future__ import annotations

import atexit
import threading
from contextlib import suppress
from functools import cache

from outflank.arena.messages import GameTask, MatchGame
from outflank.arena.process import WorkerProcess
from outflank.errors import WorkerLost

ATTEMPTS = 2
"""How often a game is begun: a process may be killed by mistake, or for the memory of others."""

LOOK_SECONDS = 0.25
"""How often the watchman looks for processes that have fallen silent."""


class PoolClosed(Exception):
    """The game was not finished, as the match is over."""


class WorkerPool:
    """Processes that wait for games; as many as there are callers of `play` at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def play(self, task: GameTask) -> MatchGame:
        """Play one game in a process of the pool; called from as many threads as one likes.

        A game whose process is killed is played again in another. If that is killed too, the side
        to move has lost, or if the players were not made yet, `WorkerLost` is raised.
        """
        for _ in range(ATTEMPTS - 1):
            with suppress(WorkerLost):
                game, was_killed = self._play_once(task)
                if not was_killed:
                    return game
        return self._play_once(task)[0]

    def _play_once(self, task: GameTask) -> tuple[MatchGame, bool]:
        """The game as one process plays it, and whether that process was killed."""
        worker = self._take()
        try:
            game = worker.play(task)
            return game, worker.was_killed
        finally:
            self._put_back(worker)
            # A process that was ended by `close` looks like one that its player has crashed.
            if self._closed.is_set() and not worker.is_reusable:
                raise PoolClosed

    def close(self) -> None:
        """End all processes; games under way raise `PoolClosed`."""
        with self._lock:
            self._closed.set()
            idle, busy = self._idle, list(self._busy)
            self._idle = []
        for worker in idle:
            worker.end()
            worker.close_pipes()
        for worker in busy:
            worker.end()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _take(self) -> WorkerProcess:
        with self._lock:
            if self._closed.is_set():
                raise PoolClosed
            worker = self._idle.pop() if self._idle else WorkerProcess()
            self._busy.add(worker)
            return worker

    def _put_back(self, worker: WorkerProcess) -> None:
        with self._lock:
            self._busy.remove(worker)
            if worker.is_reusable and not self._closed.is_set():
                self._idle.append(worker)
                return
        worker.end()
        worker.close_pipes()

    def _watch(self) -> None:
        while not self._closed.wait(LOOK_SECONDS):
            with self._lock:
                busy = list(self._busy)
            for worker in busy:
                worker.end_if_overdue()


@cache
def _shared_pool() -> WorkerPool:
    pool = WorkerPool()
    atexit.register(pool.close)
    return pool


def play_isolated(task: GameTask) -> MatchGame:
    """Play one game in a process beside this one: what an executor on any machine can be given."""
    return _shared_pool().play(task)
