"""Worker processes on this machine."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children
from typing import Any

import pytest

from outflank.jobs.processes import default_workers, local_processes


def test_the_default_is_a_process_for_every_core() -> None:
    assert 1 <= default_workers() <= (os.cpu_count() or 1)
    with local_processes() as executor:
        assert executor.submit(os.getpid).result() != os.getpid()


def interrupted_after_withdrawing_calls() -> None:
    with local_processes(1) as executor:
        futures = [executor.submit(time.sleep, 60) for _ in range(20)]
        while not futures[0].running():
            time.sleep(0.01)
        for future in futures:
            future.cancel()
        raise KeyboardInterrupt


def test_an_interrupt_with_withdrawn_calls_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 prints a traceback if processes are killed before cancelled calls are dropped."""
    failures: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    shutdown = ProcessPoolExecutor.shutdown

    def late_shutdown(executor: ProcessPoolExecutor, **options: bool) -> None:
        time.sleep(0.3)  # long enough for the executor to notice processes that were killed
        shutdown(executor, **options)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", late_shutdown)
    with pytest.raises(KeyboardInterrupt):
        interrupted_after_withdrawing_calls()
    assert active_children() == []
    assert not failures
