"""Hostile visitors for the benchmarks `siege` and `hostile`, and the requests they send."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from outflank.bench.visiting import Page
from outflank.errors import OutflankError

ANSWER_SECONDS = 30.0
UPLOAD_BYTES = 5_000_000
UPLOAD_SECONDS = 120.0
NICENESS = 10
"""Niceness of the hostile process, because real attackers do not use the server's processor."""

UPLOADERS = 4
"""Number of hostile visitors who upload files; each uploads one file after the other."""

Reader: TypeAlias = asyncio.StreamReader
Writer: TypeAlias = asyncio.StreamWriter


@dataclass(frozen=True, slots=True)
class Attack:
    """Totals over all hostile visitors; `seconds` is the duration of the attack.

    `requests` counts connections, including those that sent nothing; `uploads` counts files that
    the server accepted.
    """

    requests: int
    uploads: int
    seconds: float


class Hostile:
    """One hostile visitor with its own IP address.

    `requests` counts its connections, `uploads` the files that the server accepted from it.
    """

    def __init__(self, address: str, number: int) -> None:
        self._address = address
        self._port = urlsplit(address).port or 80
        # The server takes 127.0.0.2 and up for other machines; Linux accepts all of them.
        self._from = (f"127.0.0.{2 + number % 250}", 0) if sys.platform == "linux" else None
        self._chance = random.Random(number)
        self.requests = 0
        self.uploads = 0

    async def attack(self, most_requests: int, ends: float) -> None:
        """Run random attacks one after the other until `most_requests` were sent.

        Stop in any case at `ends`, a time of `time.monotonic`.
        """
        attacks: list[Callable[[], Awaitable[None]]] = [
            self._load_page,
            self._load_missing_page,
            self._load_long_link,
            self._load_picture,
            self._send_endless_header,
            self._send_nothing,
            self._send_half_a_body,
            self._send_tiny_chunks,
            self._send_junk_frame,
            self._load_file,
        ]
        while self.requests < most_requests and time.monotonic() < ends:
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._chance.choice(attacks)()

    async def upload(self) -> None:
        """Upload a file of the maximum accepted size, in the format that is slowest to parse."""
        page = Page(self._address)
        with suppress(OSError, OutflankError, TimeoutError):
            await page.open()
            target = urlsplit(await page.upload_address()).path
            data = b"f5\n" * (UPLOAD_BYTES // 3)
            head = f"POST {target} HTTP/1.1\r\nContent-Length: {len(data)}\r\n"
            answer = await self._ask(head.encode(), data, seconds=UPLOAD_SECONDS)
            self.uploads += answer.startswith(b"HTTP/1.1 200 ")
            await page.close()

    # The attacks

    async def _load_page(self) -> None:
        await self._ask(b"GET / HTTP/1.1\r\n")

    async def _load_missing_page(self) -> None:
        await self._ask(b"GET /apix HTTP/1.1\r\n")

    async def _load_long_link(self) -> None:
        repeats = self._chance.choice((600, 5000, 21_000))
        await self._ask(b"GET /?game=" + b"(;)" * repeats + b" HTTP/1.1\r\n")

    async def _load_picture(self) -> None:
        await self._ask(
            b"GET /?game=f5d6 HTTP/1.1\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n"
        )

    async def _load_file(self) -> None:
        path = b"/_nicegui/3.18.0/static/quasar.umd.prod.js"
        await self._ask(b"GET " + path + b" HTTP/1.1\r\nAccept-Encoding: gzip\r\n")

    async def _send_endless_header(self) -> None:
        async with self._connected() as (_, writer):
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
            for _ in range(30):
                writer.write(b"x" * 65536)
                await writer.drain()

    async def _send_nothing(self) -> None:
        async with self._connected():
            await asyncio.sleep(self._chance.random())

    async def _send_half_a_body(self) -> None:
        async with self._connected() as (_, writer):
            writer.write(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000000\r\n\r\n")
            for _ in range(20):
                writer.write(b"x" * 65536)
                await writer.drain()
            await asyncio.sleep(self._chance.random())

    async def _send_tiny_chunks(self) -> None:
        await self._ask(
            b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", b"1\r\nx\r\n" * 20_000
        )

    async def _send_junk_frame(self) -> None:
        async with self._connected() as (reader, writer):
            writer.write(
                b"GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
                + f"Host: 127.0.0.1:{self._port}\r\n".encode()
                + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            await reader.readuntil(b"\r\n\r\n")
            text = bytes(self._chance.choices(b'0123456789[]{}",event', k=20))
            writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
            await reader.read()

    # Connections

    async def _ask(self, head: bytes, body: bytes = b"", seconds: float = ANSWER_SECONDS) -> bytes:
        """Send an HTTP request, read the whole response and return its status line.

        `head` is the request line and its own headers; `seconds` is the timeout.
        """
        async with self._connected() as (reader, writer), asyncio.timeout(seconds):
            writer.write(head + f"Host: 127.0.0.1:{self._port}\r\n".encode())
            writer.write(b"Connection: close\r\n\r\n" + body)
            await writer.drain()
            first = await reader.readline()
            while await reader.read(65536):
                pass
            return first

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[tuple[Reader, Writer]]:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=self._from
        )
        self.requests += 1
        try:
            yield reader, writer
        finally:
            writer.transport.abort()


def attack_together(
    address: str, visitors: int, requests: int, uploads: int, seconds: float
) -> Attack:
    """Run `visitors` hostile visitors in parallel, for at most `seconds`.

    They share a total of `requests` requests; `UPLOADERS` further visitors share `uploads` uploads.
    """
    with suppress(AttributeError):
        os.nice(NICENESS)
    return asyncio.run(_attack_together(address, visitors, requests, uploads, seconds))


async def _attack_together(
    address: str, visitors: int, requests: int, uploads: int, seconds: float
) -> Attack:
    hostile = [Hostile(address, number) for number in range(visitors)]
    uploaders = [Hostile(address, number) for number in range(UPLOADERS)]
    started = time.monotonic()
    ends = started + seconds
    each = -(-requests // visitors)
    await asyncio.gather(
        *(visitor.attack(each, ends) for visitor in hostile),
        *(_upload_in_turn(uploader, uploads // UPLOADERS, ends) for uploader in uploaders),
    )
    return Attack(
        requests=sum(visitor.requests for visitor in hostile),
        uploads=sum(uploader.uploads for uploader in uploaders),
        seconds=time.monotonic() - started,
    )


async def _upload_in_turn(uploader: Hostile, uploads: int, ends: float) -> None:
    while uploader.uploads < uploads and time.monotonic() < ends:
        await uploader.upload()
