"""Fifty visitors who play on pages of a real server, over websockets as browsers do.

Each opens the start page and plays at random against the first level. Unlike the benchmark
`visitors`, which calls the scheduler of searches directly, this measures the whole path of a move:
websocket, page, game, database and back.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from outflank.bench.playing import Sightings, opened, play, share_of
from outflank.bench.served import (
    known_visitors,
    megabytes_of,
    running_server,
    settled_megabytes,
)
from outflank.bench.timing import Measurement
from outflank.web.rooms import ANSWER_SECONDS
from outflank.web.server import RECONNECT_SECONDS

VISITORS = 50
SECONDS = 20.0
WAVES = 2
"""Visitors come this many times: memory must not grow from one time to the next."""

FORGET_SECONDS = 10.0
"""Seconds until the server has surely dropped pages that do not reconnect."""


def measure() -> list[Measurement]:
    """Measure the times of moves, the number of lost moves, and the server's memory."""
    seen = Sightings()
    during, after = [], []
    with tempfile.TemporaryDirectory() as folder:
        cookies = known_visitors(Path(folder), VISITORS)
        with running_server(Path(folder)) as (process, address):
            before = settled_megabytes(process)
            for _ in range(WAVES):
                asyncio.run(
                    _visit_together(
                        address, cookies, seen, lambda: during.append(megabytes_of(process))
                    )
                )
                # A page that lost its connection is kept for a while, in case it comes back.
                time.sleep(RECONNECT_SECONDS + FORGET_SECONDS)
                after.append(megabytes_of(process))
    return [
        _figure("moves", len(seen.shown_seconds) / (WAVES * SECONDS), "a second"),
        _figure("page open, 95 % within", 1000 * share_of(seen.open_seconds, 0.95), "ms"),
        _figure("own disc shown, median", 1000 * share_of(seen.shown_seconds, 0.5), "ms"),
        _figure("own disc shown, 95 % within", 1000 * share_of(seen.shown_seconds, 0.95), "ms"),
        _figure(
            f"answer after its pause of {ANSWER_SECONDS:g} s, 95 % within",
            1000 * share_of(seen.answer_seconds, 0.95),
            "ms",
        ),
        _figure("moves or answers lost", seen.lost, "moves"),
        _figure("visits that ended with an error", seen.errors, "visits"),
        _figure("memory before", before, "MB"),
        *(
            _figure(f"memory {when} {number}", megabytes, "MB")
            for when, all_megabytes in (("in wave", during), ("after wave", after))
            for number, megabytes in enumerate(all_megabytes, 1)
        ),
    ]


def _figure(what: str, value: float, unit: str) -> Measurement:
    return Measurement(what=f"{VISITORS} visitors: {what}", value=value, unit=unit)


async def _visit_together(
    address: str, cookies: Sequence[str], seen: Sightings, when_all_play: Callable[[], None]
) -> None:
    all_are_here = asyncio.Barrier(VISITORS + 1)
    visits = [
        asyncio.create_task(_visit(address, cookie, random.Random(number), all_are_here, seen))
        for number, cookie in enumerate(cookies)
    ]
    with suppress(asyncio.BrokenBarrierError):
        await all_are_here.wait()
    await asyncio.sleep(0.9 * SECONDS)
    when_all_play()
    for result in await asyncio.gather(*visits, return_exceptions=True):
        if isinstance(result, BaseException):
            seen.errors += 1


async def _visit(
    address: str, cookie: str, chance: random.Random, all_are_here: asyncio.Barrier, seen: Sightings
) -> None:
    try:
        page = await opened(address, seen, cookie=cookie)
    except BaseException:
        await all_are_here.abort()
        raise
    try:
        await all_are_here.wait()
        ends = time.perf_counter() + SECONDS
        await play(page, chance, seen, is_over=lambda: time.perf_counter() > ends)
    finally:
        await page.close()
