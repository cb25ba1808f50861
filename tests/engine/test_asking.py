"""Analyses as an asynchronous iterator: all of them, in order, and an end at any time."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing

import pytest

from outflank.engine.analysis import Analysis
from outflank.engine.asking import analyse
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.search.limit import Limit
from tests.weights import mixed_weights

START = Position.start()


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(table_megabytes=4, weights=mixed_weights())


async def collect(engine: Engine, limit: Limit, lines: int = 1) -> list[Analysis]:
    return [analysis async for analysis in analyse(engine, START, limit, lines=lines)]


def test_every_step_comes_and_the_answer_last(engine: Engine) -> None:
    found = asyncio.run(collect(engine, Limit(depth=8)))
    assert [analysis.depth for analysis in found] == [2, 4, 6, 8, 8]
    assert found[-1].complete
    assert found[-1].score == engine.search(START, Limit(depth=8)).score


def test_several_lines(engine: Engine) -> None:
    found = asyncio.run(collect(engine, Limit(depth=4), lines=3))
    assert [len(analysis.lines) for analysis in found] == [3, 3, 3]


def test_the_loop_goes_on_meanwhile(engine: Engine) -> None:
    async def run() -> int:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        await collect(engine, Limit(seconds=0.3))
        ticking.cancel()
        return ticks

    assert asyncio.run(run()) >= 3


def test_closing_stops_the_search(engine: Engine) -> None:
    async def run() -> Analysis:
        async with aclosing(analyse(engine, START, Limit(seconds=60))) as analyses:
            async for analysis in analyses:
                return analysis
        raise AssertionError("there was no analysis")

    engine.clear()  # or it would go on where an earlier test has ended
    started = time.perf_counter()
    first = asyncio.run(run())
    assert time.perf_counter() - started < 10
    assert first.depth == 2
    # The engine is free again, and nothing of the stop is left.
    assert engine.search(START, Limit(depth=5)).complete


def test_the_end_of_the_task_stops_the_search(engine: Engine) -> None:
    async def run() -> None:
        task = asyncio.create_task(collect(engine, Limit(seconds=60)))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    started = time.perf_counter()
    asyncio.run(run())
    assert time.perf_counter() - started < 10
    assert engine.search(START, Limit(depth=5)).complete


def test_a_mistake_reaches_who_asks(engine: Engine) -> None:
    with pytest.raises(OutflankError, match="lines=0"):
        asyncio.run(collect(engine, Limit(depth=1), lines=0))
