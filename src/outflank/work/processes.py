"""Processes on this machine to do the work: the executor where no cluster is given."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process


@contextmanager
def local_processes(count: int) -> Iterator[Executor]:
    """So many processes; an error or an interrupt ends them at once, with what they are at."""
    before = set(active_children())
    # Spawned, not forked: threads of this process would leave their locks behind in a fork.
    executor = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_leave_with_parent
    )
    try:
        with _interrupts_ignored():
            for _ in range(count):
                executor.submit(os.getpid)
        yield executor
    except BaseException:
        for process in set(active_children()) - before:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: they inherit this; their parent sees to them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave_with_parent() -> None:
    """End this process when its parent is gone, however that ended: nobody waits for it then."""
    parent = parent_process()
    assert parent is not None, "only processes that another has started do work for it"

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
