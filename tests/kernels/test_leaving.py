"""Leaving a part of a search that another thread has made needless."""

from __future__ import annotations

from typing import Any

import pytest
from numba import types

from outflank.engine.weights import Weights
from outflank.engine.workspace import Table, Workspace, new_busy
from outflank.kernels.jit import kernel, u64
from outflank.kernels.leaving import (
    CHECK_NODES,
    ENDED,
    GOING_ON,
    LEAVING,
    come_back,
    enter_move,
    has_arrived,
    must_stop,
)
from outflank.kernels.probcut import EXACT
from outflank.kernels.table import NO_SQUARE, bucket_of, store
from outflank.kernels.workspace import WORK_TYPE
from outflank.search.stopping import StopFlag

i8, u8, void = types.int64, types.uint64, types.void

ROOT, CHILD, GRANDCHILD = (u64(0x1234_5678_9ABC_0000 + number) for number in range(3))
ALPHA, DEPTH = 100, 9


@kernel(void(u8, u8, i8, i8, WORK_TYPE))
def enter(next_hash: int, hashed: int, alpha: int, depth: int, work: Any) -> None:
    enter_move(next_hash, bucket_of(hashed, work), hashed, alpha, depth, work)


@kernel(void(u8, WORK_TYPE))
def back(next_hash: int, work: Any) -> None:
    come_back(next_hash, work)


@kernel(types.boolean(WORK_TYPE))
def stops(work: Any) -> bool:
    return must_stop(work)


@kernel(types.boolean(WORK_TYPE))
def arrived(work: Any) -> bool:
    return has_arrived(work)


@kernel(void(u8, i8, i8, i8, i8, WORK_TYPE))
def answer(hashed: int, lower: int, upper: int, depth: int, confidence: int, work: Any) -> None:
    bucket = bucket_of(hashed, work)
    store(bucket, hashed, lower, upper, depth, confidence, NO_SQUARE, NO_SQUARE, work)


class Thread:
    """A thread that is two moves deep in a search that others share."""

    def __init__(self, *, is_shared: bool = True) -> None:
        self.flag = StopFlag()
        busy = new_busy() if is_shared else None
        self.workspace = Workspace(Table(1), Weights.zeros(), self.flag, busy)
        self.work = self.workspace.work
        enter(CHILD, ROOT, ALPHA, DEPTH, self.work)
        enter(GRANDCHILD, CHILD, -ALPHA - 1, DEPTH - 1, self.work)

    def stops(self) -> bool:
        """Whether the thread notices something within the nodes it may take for that."""
        self.work["nodes"] += CHECK_NODES
        return bool(stops(self.work))

    def comes_back(self, next_hash: int) -> bool:
        back(next_hash, self.work)
        return bool(arrived(self.work))


def test_nothing_is_left_without_an_answer() -> None:
    thread = Thread()
    assert not thread.stops()
    assert not thread.comes_back(GRANDCHILD)


@pytest.mark.parametrize(("lower", "upper"), [(ALPHA + 1, 5000), (-5000, ALPHA)])
def test_everything_below_an_answered_node_is_left(lower: int, upper: int) -> None:
    thread = Thread()
    answer(ROOT, lower, upper, DEPTH, EXACT, thread.work)
    assert thread.stops()
    assert thread.work["stopped"] == LEAVING
    # The inner node goes on leaving, the outer one has its answer and the search goes on.
    assert not thread.comes_back(GRANDCHILD)
    assert thread.comes_back(CHILD)
    assert thread.work["leave_value"] == (lower if lower > ALPHA else upper)
    assert thread.work["stopped"] == GOING_ON
    assert not thread.stops()


def test_only_what_is_below_the_answered_node_is_left() -> None:
    thread = Thread()
    answer(CHILD, -ALPHA, 5000, DEPTH - 1, EXACT, thread.work)
    assert thread.stops()
    assert thread.comes_back(GRANDCHILD)
    assert thread.work["leave_value"] == -ALPHA
    assert thread.work["open_count"] == 1


@pytest.mark.parametrize(
    ("lower", "upper", "depth", "confidence"),
    [
        (ALPHA, ALPHA + 1, DEPTH, EXACT),  # on neither side of alpha
        (ALPHA + 1, 5000, DEPTH - 1, EXACT),  # of a shallower search
        (ALPHA + 1, 5000, DEPTH + 1, EXACT),  # another depth has another value at full width
        (ALPHA + 1, 5000, DEPTH, EXACT - 1),  # not as sure
    ],
)
def test_what_is_no_answer_is_none(lower: int, upper: int, depth: int, confidence: int) -> None:
    thread = Thread()
    answer(ROOT, lower, upper, depth, confidence, thread.work)
    assert not thread.stops()


def test_a_selective_search_takes_a_deeper_answer() -> None:
    thread = Thread()
    thread.workspace.trust(0)
    answer(ROOT, ALPHA + 1, 5000, DEPTH + 1, 0, thread.work)
    assert thread.stops()


def test_a_search_that_has_ended_ends_at_every_node() -> None:
    thread = Thread()
    answer(ROOT, ALPHA + 1, 5000, DEPTH, EXACT, thread.work)
    thread.flag.set()
    assert thread.stops()
    assert thread.work["stopped"] == ENDED
    assert not thread.comes_back(GRANDCHILD)
    assert not thread.comes_back(CHILD)


def test_a_single_thread_checks_no_other_threads() -> None:
    thread = Thread(is_shared=False)
    answer(ROOT, ALPHA + 1, 5000, DEPTH, EXACT, thread.work)
    assert thread.work["open_count"] == 0
    assert not thread.stops()
