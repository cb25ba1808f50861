"""Benchmark of a server with 200 visitors, a third of them hostile: how much do the others suffer?

Honest visitors play on the pages of the web app as in the benchmark `pages`; each has its own IP
address, reported as by a proxy. Hostile visitors run in a separate process: together they send
10,000 requests of ten kinds (see `hostility`) and 20 files of 5 MB, each request as soon as the
previous one is answered.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

from outflank.bench.hostility import Attack, attack_together
from outflank.bench.playing import Sightings, opened, play, share_of
from outflank.bench.served import (
    known_visitors,
    megabytes_of,
    running_server,
    settled_megabytes,
)
from outflank.bench.timing import Measurement
from outflank.web.server import RECONNECT_SECONDS

VISITORS = 200
HOSTILE = 67
THINKING_SECONDS = 4.0
REQUESTS = 10_000
UPLOADS = 20
MOST_SECONDS = 200.0
"""Maximum duration of the attack in seconds."""

FORGET_SECONDS = 40.0
"""Seconds to wait until the server has dropped pages that were loaded but never connected."""

ALONE_SECONDS = 15.0
"""Seconds for which the honest visitors play before the attack begins."""


def measure() -> list[Measurement]:
    """Measure honest clicks and the server's memory, each without and under attack."""
    alone, attacked = Sightings(), Sightings()
    peaks: list[float] = []
    context = multiprocessing.get_context("spawn")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, mp_context=context) as pool,
    ):
        cookies = known_visitors(Path(folder), VISITORS - HOSTILE)
        with running_server(Path(folder)) as (process, address):
            before = settled_megabytes(process)
            asyncio.run(_play(address, cookies, alone, ALONE_SECONDS, None))
            attack = pool.submit(attack_together, address, HOSTILE, REQUESTS, UPLOADS, MOST_SECONDS)
            attack.add_done_callback(lambda _: peaks.append(megabytes_of(process)))
            asyncio.run(_play(address, cookies, attacked, MOST_SECONDS + 60, attack))
            sent = attack.result()
            time.sleep(RECONNECT_SECONDS + FORGET_SECONDS)
            after = megabytes_of(process)
    return [
        *_clicks("alone", alone),
        *_clicks("under attack", attacked),
        _figure("hostile requests", sent.requests, "requests"),
        _figure("files of 5 MB", sent.uploads, "files"),
        _figure("seconds of the attack", sent.seconds, "s"),
        _figure("memory before", before, "MB"),
        _figure("memory at the end of the attack", peaks[0], "MB"),
        _figure(f"memory {RECONNECT_SECONDS + FORGET_SECONDS:g} s later", after, "MB"),
    ]


def _clicks(when: str, seen: Sightings) -> list[Measurement]:
    return [
        _figure(f"clicks {when}", len(seen.shown_seconds), "clicks"),
        _figure(f"click shown {when}, median", 1000 * share_of(seen.shown_seconds, 0.5), "ms"),
        _figure(
            f"click shown {when}, 95 % within", 1000 * share_of(seen.shown_seconds, 0.95), "ms"
        ),
        _figure(f"page open {when}, 95 % within", 1000 * share_of(seen.open_seconds, 0.95), "ms"),
        _figure(f"moves lost {when}", seen.lost, "moves"),
        _figure(f"visits with an error {when}", seen.errors, "visits"),
    ]


def _figure(what: str, value: float, unit: str) -> Measurement:
    return Measurement(what=what, value=value, unit=unit)


async def _play(
    address: str,
    cookies: Sequence[str],
    seen: Sightings,
    most_seconds: float,
    attack: Future[Attack] | None,
) -> None:
    """Let one honest visitor per cookie play until `attack` is done, or for `most_seconds`.

    Times and errors are added to `seen`. Without an `attack` only the time limit counts.
    """
    ends = time.perf_counter() + most_seconds

    def is_over() -> bool:
        return time.perf_counter() > ends or (attack is not None and attack.done())

    async def visit(number: int, cookie: str) -> None:
        chance = random.Random(number)
        while not is_over():
            page = await opened(address, seen, f"10.0.0.{number}", cookie)
            await play(page, chance, seen, is_over=is_over, thinking_seconds=THINKING_SECONDS)
            await page.close()

    visits = [visit(number, cookie) for number, cookie in enumerate(cookies, 1)]
    for result in await asyncio.gather(*visits, return_exceptions=True):
        seen.errors += isinstance(result, BaseException)
