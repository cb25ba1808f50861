"""Fifty visitors who play on pages of a real server, over websockets as browsers do.

Each opens the start page and plays at random against its first level. Beside `visitors`, which
asks the desk alone, this has the whole way of a move: websocket, page, room, store and back.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from outflank.bench.timing import Measurement
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.rules.squares import mask_of
from outflank.web.rooms import ANSWER_SECONDS
from outflank.web.server import RECONNECT_SECONDS

VISITORS = 50
SECONDS = 20.0
WAVES = 2
"""They come twice: what the first wave has left behind, the second must not double."""

SETTLE_SECONDS = 5.0
FORGET_SECONDS = 10.0
"""Until the server has seen that nobody comes back."""

THINKING_SECONDS = 1.0
START_SECONDS = 300.0
LOST_SECONDS = 30.0
"""A move that is not on the board by then is lost."""

OVER_SECONDS = 5.0
"""Where it is not the visitor's turn again by then, the game is over."""

BROWSER_ESCAPES = {"&#36;": "$", "&#96;": "`", "&gt;": ">", "&lt;": "<", "&amp;": "&"}


@dataclass(slots=True)
class Tally:
    """What all visitors have seen together."""

    open_seconds: list[float] = field(default_factory=list)
    shown_seconds: list[float] = field(default_factory=list)
    answer_seconds: list[float] = field(default_factory=list)
    lost: int = 0
    errors: int = 0


def measure() -> list[Measurement]:
    """How long moves take, what is lost, and what memory comes back."""
    tally = Tally()
    during, after = [], []
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (process, address):
        before = _settled_megabytes(process)
        for _ in range(WAVES):
            asyncio.run(_visit_together(address, tally, lambda: during.append(_megabytes(process))))
            # A page that lost its connection is kept for a while, in case it comes back.
            time.sleep(RECONNECT_SECONDS + FORGET_SECONDS)
            after.append(_megabytes(process))
    return [
        _figure("moves", len(tally.shown_seconds) / (WAVES * SECONDS), "a second"),
        _figure("page open, 95 % within", 1000 * _share(tally.open_seconds, 0.95), "ms"),
        _figure("own disc shown, median", 1000 * _share(tally.shown_seconds, 0.5), "ms"),
        _figure("own disc shown, 95 % within", 1000 * _share(tally.shown_seconds, 0.95), "ms"),
        _figure(
            f"answer after its pause of {ANSWER_SECONDS:g} s, 95 % within",
            1000 * _share(tally.answer_seconds, 0.95),
            "ms",
        ),
        _figure("moves or answers lost", tally.lost, "moves"),
        _figure("visits that ended with an error", tally.errors, "visits"),
        _figure("memory before", before, "MB"),
        *(
            _figure(f"memory {when} {number}", megabytes, "MB")
            for when, all_megabytes in (("in wave", during), ("after wave", after))
            for number, megabytes in enumerate(all_megabytes, 1)
        ),
    ]


def _figure(what: str, value: float, unit: str) -> Measurement:
    return Measurement(
        benchmark="pages", what=f"{VISITORS} visitors: {what}", value=value, unit=unit
    )


def _share(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))] if values else float("nan")


@contextmanager
def _server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    environment = os.environ | {"OUTFLANK_DATA_DIR": str(folder)}
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        if found is None:
            raise OutflankError("the server did not start; try: outflank serve")
        yield process, found.group()
    finally:
        process.terminate()
        process.wait()


