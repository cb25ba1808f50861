"""Memory that is given back."""

from __future__ import annotations

import asyncio
import os
import platform
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

from outflank.web import memory


class Cycle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


def test_cycles_are_freed_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "WAIT_SECONDS", 0.05)
    monkeypatch.setattr(memory, "WAIT_RATIO", 0.0)

    async def leave_and_wait() -> None:
        for _ in range(2):
            gone = weakref.ref(Cycle())
            memory.give_back_soon()
            first = memory._waiting
            memory.give_back_soon()
            assert memory._waiting is first
            async with asyncio.timeout(20):
                while gone() is not None:
                    await asyncio.sleep(0.01)

    asyncio.run(leave_and_wait())


@pytest.mark.skipif(sys.platform != "linux", reason="the resident size is read from /proc")
def test_freed_memory_goes_back_to_the_system() -> None:
    def resident_megabytes() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20

    blocks = [bytearray(20_000) for _ in range(10_000)]  # 190 MB; kept if a later block is in use
    kept = blocks[::100]
    full = resident_megabytes()
    blocks.clear()
    memory.give_back()
    assert len(kept) == 100
    assert resident_megabytes() < full - 150


def test_only_the_latest_keys_are_kept() -> None:
    latest = memory.Latest(2)
    for key in "abc":
        latest[key] = key
    assert dict(latest) == {"b": "b", "c": "c"}


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries return nothing")
@pytest.mark.parametrize(("chosen", "used"), [("", "malloc"), ("pymalloc", "pymalloc")])
def test_a_server_uses_the_allocator_of_the_c_library_by_default(chosen: str, used: str) -> None:
    program = (
        "import os; from outflank.web import memory; memory.restart_with_returned_memory();"
        "print(os.environ['PYTHONMALLOC'])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONMALLOC"}
    if chosen:
        environment["PYTHONMALLOC"] = chosen
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True
    )
    assert answer.stdout.strip() == used, answer.stderr
