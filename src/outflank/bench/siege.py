"""Benchmark: 10,000 hostile requests and 20 files of 5 MB, while a few honest visitors play.

The goal: after the attack the server's memory is at most 100 MB larger than before, and 95 % of the
honest visitors' clicks are shown within 300 ms throughout. The memory "before" is taken when the
server has served the honest visitors and one file and their pages are closed, so that data which is
loaded once does not count as growth.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from outflank.bench.hostility import Hostile, attack_together
from outflank.bench.playing import Sightings, opened, play, share_of
from outflank.bench.served import (
    Peak,
    known_visitors,
    megabytes_of,
    own_megabytes_of,
    running_server,
    settled_megabytes,
)
from outflank.bench.timing import Measurement
from outflank.web.server import RECONNECT_SECONDS

HONEST = 8
HOSTILE = 60
REQUESTS = 10_000
UPLOADS = 20
THINKING_SECONDS = 1.0
MOST_SECONDS = 200.0
"""Maximum duration of the attack in seconds; on a busy machine it may send fewer requests."""

ALONE_SECONDS = 15.0
"""Seconds for which the honest visitors play before the attack begins."""

FORGET_SECONDS = 40.0
"""Seconds to wait until the server has closed pages that were loaded but never connected, and has
returned their memory."""

GROWTH_MEGABYTES = 100.0
CLICK_MILLISECONDS = 300.0


def measure() -> list[Measurement]:
    """Measure the server's memory before, during and after the attack, and honest clicks."""
    alone, attacked = Sightings(), Sightings()
    context = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, mp_context=context) as pool,
    ):
        cookies = known_visitors(Path(folder), HONEST)
        with running_server(Path(folder)) as (process, address):
            bare = settled_megabytes(process)
            ends = time.monotonic() + ALONE_SECONDS
            asyncio.run(_play(address, cookies, alone, lambda: time.monotonic() > ends))
            asyncio.run(Hostile(address, 0).upload())
            time.sleep(RECONNECT_SECONDS + FORGET_SECONDS)
            start, own_start = megabytes_of(process), own_megabytes_of(process)
            with Peak(process) as peak:
                attack = pool.submit(
                    attack_together, address, HOSTILE, REQUESTS, UPLOADS, MOST_SECONDS
                )
                asyncio.run(_play(address, cookies, attacked, attack.done))
            sent = attack.result()
            time.sleep(RECONNECT_SECONDS + FORGET_SECONDS)
            after, own_after = megabytes_of(process), own_megabytes_of(process)
    clicks = attacked.shown_seconds
    within = 1000 * share_of(clicks, 0.95)
    return [
        Measurement("hostile requests sent", sent.requests, "requests"),
        Measurement("files of 5 MB sent", sent.uploads, "files"),
        Measurement("time of the attack", sent.seconds, "s"),
        Measurement("memory of a server just started", bare, "MB"),
        Measurement("memory before the attack", start, "MB"),
        Measurement("memory at its peak", peak.alone, "MB"),
        Measurement("memory at its peak, with the processes that read files", peak.together, "MB"),
        Measurement("memory after the attack", after, "MB"),
        Measurement(f"growth, of {GROWTH_MEGABYTES:g} MB at most", after - start, "MB"),
        Measurement("growth without mapped files", own_after - own_start, "MB"),
        Measurement("clicks of others", len(clicks), "clicks"),
        Measurement("click shown, median", 1000 * share_of(clicks, 0.5), "ms"),
        Measurement(f"click shown, 95 % within, of {CLICK_MILLISECONDS:g} ms", within, "ms"),
        Measurement("click shown, longest", 1000 * max(clicks, default=0.0), "ms"),
        Measurement(
            "click shown before the attack, 95 % within",
            1000 * share_of(alone.shown_seconds, 0.95),
            "ms",
        ),
        Measurement("moves lost", attacked.lost, "moves"),
        Measurement("visits with an error", attacked.errors, "visits"),
    ]


async def _play(
    address: str, cookies: Sequence[str], seen: Sightings, is_over: Callable[[], bool]
) -> None:
    """Let one honest visitor per cookie play game after game until `is_over` returns True.

    Each visitor has its own IP address. Times and errors are added to `seen`.
    """

    async def visit(number: int, cookie: str) -> None:
        chance = random.Random(number)
        while not is_over():
            page = await opened(address, seen, f"10.0.0.{number}", cookie)
            await play(page, chance, seen, is_over=is_over, thinking_seconds=THINKING_SECONDS)
            await page.close()

    visits = [visit(number, cookie) for number, cookie in enumerate(cookies, 1)]
    for result in await asyncio.gather(*visits, return_exceptions=True):
        seen.errors += isinstance(result, BaseException)
