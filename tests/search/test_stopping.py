"""The flag that ends a search, and the thread that it runs in."""

from __future__ import annotations

import random
import signal
import threading
import time
from contextlib import suppress
from typing import Any

import pytest

from outflank.kernels.jit import kernel
from outflank.kernels.memory import load_shared
from outflank.search.stopping import StopFlag
from tests.search.interrupting import interrupted_after


@kernel("i8(u8)")
def read(address: int) -> int:
    return load_shared(address)


def wait_for(flag: StopFlag, seconds: float = 20) -> bool:
    """What a search does: look at the flag until it is set."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        if flag.is_set:
            return True
        time.sleep(0.001)
    return False


def test_kernels_see_the_flag() -> None:
    flag = StopFlag()
    assert read(flag.address) == 0
    flag.set()
    assert flag.is_set
    assert read(flag.address) == 1


def test_result_is_handed_on() -> None:
    assert StopFlag().run(lambda: "found", None) == "found"
    assert StopFlag().run(lambda: "found", 20) == "found"


def test_exception_is_handed_on() -> None:
    def fail() -> None:
        raise ValueError("a bug")

    with pytest.raises(ValueError, match="a bug"):
        StopFlag().run(fail, None)
    with pytest.raises(ValueError, match="a bug"):
        StopFlag().run(fail, 20)


def test_flag_is_set_when_the_time_is_up_and_not_before() -> None:
    flag = StopFlag()
    started = time.perf_counter()
    assert flag.run(lambda: wait_for(flag), 0.05)
    assert 0.05 <= time.perf_counter() - started < 20


def test_flag_stays_clear_after_a_search_that_was_in_time() -> None:
    flag = StopFlag()
    for _ in range(3):
        flag.run(lambda: None, 0.01)
    time.sleep(0.03)
    assert not flag.is_set


def test_flag_is_clear_at_the_start_of_the_next_search() -> None:
    flag = StopFlag()
    flag.set()
    assert flag.run(lambda: flag.is_set, None) is False


def test_very_long_times_are_no_error() -> None:
    # Not ready at once, so that there is something to wait for.
    assert StopFlag().run(lambda: time.sleep(0.05), 1e30) is None


@pytest.mark.parametrize("seconds", [None, 100])
def test_interrupt_sets_the_flag_and_waits_for_the_end(seconds: Any) -> None:
    flag = StopFlag()
    ended = []
    begun = threading.Event()  # a search that is interrupted before never begins

    def search() -> None:
        begun.set()
        ended.append(wait_for(flag))

    with pytest.raises(KeyboardInterrupt), interrupted_after(0.05, begun):
        flag.run(search, seconds)
    assert ended == [True]


# Python ignores an interrupt that comes within a callback of its garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_at_any_moment_leaves_no_search_running() -> None:
    flag = StopFlag()
    running: list[object] = []

    def search() -> None:
        running.append(None)
        wait_for(flag, seconds=0.3)
        running.pop()

    chance = random.Random(1)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for _ in range(200):  # most of them while the thread is starting
            with suppress(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, chance.uniform(0.00001, 0.001))
                flag.run(search, None)
            assert not running
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
