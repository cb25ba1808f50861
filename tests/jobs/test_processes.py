"""Worker processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from multiprocessing.process import BaseProcess

import pytest

from outflank.jobs import processes
from outflank.jobs.processes import default_workers, local_processes


def test_the_default_is_a_process_for_every_core() -> None:
    assert 1 <= default_workers() <= (os.cpu_count() or 1)
    with local_processes() as executor:
        assert executor.submit(os.getpid).result() != os.getpid()


class _EndsAtOnce:
    """A process that has ended, and whose executor knows it, when `terminate` returns."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _EndsAtOnce) and self._process is other._process

    def __hash__(self) -> int:
        return hash(self._process)

    def terminate(self) -> None:
        self._process.kill()
        self._process.join()
        time.sleep(0.3)

    def join(self) -> None:
        self._process.join()


def test_an_error_with_cancelled_calls_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        processes,
        "active_children",
        lambda: [_EndsAtOnce(child) for child in multiprocessing.active_children()],
    )
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    before = threading.active_count()

    def fail_with_cancelled_calls() -> None:
        with local_processes(1) as executor:
            executor.submit(os.getpid).result()
            calls = [executor.submit(time.sleep, 60) for _ in range(6)]
            while not calls[1].running():  # one runs, one is next, the others wait
                time.sleep(0.01)
            assert [call.cancel() for call in calls[2:]] == [True] * 4
            raise RuntimeError("an error of the caller")

    with pytest.raises(RuntimeError, match="of the caller"):
        fail_with_cancelled_calls()
    assert multiprocessing.active_children() == []
    for _ in range(1000):  # the executor's own thread ends a moment later
        if threading.active_count() > before:
            time.sleep(0.01)
    assert failed == []
    assert threading.active_count() <= before
