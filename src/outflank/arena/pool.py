"""Play games in separate processes, so that no player can stop a match.

A player may hang in compiled code, crash the interpreter or use up memory. The worker process
reports which side is thinking and its time limit. If the process dies or exceeds the limit, that
side loses the game, and a new process replaces the old one.
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
"""How often a game is tried, since a process may be killed by mistake or for lack of memory."""

LOOK_SECONDS = 0.25
"""Interval in seconds at which the pool looks for processes that exceeded their time limit."""


class PoolClosed(Exception):
    """The pool was closed before the game was finished."""


class WorkerPool:
    """Worker processes that play games.

    Each call of `play` uses an idle one or starts a new one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[WorkerProcess] = []
        self._busy: set[WorkerProcess] = set()
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def play(self, task: GameTask) -> MatchGame:
        """Play one game in a process of the pool; may be called from any number of threads.

        If the process is killed from outside, the game is repeated in another process. If that one
        is killed too, the side to move loses, or `WorkerLost` is raised if the players were not
        made yet.
        """
        for _ in range(ATTEMPTS - 1):
            with suppress(WorkerLost):
                game, was_killed = self._play_once(task)
                if not was_killed:
                    return game
        return self._play_once(task)[0]

    def _play_once(self, task: GameTask) -> tuple[MatchGame, bool]:
        """Play the game in one process; also return whether the process was killed from outside."""
        worker = self._take()
        try:
            game = worker.play(task)
            return game, worker.was_killed
        finally:
            self._put_back(worker)
            # A process ended by `close` looks like one that a player crashed.
            if self._closed.is_set() and not worker.is_reusable:
                raise PoolClosed

    def close(self) -> None:
        """Kill all processes; calls of `play` that are still running raise `PoolClosed`."""
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
    """Play one game in a separate process of this machine; the function that executors run."""
    return _shared_pool().play(task)
