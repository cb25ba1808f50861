from __future__ import annotations

import threading
import time

import pytest

from outflank.play.attendant import Attendant, Late


def test_gives_what_the_function_returns_or_raises() -> None:
    attendant: Attendant[object] = Attendant()
    assert attendant.call(lambda: 3, 1.0) == 3
    assert attendant.call(lambda: None, None) is None
    returned = ValueError("returned, not raised")
    assert attendant.call(lambda: returned, 1.0) is returned
    with pytest.raises(ZeroDivisionError):
        attendant.call(lambda: 1 // 0, 1.0)
    assert not attendant.is_stuck
    attendant.dismiss()


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt, GeneratorExit])
def test_what_would_end_the_process_becomes_an_error(kind: type[BaseException]) -> None:
    def leave() -> None:
        raise kind

    attendant: Attendant[None] = Attendant()
    with pytest.raises(RuntimeError, match=kind.__name__):
        attendant.call(leave, 1.0)
    attendant.dismiss()


def test_all_calls_are_made_by_one_thread_that_ends() -> None:
    attendant: Attendant[int] = Attendant()
    threads = {attendant.call(threading.get_ident, 1.0) for _ in range(5)}
    assert len(threads) == 1
    assert threads != {threading.get_ident()}
    attendant.dismiss()
    assert threads.isdisjoint({thread.ident for thread in threading.enumerate()})


def test_one_that_was_never_called_can_be_dismissed() -> None:
    before = threading.active_count()
    Attendant[None]().dismiss()
    assert threading.active_count() == before


def test_does_not_wait_longer_than_its_limit() -> None:
    release = threading.Event()
    attendant: Attendant[bool] = Attendant()
    started = time.perf_counter()
    with pytest.raises(Late):
        attendant.call(release.wait, 0.1)
    assert 0.1 <= time.perf_counter() - started < 10
    assert attendant.is_stuck
    # It is not called again: an answer to the old call would be taken for the new one's.
    with pytest.raises(Late):
        attendant.call(lambda: True, 1.0)
    attendant.dismiss()
    release.set()
