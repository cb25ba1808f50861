"""Fifty visitors of the web app: how long they wait for the engine's move.

They call `Desk`, which schedules the searches of all visitors, directly without web pages.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress

from outflank.bench.timing import Measurement
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.search.limit import Limit
from outflank.web.desk import Desk

VISITORS = 50
SECONDS = 8.0
OPPONENT = "engine:level=3"
THINKING_SECONDS = 1.0
ANALYSTS = 4
LOOK_SECONDS = 0.01
"""Interval in seconds at which the delay of the event loop is measured."""


def measure() -> list[Measurement]:
    """Measure how long visitors wait for moves of a low engine level.

    There are three cases: visitors who pause between moves, the same during long analyses of
    others, and visitors who do not pause.
    """
    figures: list[Measurement] = []
    for name, thinking, analysts in (
        (f"{THINKING_SECONDS:g} s between moves", THINKING_SECONDS, 0),
        (f"{THINKING_SECONDS:g} s between moves, {ANALYSTS} analyses", THINKING_SECONDS, ANALYSTS),
        ("no time between moves", 0.0, 0),
    ):
        waits, delays = asyncio.run(_play(thinking, analysts))
        what = f"{VISITORS} visitors, {name}"
        figures += [
            Measurement(f"{what}: moves", len(waits) / SECONDS, "a second"),
            Measurement(f"{what}: median", 1000 * _share(waits, 0.5), "ms"),
            Measurement(f"{what}: 95 % within", 1000 * _share(waits, 0.95), "ms"),
            Measurement(f"{what}: pages late, 95 % within", 1000 * _share(delays, 0.95), "ms"),
        ]
    return figures


def _share(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


async def _play(thinking_seconds: float, analysts: int) -> tuple[list[float], list[float]]:
    """Let all visitors play; return the waiting time of each move and delays of the event loop.

    `analysts` further visitors analyse without end. All times are in seconds.
    """
    desk = Desk()
    await desk.choose(OPPONENT, Game(), visitor="loads the kernels")
    waits: list[float] = []
    delays: list[float] = []
    tasks = [
        asyncio.create_task(_visit(desk, number, thinking_seconds, waits))
        for number in range(VISITORS)
    ]
    tasks += [asyncio.create_task(_analyse(desk, number)) for number in range(analysts)]
    ends = time.perf_counter() + SECONDS
    while (before := time.perf_counter()) < ends:
        await asyncio.sleep(LOOK_SECONDS)
        delays.append(time.perf_counter() - before - LOOK_SECONDS)
    for task in tasks:
        if task.done():
            task.result()  # raises the error of a visitor
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
    await desk.close()
    return waits, delays


async def _visit(desk: Desk, number: int, thinking_seconds: float, waits: list[float]) -> None:
    """Play random games, one after the other, and add the waiting time of each move to `waits`."""
    chance = random.Random(number)
    while True:
        game = Game()
        while not game.position.is_over():
            await asyncio.sleep(thinking_seconds * 2 * chance.random())
            game.play(chance.choice(game.position.legal_moves()))
            if game.position.is_over():
                break
            asked = time.perf_counter()
            game.play(await desk.choose(OPPONENT, game, visitor=f"visitor {number}"))
            waits.append(time.perf_counter() - asked)


async def _analyse(desk: Desk, number: int) -> None:
    """Analyse the start position without end, as deep as possible."""
    while True:
        await desk.search(
            Position.start(), Limit(level=60), visitor=f"analyst {number}", progress=lambda _: None
        )
