"""Threads that answer one question together. Any callable can stand for a kernel."""

from __future__ import annotations

import ctypes
import gc
import threading
import time
from functools import cache
from typing import Any

import pytest

from outflank.engine.crew import NO_LIMIT, Crew
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.kernels.endgame import solve_root
from outflank.kernels.probcut import EXACT
from outflank.search.limit import Limit
from tests.endgames import compiled_exact_score, played_endgames


@cache
def zeros() -> Weights:
    return Weights.zeros()


def new_crew(threads: int, table_megabytes: float = 1) -> Crew:
    return Crew(threads=threads, table_megabytes=table_megabytes, weights=zeros())


def records_of(crew: Crew) -> list[Any]:
    """The record of each thread, as its kernel is given it."""
    together = threading.Barrier(crew.threads)
    found: list[Any] = []

    def kernel(work: Any) -> int:
        together.wait()  # no thread takes two of the calls
        found.append(work)
        return 0

    crew.run(lambda: crew.ask(kernel), None)
    return found


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_all_threads_are_asked_and_each_has_a_record(threads: int) -> None:
    found = records_of(new_crew(threads))
    assert len({work["states_address"] for work in found}) == threads
    assert len({work["near_address"] for work in found}) == threads
    assert len({work["table_address"] for work in found}) == 1
    assert len({work["busy_address"] for work in found}) == 1
    assert bool(found[0]["busy_address"]) == (threads > 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_the_first_to_finish_answers_for_all(threads: int) -> None:
    crew = new_crew(threads)
    records = records_of(crew)
    first = int(crew.work["states_address"])

    def kernel(question: int, work: Any) -> int:
        if work["states_address"] == first:
            return question + 1
        while not is_set(work["answered_address"]):
            time.sleep(0.001)
        work["stopped"] = 1
        return -1

    for question in range(5):  # the flag that ended the others is down again
        for work in records:
            work["stopped"] = 0
        assert crew.ask(kernel, question) == question + 1


def is_set(address: int) -> bool:
    return bool(ctypes.c_int64.from_address(int(address)).value)


def test_the_result_does_not_wait_for_a_late_thread() -> None:
    crew = new_crew(2)
    first = int(crew.work["states_address"])
    goes_on = threading.Event()
    met: list[int] = []

    def kernel(question: int, work: Any) -> int:
        if work["states_address"] != first:
            goes_on.wait(20)
            met.append(question)
            work["stopped"] = 1
        return question

    def task() -> list[int | None]:
        answers = [crew.ask(kernel, question) for question in range(3)]
        assert met == []
        goes_on.set()
        return answers

    assert crew.run(task, None) == [0, 1, 2]
    assert met == [0, 1, 2]  # one after the other, and all of them before the task is over


@pytest.mark.parametrize("threads", [1, 2])
def test_no_answer_of_a_stopped_search_counts(threads: int) -> None:
    crew = new_crew(threads)

    def kernel(work: Any) -> int:
        work["stopped"] = 1
        return 5

    assert crew.ask(kernel) is None


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_thread_reaches_the_caller(threads: int) -> None:
    def kernel(work: Any) -> int:
        raise ZeroDivisionError

    crew = new_crew(threads)
    with pytest.raises(ZeroDivisionError):
        crew.ask(kernel)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_begin_counts_from_zero_and_shares_the_limit_out(threads: int) -> None:
    crew = new_crew(threads)
    pair = next(played_endgames(1, 1, range(12, 13)))
    crew.begin(Limit())
    assert crew.nodes == 0
    assert crew.work["node_limit"] == NO_LIMIT // threads
    crew.ask(solve_root, *pair, -65, 65)
    assert crew.nodes > 100
    age = int(crew.work["age"])
    crew.begin(Limit(nodes=3000))
    assert crew.nodes == 0
    assert [int(work["node_limit"]) for work in records_of(crew)] == [3000 // threads] * threads
    assert crew.work["age"] == age + 1
    for _ in range(300):  # ages go round
        crew.begin(Limit())
    assert 0 <= int(crew.work["age"]) < 256


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_find_the_score(threads: int) -> None:
    crew = new_crew(threads)
    for pair in played_endgames(2, 40, range(1, 13)):
        crew.begin(Limit())
        score = compiled_exact_score(*pair, -64, 64)
        assert crew.ask(solve_root, *pair, -65, 65) == score
        assert crew.ask(solve_root, *pair, score, 65) <= score  # type: ignore[operator]


def test_trust_reaches_every_thread() -> None:
    crew = new_crew(3)
    tolerances = []
    for confidence in range(EXACT + 1):
        crew.trust(confidence)
        for work in records_of(crew):
            assert work["selectivity"] == confidence
            assert (work["tolerance"] == 0) == (confidence == EXACT)
        tolerances.append(int(crew.work["tolerance"]))
    # The more confidence is asked for, the more deviations it takes; then nothing is cut.
    assert tolerances[:EXACT] == sorted(set(tolerances[:EXACT]))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_task_gets_no_more_answers(threads: int) -> None:
    crew = new_crew(threads)
    pair = next(played_endgames(3, 1, range(14, 15)))
    crew.begin(Limit())

    def task() -> tuple[int | None, bool, int | None]:
        before = crew.ask(solve_root, *pair, -1, 1)
        crew.stop()
        crew.clear()
        return before, crew.is_stopped, crew.ask(solve_root, *pair, -65, 65)

    before, is_stopped, after = crew.run(task, None)
    assert before is not None
    assert is_stopped
    assert after is None
    # The next task is not stopped.
    assert crew.run(lambda: crew.ask(solve_root, *pair, -65, 65), None) is not None
    assert not crew.is_stopped


@pytest.mark.parametrize("threads", [1, 2])
def test_a_task_that_runs_out_of_time_gets_no_more_answers(threads: int) -> None:
    crew = new_crew(threads)
    crew.begin(Limit())
    start = (0x0000000810000000, 0x0000001008000000)
    started = time.perf_counter()
    assert crew.run(lambda: crew.ask(solve_root, *start, -65, 65), 0.05) is None
    assert time.perf_counter() - started < 60
    assert crew.is_stopped


def test_clear_forgets() -> None:
    crew = new_crew(2)
    pair = next(played_endgames(4, 1, range(13, 14)))
    nodes = []
    for clears in (False, False, True):
        if clears:
            crew.clear()
        crew.begin(Limit())
        crew.ask(solve_root, *pair, -65, 65)
        nodes.append(crew.nodes)
    assert nodes[1] < nodes[0] / 10
    assert nodes[2] > nodes[0] / 3


def test_threads_end_with_their_crew() -> None:
    before = threading.active_count()
    for _ in range(5):
        records_of(new_crew(3))
    gc.collect()
    deadline = time.perf_counter() + 60
    while threading.active_count() > before and time.perf_counter() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


@pytest.mark.parametrize("megabytes", [0, -1])
def test_a_table_without_room_is_refused(megabytes: float) -> None:
    with pytest.raises(OutflankError, match="holds nothing"):
        new_crew(1, megabytes)


def test_no_threads_are_refused() -> None:
    with pytest.raises(OutflankError, match="1 or more"):
        new_crew(0)
