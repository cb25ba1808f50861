"""Worker processes on this machine: the executor of long jobs when no cluster is given."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process


def default_workers() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def local_processes(count: int | None = None) -> Iterator[Executor]:
    """Yield an executor of `count` processes (default: one per core).

    An error ends them at once.
    """
    count = count or default_workers()
    before = set(active_children())
    # Spawned, not forked: a fork would inherit locks held by threads of this process.
    executor = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_leave_with_parent
    )
    try:
        with _interrupts_ignored():
            for _ in range(count):
                executor.submit(os.getpid)
        yield executor
    except BaseException:
        _withdraw_calls(executor)
        processes = set(active_children()) - before
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _withdraw_calls(executor: Executor) -> None:
    """Cancel all calls that wait for a process, and return when `executor` has dropped them.

    The executor of Python 3.11 prints a traceback if its processes are killed while it holds
    cancelled calls. It drops calls in order, so the last call is cancelled when all have been.
    """
    with suppress(BrokenExecutor, CancelledError, TimeoutError):
        last = executor.submit(os.getpid)
        executor.shutdown(wait=False, cancel_futures=True)
        last.result(timeout=5)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started inside the block ignore Ctrl-C; their parent ends them instead."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_with_parent() -> None:
    """Make this worker process exit when its parent has ended, even if the parent was killed."""
    parent = parent_process()
    assert parent is not None, "only started by a parent process"

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
