"""The worst attacks on the web server of version 0.1, at full size, one after the other.

docs/security.md describes their effects on that version. Times are those of another, honest visitor
and grow on a busy machine; memory and counts do not.
"""

from __future__ import annotations

import asyncio
import http.client
import random
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

from outflank.bench.hostility import UPLOAD_BYTES
from outflank.bench.playing import Sightings, opened, play
from outflank.bench.served import (
    known_visitors,
    megabytes_of,
    running_server,
    settled_megabytes,
)
from outflank.bench.timing import Measurement
from outflank.bench.visiting import Page
from outflank.library.database import FILE_NAME
from outflank.library.library import Library

HEADER_BYTES = 394_000_000
IDLE_CONNECTIONS = 1100
UNFINISHED_BODIES = 200
PICTURES = 420
LONG_LINKS = 20
MISSING_PAGES = 500
CLICK_SECONDS = 0.2
"""Mean time in seconds between clicks of the honest visitor."""

HEAD = b"Host: 127.0.0.1\r\n"
PICTURE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}


def measure() -> list[Measurement]:
    """Measure the cost of each attack, and another visitor's response times during or after it."""
    figures: list[Measurement] = []
    with tempfile.TemporaryDirectory() as folder:
        [cookie] = known_visitors(Path(folder), 1)
        with running_server(Path(folder)) as (process, address):
            attacked = Attacked(process, address, cookie)
            for attack in (
                attacked.headers,
                attacked.idle_connections,
                attacked.unfinished_bodies,
                attacked.upload,
                attacked.pictures,
                attacked.long_links,
                attacked.missing_pages,
            ):
                figures += attack()
        with Library(Path(folder) / FILE_NAME) as library:
            stored = library.visitors_games()
        figures.append(Measurement("games stored, the honest visitor's included", stored, "games"))
    return figures


class Attacked:
    """A running server to attack; `cookie` identifies an honest visitor.

    Each public method makes one attack and returns its measurements.
    """

    def __init__(self, process: subprocess.Popen[str], address: str, cookie: str) -> None:
        self._process = process
        self._cookie = cookie
        self._address = address
        self._port = urlsplit(address).port or 80

    def headers(self) -> list[Measurement]:
        """Open one connection and send headers without end."""
        before = settled_megabytes(self._process)
        sent = 0
        with self._connected(b"GET / HTTP/1.1\r\n" + HEAD) as raw, suppress(OSError):
            while sent < HEADER_BYTES:
                raw.sendall(b"X-Name: value\r\n" * 4000)
                sent += 60_000
        return [
            Measurement("endless headers: sent before the end", sent / 1e6, "MB"),
            self._growth("endless headers", before),
        ]

    def idle_connections(self) -> list[Measurement]:
        """Open more connections than the server allows, and send nothing."""
        with ExitStack() as stack:
            for _ in range(IDLE_CONNECTIONS):
                stack.enter_context(self._connected(b""))
            return [self._visit(f"{IDLE_CONNECTIONS} silent connections")]

    def unfinished_bodies(self) -> list[Measurement]:
        """Send requests whose body never ends."""
        before = settled_megabytes(self._process)
        request = b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 5000000\r\n\r\n"
        with ExitStack() as stack:
            for _ in range(UNFINISHED_BODIES):
                raw = stack.enter_context(self._connected(request))
                with suppress(OSError):
                    raw.sendall(b"x" * 4_900_000)
            return [
                self._growth(f"{UNFINISHED_BODIES} unfinished bodies", before),
                self._visit(f"{UNFINISHED_BODIES} unfinished bodies"),
            ]

    def upload(self) -> list[Measurement]:
        """Upload a file of maximum size, while another visitor clicks."""
        before = settled_megabytes(self._process)
        longest, seconds = asyncio.run(self._click_during_upload())
        return [
            Measurement("an upload of 5 MB: until it is read", seconds, "s"),
            Measurement("an upload of 5 MB: longest click of another", 1000 * longest, "ms"),
            self._growth("an upload of 5 MB", before),
        ]

    async def _click_during_upload(self) -> tuple[float, float]:
        seen = Sightings()
        hostile = Page(self._address)
        await hostile.open()
        honest = await opened(self._address, seen, cookie=self._cookie)
        target = urlsplit(await hostile.upload_address()).path
        started = time.perf_counter()
        upload = asyncio.create_task(asyncio.to_thread(self._post, target))
        chance = random.Random(1)
        await play(honest, chance, seen, is_over=upload.done, thinking_seconds=CLICK_SECONDS)
        await upload
        seconds = time.perf_counter() - started
        await asyncio.gather(hostile.close(), honest.close())
        return max(seen.shown_seconds), seconds

    def _post(self, path: str) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=120)
        connection.request("POST", path, b"f5\n" * (UPLOAD_BYTES // 3))
        connection.getresponse().read()
        connection.close()

    def pictures(self) -> list[Measurement]:
        """Load pages of this server as if they were images on another site."""
        refused = sum(self._status("/?game=f5d6", PICTURE) == 403 for _ in range(PICTURES))
        return [
            Measurement(f"{PICTURES} pictures of another site: refused", refused, "requests"),
            self._visit(f"{PICTURES} pictures of another site"),
        ]

    def long_links(self) -> list[Measurement]:
        """Open links to shared games of maximum size."""
        path = "/?game=" + "(;)" * 21_000
        seconds = self._timed(lambda: [self._status(path) for _ in range(LONG_LINKS)])
        return [Measurement(f"{LONG_LINKS} long links: all answered", seconds, "s")]

    def missing_pages(self) -> list[Measurement]:
        """Request pages that do not exist."""
        for _ in range(MISSING_PAGES):
            self._status("/apix")
        return [self._visit(f"{MISSING_PAGES} missing pages")]

    # Measuring

    def _connected(self, data: bytes) -> socket.socket:
        raw = socket.create_connection(("127.0.0.1", self._port), timeout=30)
        raw.sendall(data)
        return raw

    def _status(self, path: str, headers: dict[str, str] | None = None) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            connection.request("GET", path, headers=headers or {})
            return connection.getresponse().status
        except OSError:
            return 0  # closed before it was sent
        finally:
            connection.close()

    def _visit(self, after: str) -> Measurement:
        """Load time of the start page for a new visitor; infinite if refused.

        `after` names the attack.
        """
        status = 0

        def load() -> None:
            nonlocal status
            status = self._status("/")

        milliseconds = 1000 * self._timed(load)
        value = milliseconds if status == 200 else float("inf")
        return Measurement(f"{after}: start page of another", value, "ms")

    def _timed(self, action: Callable[[], object]) -> float:
        started = time.perf_counter()
        action()
        return time.perf_counter() - started

    def _growth(self, what: str, before: float) -> Measurement:
        return Measurement(f"{what}: memory grown", megabytes_of(self._process) - before, "MB")
