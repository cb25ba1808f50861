"""Run the games of a match in processes of this machine, in this process, or on an executor."""

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
    """Yield a function that submits a game and returns its future.

    Without an executor, `workers` games at a time are played in processes of this machine. With
    one, each game runs in a separate process that the executor's process starts. Leaving the block
    ends unfinished games.
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
        # Cancel queued games, kill running ones, then join the threads.
        threads.shutdown(wait=False, cancel_futures=True)
        pool.close()
        threads.shutdown()


@contextmanager
def this_process() -> Iterator[Submit]:
    """Yield a function that submits games, which are played one after another in this process.

    Needed when players are objects, which cannot be sent to another process.
    """
    # Imported here: Python warns if a module run with -m was imported before.
    from outflank.arena.worker import play_here

    thread = ThreadPoolExecutor(1)
    try:
        yield lambda task: thread.submit(play_here, task)
    finally:
        thread.shutdown(cancel_futures=True)


def game_of(future: Future[MatchGame]) -> MatchGame | None:
    """The finished game of a future, or None if it was cancelled or is not finished.

    Used after an interrupt, when the context of `place_for_games` has been left.
    """
    if not future.done():
        return None
    try:
        return future.result()
    except (CancelledError, PoolClosed, WorkerLost):
        return None
