"""The desk: turns, stops, progress, and what it gives back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from outflank import Game
from outflank.engine.analysis import Analysis
from outflank.engine.engine import Engine
from outflank.engine.review_settings import ReviewSettings
from outflank.engine.reviewing import review
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.rules.position import Position
from outflank.search.limit import Limit
from outflank.web.allowed import web_kinds
from outflank.web.desk import MOST_WAITING_OF_VISITOR, QUICK_SECONDS, Busy, Desk
from outflank.web.jobs import TELL_SECONDS, be_nice

START = Position.start()
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
LONG = Limit(level=60)
SHORT = Limit(depth=4)


def with_desk(test: Callable[[Desk], Coroutine[Any, Any, None]], **options: Any) -> None:
    """Run a test with a desk that is closed at the end."""

    async def run() -> None:
        desk = Desk(**options)
        try:
            await asyncio.wait_for(test(desk), 120)
        finally:
            await desk.close()
            assert not desk.running
            assert not desk.waiting

    asyncio.run(run())


def game_of(transcript: str) -> Game:
    return Game.from_moves(re.findall("..", transcript))


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.005)


async def cancelled(task: asyncio.Task[Any]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


def searching() -> int:
    return sum(thread.name == "search" for thread in threading.enumerate())


# Answers


def test_a_search_gives_what_the_engine_gives() -> None:
    async def test(desk: Desk) -> None:
        found = await desk.search(START, Limit(depth=6), visitor="a", lines=3)
        expected = Engine().search(START, Limit(depth=6), lines=3)
        assert [line.score for line in found.lines] == [line.score for line in expected.lines]
        assert found.depth == 6
        assert found.complete

    with_desk(test, cores=1)


def test_every_player_of_the_web_chooses_a_legal_move() -> None:
    async def test(desk: Desk) -> None:
        game = game_of("f5d6c3d3c4")
        for kind in web_kinds():
            names = {option.name for option in kind.options}
            limit = ":time=0.05" if "time" in names else ""
            move = await desk.choose(kind.name + limit, game, visitor="a")
            assert move in game.position.legal_moves(), kind.name
            assert len(game.moves()) == 5

    with_desk(test)


def test_a_solve_proves_the_known_score() -> None:
    async def test(desk: Desk) -> None:
        solution = await desk.solve(read(FFO_40).position, visitor="a")
        assert (solution.score, solution.complete) == (38, True)

    with_desk(test)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_review_is_that_of_the_engine(cores: int) -> None:
    async def test(desk: Desk) -> None:
        game = game_of("f5d6c3d3c4f4")
        told: list[int] = []
        settings = ReviewSettings(depth=8)
        found = await desk.review(
            game, settings, visitor="a", progress=lambda move: told.append(move.number)
        )
        assert told == [1, 2, 3, 4, 5, 6]
        assert found.as_dict() == review(game, settings).as_dict()
        with pytest.raises(OutflankError, match="no move to review"):
            await desk.review(Game(), settings, visitor="a")

    with_desk(test, cores=cores)


def test_other_visitors_do_not_change_a_review() -> None:
    async def test(desk: Desk) -> None:
        game = game_of("f5d6c3d3c4f4")
        settings = ReviewSettings(depth=14)
        others = [
            asyncio.ensure_future(desk.search(START, Limit(seconds=3), visitor=f"other {number}"))
            for number in range(4)
        ]
        found = await desk.review(game, settings, visitor="a")
        assert found.as_dict() == review(game, settings).as_dict()
        await asyncio.gather(*others)

    with_desk(test, cores=1)


def test_random_moves_of_a_spec_are_counted_by_the_game() -> None:
    async def test(desk: Desk) -> None:
        spec = "engine:level=1,random_first=2,seed={}"
        first = {await desk.choose(spec.format(seed), Game(), visitor="a") for seed in range(30)}
        assert first == set(START.legal_moves())
        later = game_of("f5d6c3d3c4f4")
        moves = {await desk.choose(spec.format(seed), later, visitor="a") for seed in range(10)}
        assert len(moves) == 1
        always = "random:seed=7"
        assert await desk.choose(always, later, visitor="a") == await desk.choose(
            always, later, visitor="b"
        )

    with_desk(test)


def test_what_is_not_allowed_or_not_possible_is_refused() -> None:
    over = game_of("e6f4e3f6g5d6e7f5c5")  # Black has all the discs

    async def test(desk: Desk) -> None:
        assert over.position.is_over()
        with pytest.raises(OutflankError, match="python"):
            await desk.choose("python:x.py:X", Game(), visitor="a")
        with pytest.raises(OutflankError, match="over"):
            await desk.choose("engine:level=1", over, visitor="a")
        with pytest.raises(OutflankError, match="over"):
            await desk.search(over.position, SHORT, visitor="a")
        with pytest.raises(OutflankError, match="lines=0"):
            await desk.search(START, SHORT, visitor="a", lines=0)

    with_desk(test)


# Progress


def test_progress_comes_on_the_event_loop_and_not_too_often() -> None:
    async def test(desk: Desk) -> None:
        told = 0
        depths: list[int] = []

        def hear(analysis: Analysis) -> None:
            assert threading.current_thread() is threading.main_thread()
            nonlocal told
            told += 1
            depths.append(analysis.depth)

        started = time.monotonic()
        await desk.search(START, Limit(seconds=1.0), visitor="a", progress=hear)
        assert 1 <= told <= 1 + (time.monotonic() - started) / TELL_SECONDS
        assert depths == sorted(depths)

    with_desk(test)


def test_an_error_of_the_progress_callback_ends_the_search() -> None:
    async def test(desk: Desk) -> None:
        def complain(analysis: Analysis) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await desk.search(START, LONG, visitor="a", progress=complain)
        await until(lambda: not desk.running)

    with_desk(test)


# Stops


def test_cancelling_stops_the_search() -> None:
    async def test(desk: Desk) -> None:
        task = asyncio.create_task(desk.search(START, LONG, visitor="a"))
        await until(lambda: desk.running == 1)
        await asyncio.sleep(0.2)
        started = time.monotonic()
        await cancelled(task)
        await until(lambda: not desk.running)
        assert time.monotonic() - started < 60
        await until(lambda: searching() == 0)

    with_desk(test)


def test_cancelling_at_once_stops_it_too() -> None:
    async def test(desk: Desk) -> None:
        for delay in (0, 0, 0.001, 0.003, 0.01):
            task = asyncio.create_task(desk.search(START, LONG, visitor="a"))
            await asyncio.sleep(delay)
            await cancelled(task)
        await until(lambda: not desk.running and searching() == 0)

    with_desk(test, cores=1)


@pytest.mark.parametrize("spec", ["engine:level=60", "mcts:time=30", "pvs:time=30", "plain:time=2"])
def test_cancelling_stops_a_player(spec: str) -> None:
    async def test(desk: Desk) -> None:
        task = asyncio.create_task(desk.choose(spec, Game(), visitor="a"))
        await asyncio.sleep(0.3)
        await cancelled(task)
        await until(lambda: not desk.running)

    with_desk(test)


def test_cancelling_while_waiting_leaves_the_line() -> None:
    async def test(desk: Desk) -> None:
        running = asyncio.create_task(desk.search(START, LONG, visitor="a"))
        waiting = asyncio.create_task(desk.search(START, LONG, visitor="b"))
        await asyncio.sleep(0)
        assert (desk.running, desk.waiting) == (1, 1)
        assert (desk.place("a"), desk.place("b")) == (None, 0)
        await cancelled(waiting)
        assert (desk.running, desk.waiting) == (1, 0)
        await cancelled(running)

    with_desk(test, cores=1)


def test_closing_ends_what_runs_and_refuses_what_waits() -> None:
    async def run() -> None:
        desk = Desk(cores=1)
        running = asyncio.create_task(desk.search(START, LONG, visitor="a"))
        waiting = asyncio.create_task(desk.search(START, LONG, visitor="b"))
        await asyncio.sleep(0.3)
        await desk.close()
        assert (await running).move in START.legal_moves()
        with pytest.raises(Busy, match="stopping"):
            await waiting
        with pytest.raises(Busy, match="stopping"):
            await desk.search(START, SHORT, visitor="c")

    asyncio.run(run())


# Turns


def test_more_searches_than_cores_wait_and_all_are_answered() -> None:
    async def test(desk: Desk) -> None:
        tasks = [
            asyncio.create_task(desk.search(START, SHORT, visitor=f"visitor {number}"))
            for number in range(40)
        ]
        await asyncio.sleep(0)
        assert (desk.running, desk.waiting) == (2, 38)
        assert [desk.place(f"visitor {number}") for number in (0, 2, 39)] == [None, 0, 37]
        answers = await asyncio.gather(*tasks)
        assert all(answer.complete for answer in answers)

    with_desk(test, cores=2)


def test_one_visitor_cannot_starve_another() -> None:
    async def test(desk: Desk) -> None:
        ended: list[str] = []

        async def ask(visitor: str) -> None:
            await desk.search(START, SHORT, visitor=visitor, gives_way=False)
            ended.append(visitor)

        greedy = [asyncio.create_task(ask("greedy")) for _ in range(MOST_WAITING_OF_VISITOR)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(ask(f"modest {number}")) for number in range(3)]
        await asyncio.gather(*greedy, *modest)
        assert ended[:5] == ["greedy", "greedy", "modest 0", "modest 1", "modest 2"]

    with_desk(test, cores=1)  # so that they end in the order of their turns


def test_one_visitor_has_one_core_at_a_time() -> None:
    async def test(desk: Desk) -> None:
        tasks = [
            asyncio.create_task(desk.search(START, SHORT, visitor="greedy", gives_way=False))
            for _ in range(MOST_WAITING_OF_VISITOR)
        ]
        await asyncio.sleep(0)
        assert desk.running == 1  # although there are two
        await asyncio.gather(*tasks)

    with_desk(test, cores=2)


def test_a_visitor_that_asks_for_too_much_is_refused() -> None:
    async def test(desk: Desk) -> None:
        tasks = [
            asyncio.create_task(desk.search(START, LONG, visitor="a", gives_way=False))
            for _ in range(MOST_WAITING_OF_VISITOR + 1)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="waiting already"):
            await desk.search(START, SHORT, visitor="a")
        assert (await desk.search(START, SHORT, visitor="b")).complete
        for task in tasks:
            await cancelled(task)

    with_desk(test, cores=2)


def test_a_long_search_leaves_its_place_to_others_and_goes_on() -> None:
    async def test(desk: Desk) -> None:
        long = asyncio.create_task(desk.search(START, LONG, visitor="long"))
        await asyncio.sleep(0)
        for number in range(5):
            assert (await desk.search(START, SHORT, visitor=f"visitor {number}")).complete
        assert not long.done()
        assert desk.running == 1
        await cancelled(long)

    with_desk(test, cores=1)


def test_a_long_move_does_the_same() -> None:
    async def test(desk: Desk) -> None:
        long = asyncio.create_task(desk.choose("mcts:time=20", Game(), visitor="long"))
        await asyncio.sleep(0)
        for number in range(5):
            await desk.choose("engine:level=1", Game(), visitor=f"visitor {number}")
        assert not long.done()
        await cancelled(long)

    with_desk(test, cores=1)


def test_moves_do_not_wait_for_analyses() -> None:
    async def test(desk: Desk) -> None:
        analyses = [
            asyncio.create_task(desk.search(START, LONG, visitor=f"analyst {number}"))
            for number in range(3)
        ]
        await asyncio.sleep(0)
        move = asyncio.create_task(desk.choose("engine:level=1", Game(), visitor="player"))
        await asyncio.sleep(0)
        assert desk.place("player") is None
        assert (desk.running, desk.waiting) == (2, 2)
        assert await move in START.legal_moves()
        for analysis in analyses:
            await cancelled(analysis)

    with_desk(test, cores=1)


def test_where_too_many_are_long_the_longest_answers_with_what_it_has() -> None:
    async def test(desk: Desk) -> None:
        first = asyncio.create_task(desk.search(START, LONG, visitor="first"))
        await asyncio.sleep(0)
        second = asyncio.create_task(desk.search(START, LONG, visitor="second"))
        third = asyncio.create_task(desk.search(START, LONG, visitor="third"))
        answer = await first
        assert not answer.complete
        assert answer.depth > 1
        assert answer.seconds >= QUICK_SECONDS
        await until(lambda: desk.running == 2)
        await cancelled(second)
        await cancelled(third)

    with_desk(test, cores=1)


def test_an_analysis_gives_way_to_what_its_visitor_asks_for_next() -> None:
    async def test(desk: Desk) -> None:
        analysis = asyncio.create_task(desk.search(START, LONG, visitor="a"))
        await asyncio.sleep(0.2)
        move = await desk.choose("engine:level=1", Game(), visitor="a")
        assert move in START.legal_moves()
        assert not (await analysis).complete

    with_desk(test)


def test_threads_are_nicer_than_the_server_however_nice_it_is() -> None:
    if sys.platform != "linux":
        pytest.skip("elsewhere threads have no niceness of their own")
    found: list[int] = []

    def be_nice_twice() -> None:
        for _ in range(2):
            be_nice(15)
            found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    thread = threading.Thread(target=be_nice_twice)
    thread.start()
    thread.join()
    assert found == [min(before + 15, 19), 19]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


# Memory


def test_engines_are_shared_and_given_back() -> None:
    if sys.platform != "linux":
        pytest.skip("the memory of a process is read as Linux tells it")
    pages = Path("/proc/self/statm")

    def megabytes() -> float:
        return int(pages.read_text().split()[1]) * 4096 / 2**20

    async def test(desk: Desk) -> None:
        await desk.search(START, SHORT, visitor="loads the kernels")
        await until(lambda: not desk.idle_engines)
        before = megabytes()
        await asyncio.gather(
            *(desk.search(START, SHORT, visitor=f"visitor {number}") for number in range(10))
        )
        assert 1 <= desk.idle_engines <= 2
        assert megabytes() > before + 50
        await until(lambda: not desk.idle_engines)
        assert megabytes() < before + 30

    with_desk(test, cores=2, table_megabytes=64, idle_seconds=0.5)
