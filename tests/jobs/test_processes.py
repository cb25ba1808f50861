"""Worker processes on this machine."""

from __future__ import annotations

import os

from outflank.jobs.processes import default_workers, local_processes


def test_the_default_is_a_process_for_every_core() -> None:
    assert 1 <= default_workers() <= (os.cpu_count() or 1)
    with local_processes() as executor:
        assert executor.submit(os.getpid).result() != os.getpid()
