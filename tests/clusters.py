"""A real cluster for tests: a scheduler and workers, each a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_SECONDS = 120


class Cluster:
    """A scheduler and its workers; a folder of theirs keeps what they say."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self._start(
            "scheduler",
            ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self._file)],
        )
        deadline = time.monotonic() + START_SECONDS
        while not self._file.exists():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)

    @property
    def address(self) -> str:
        """Where the scheduler listens."""
        return str(json.loads(self._file.read_text())["address"])

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Start one more worker, which takes a call at a time."""
        # Without a nanny, which would start a killed worker again.
        options = ["--scheduler-file", str(self._file), "--nthreads", "1", "--no-nanny"]
        self.workers.append(
            self._start("worker", [*options, "--local-directory", str(self._folder)])
        )
        return self.workers[-1]

    def kill_scheduler(self) -> None:
        """End it with all force."""
        self._processes[0].kill()
        self._processes[0].wait()

    def close(self) -> None:
        """End all processes."""
        # With all force: a worker that is asked to end waits for a scheduler that ends as well.
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()

    def _start(self, what: str, options: list[str]) -> subprocess.Popen[bytes]:
        log = (self._folder / f"{what}-{len(self._processes)}.log").open("wb")
        with log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *options],
                stdout=log,
                stderr=log,
            )
        self._processes.append(process)
        return process


@contextmanager
def running_cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A cluster of `workers` workers, all ended on leaving."""
    folder.mkdir(parents=True, exist_ok=True)
    cluster = Cluster(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
    finally:
        cluster.close()