def _megabytes(process: subprocess.Popen[str]) -> float:
    """What the server holds in memory, where the system says so."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return float("nan")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text())
    return int(found[1]) / 1024 if found else float("nan")


def _settled_megabytes(process: subprocess.Popen[str]) -> float:
    """The same when it has stopped growing: the server loads its kernels beside its start."""
    megabytes = 0.0
    while _megabytes(process) > megabytes + 1:
        megabytes = _megabytes(process)
        time.sleep(SETTLE_SECONDS)
    return _megabytes(process)


async def _visit_together(address: str, tally: Tally, when_all_play: Callable[[], None]) -> None:
    all_are_here = asyncio.Barrier(VISITORS + 1)
    visits = [
        asyncio.create_task(_visit(address, random.Random(number), all_are_here, tally))
        for number in range(VISITORS)
    ]
    with suppress(asyncio.BrokenBarrierError):
        await all_are_here.wait()
    await asyncio.sleep(0.9 * SECONDS)
    when_all_play()
    for result in await asyncio.gather(*visits, return_exceptions=True):
        if isinstance(result, BaseException):
            tally.errors += 1


async def _visit(
    address: str, chance: random.Random, all_are_here: asyncio.Barrier, tally: Tally
) -> None:
    page = Page(address)
    try:
        began = time.perf_counter()
        await page.open()
        if not await page.shows(page.is_visitors_turn):
            raise OutflankError("the board of a new page did not open")
        tally.open_seconds.append(time.perf_counter() - began)
    except BaseException:
        await all_are_here.abort()
        raise
    try:
        await all_are_here.wait()
        await _play(page, chance, time.perf_counter() + SECONDS, tally)
    finally:
        await page.close()


async def _play(page: Page, chance: random.Random, ends: float, tally: Tally) -> None:
    """One game, or as much of it as there is time for."""
    while time.perf_counter() < ends and await page.shows(page.is_visitors_turn, OVER_SECONDS):
        await asyncio.sleep(THINKING_SECONDS * 2 * chance.random())
        move = chance.choice(page.legal)
        after = _after(page.cells, move)
        expected = _cells_of(after)
        asked = time.perf_counter()
        await page.choose(move)
        if not await page.shows(partial(page.has_shown, expected)):
            tally.lost += 1
            return
        tally.shown_seconds.append(time.perf_counter() - asked)
        if after.legal_mask:
            if not await page.shows(partial(page.has_changed, expected)):
                tally.lost += 1
                return
            tally.answer_seconds.append(time.perf_counter() - asked - ANSWER_SECONDS)


def _after(cells: str, move: int) -> Position:
    """The position after a move of Black, who is the visitor."""
    masks = [mask_of(square for square in range(64) if cells[square] == mark) for mark in "XO"]
    return Position(masks[0], masks[1]).play(move)


def _cells_of(after: Position) -> str:
    """The board where White is to move."""
    return "".join(
        "X" if after.opponent >> square & 1 else "O" if after.player >> square & 1 else "."
        for square in range(64)
    )


class Page:
    """The start page of a new visitor, as far as it matters for playing."""

    def __init__(self, address: str) -> None:
        import socketio

        self._address = address
        self._socket = socketio.AsyncClient(reconnection=False)
        self._socket.on("update", self._updated)
        self._changed = asyncio.Event()
        self._client = self._board = self._listener = ""
        self.cells = ""
        self.legal: list[int] = []
        self.seen: set[str] = set()

    async def open(self) -> None:
        """Load it and connect."""
        import aiohttp

        async with aiohttp.ClientSession() as session, session.get(self._address) as response:
            html = await response.text()
        elements = re.search(r"parseElements\(String\.raw`(.*?)`\)", html, re.DOTALL)
        client = re.search(r"'client_id': '([^']+)'", html)
        if elements is None or client is None:
            raise OutflankError("the start page is not as this benchmark knows it")
        text = elements[1]
        for escaped, character in BROWSER_ESCAPES.items():
            text = text.replace(escaped, character)
        self._client = client[1]
        for name, element in json.loads(text).items():
            if element.get("tag") == "nicegui-board":
                self._board = name
                self._listener = next(
                    event["listener_id"] for event in element["events"] if event["type"] == "square"
                )
                self._take(element["props"])
        query = urlencode(
            {
                "client_id": self._client,
                "next_message_id": 0,
                "implicit_handshake": "true",
                "document_id": uuid.uuid4(),
                "tab_id": uuid.uuid4(),
                "old_tab_id": "",
            }
        )
        await self._socket.connect(
            f"{self._address}?{query}",
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
            wait_timeout=START_SECONDS,
        )

    async def close(self) -> None:
        """Leave."""
        await self._socket.disconnect()

    async def choose(self, square: int) -> None:
        """Click on a square."""
        self.seen.clear()
        await self._socket.emit(
            "event",
            {
                "id": int(self._board),
                "client_id": self._client,
                "listener_id": self._listener,
                "args": [json.dumps(square)],
            },
        )

    def has_shown(self, cells: str) -> bool:
        """Whether these discs were on the board since the last click."""
        return cells in self.seen

    def is_visitors_turn(self) -> bool:
        """Whether the visitor has a move to choose."""
        return bool(self.legal)

    def has_changed(self, cells: str) -> bool:
        """Whether others than these discs are on the board now."""
        return self.cells != cells

    async def shows(self, is_so: Callable[[], bool], seconds: float = LOST_SECONDS) -> bool:
        """Whether something is so within so many seconds."""
        latest = time.perf_counter() + seconds
        while not is_so():
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), latest - time.perf_counter())
            except TimeoutError:
                return is_so()
        return True

    def _updated(self, message: dict[str, Any]) -> None:
        element = message.get(self._board)
        if element:
            self._take(element["props"])
            self._changed.set()

    def _take(self, props: dict[str, Any]) -> None:
        self.cells = props["cells"]
        self.legal = props["legal"] if props["open"] and props["turn"] == "X" else []
        self.seen.add(self.cells)
