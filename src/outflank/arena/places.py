"""Where games are played: processes on this machine, or any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeAlias

from outflank.arena.messages import GameTask, MatchGame
from outflank.arena.pool import PoolClosed, WorkerPool, play_isolated
from outflank.errors import WorkerLost

Submit: TypeAlias = Callable[[GameTask], "Future[MatchGame]"]


@contextmanager
def place_for_games(executor: Executor | None, workers: int) -> Iterator[Submit]:
    """What takes games and plays them, so many at a time; leaving it ends those not over.

    Without an executor they are played in processes of this machine. With one, each game runs in
    a process beside the executor's own.
    """
    if executor is not None:
        futures: set[Future[MatchGame]] = set()

        def submit(task: GameTask) -> Future[MatchGame]:
            future = executor.submit(play_isolated, task)
            futures.add(future)
            future.add_done_callback(futures.discard)
            return future

        try:
            yield submit
        finally:
            for future in list(futures):
                future.cancel()
        return
    threads, pool = ThreadPoolExecutor(workers), WorkerPool()
    try:
        yield lambda task: threads.submit(pool.play, task)
    finally:
        # First the games to come, then those under way, then the threads that wait for them.
        threads.shutdown(wait=False, cancel_futures=True)
        pool.close()
        threads.shutdown()


@contextmanager
def this_process() -> Iterator[Submit]:
    """Games one after the other in this process, for players that are objects."""
    # Not above: Python warns where a module that runs as a program was imported before.
    from outflank.arena.worker import play_here

    thread = ThreadPoolExecutor(1)
    try:
        yield lambda task: thread.submit(play_here, task)
    finally:
        thread.shutdown(cancel_futures=True)


def game_of(future: Future[MatchGame]) -> MatchGame | None:
    """The game of a future that a place was left with, if it was over by then."""
    if not future.done():
        return None
    try:
        return future.result()
    except (CancelledError, PoolClosed, WorkerLost):
        return None
