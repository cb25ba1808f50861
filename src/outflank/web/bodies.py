"""Read request bodies completely, within limits, before the application sees the request.

Each body has a maximum size, a maximum time and a minimum speed; all bodies together share a memory
budget.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope

from outflank.web.limits import Limits
from outflank.web.memory import give_back_soon
from outflank.web.refusal import Refused, is_for_programs
from outflank.web.watch import LOCAL_ADDRESSES, network_of

MOST_DISCARDED_BYTES = 64 * 1024 * 1024
"""How many bytes of an oversized body are read and discarded before the connection is closed.

A client that is still sending would not read the error response otherwise.
"""

GRACE_SECONDS = 10.0
"""The minimum speed of an upload applies only after this many seconds."""

ADDRESS_SHARE = 4
"""Bodies from one address may take 1 / `ADDRESS_SHARE` of the memory for all bodies."""


LARGE_BYTES = 256 * 1024
"""After a body of at least this size, freed memory is returned to the operating system."""


class Bodies:
    """Reads request bodies and counts the bytes of those whose requests are still in progress."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._held = 0
        self._held_of: Counter[str] = Counter()

    @asynccontextmanager
    async def whole(self, scope: Scope, receive: Receive) -> AsyncIterator[Receive]:
        """Read the body of a request; yield an ASGI `receive` function that delivers the body.

        The bytes of the body count towards the memory budget until the context exits.
        """
        held = _Held(self, network_of(scope.get("client")))
        try:
            yield await self._read(scope, receive, held)
        finally:
            held.release()

    async def _read(self, scope: Scope, receive: Receive, held: _Held) -> Receive:
        limits = self._limits
        is_call = is_for_programs(scope["path"])
        most = limits.call_bytes if is_call else limits.body_bytes
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and int(length) > most:
            await self._discard(receive)
            raise _too_large(most)
        loop = asyncio.get_running_loop()
        started = loop.time()
        body = bytearray()
        while True:
            slowest = started + GRACE_SECONDS + len(body) / limits.body_rate
            try:
                async with asyncio.timeout_at(min(started + limits.body_seconds, slowest)):
                    message = await receive()
            except TimeoutError:
                raise Refused(
                    408, f"the request was not sent within {loop.time() - started:.0f} seconds"
                ) from None
            part = message.get("body", b"")
            if len(body) + len(part) > most:
                held.release()
                body.clear()
                if message.get("more_body"):
                    await self._discard(receive)
                raise _too_large(most)
            held.add(len(part))
            body += part
            if not message.get("more_body"):
                return _giver(message, bytes(body), receive)

    async def _discard(self, receive: Receive) -> None:
        """Read and drop the rest of a body, up to `MOST_DISCARDED_BYTES`.

        A client whose connection is closed while it sends would never see the error response.
        """
        read = 0
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                message = await receive()
                while message.get("more_body") and read < MOST_DISCARDED_BYTES:
                    read += len(message.get("body", b""))
                    message = await receive()
        except TimeoutError:
            return

    def hold(self, network: str, size: int) -> None:
        """Add `size` bytes of a request from `network` to the count.

        Raises `Refused` if all bodies, or those of this network, would exceed their limit.
        """
        most = self._limits.bodies_bytes
        share = most if network in LOCAL_ADDRESSES else most // ADDRESS_SHARE
        if self._held + size > most or self._held_of[network] + size > share:
            raise Refused(503, "too many uploads at the moment; try again in a minute")
        self._held += size
        self._held_of[network] += size

    def release(self, network: str, size: int) -> None:
        """Subtract `size` bytes of a request from `network`, whose memory has been freed."""
        if size >= LARGE_BYTES:
            give_back_soon()
        self._held -= size
        self._held_of[network] -= size
        if not self._held_of[network]:
            del self._held_of[network]


class _Held:
    """The number of bytes that one request holds in memory."""

    def __init__(self, bodies: Bodies, network: str) -> None:
        self._bodies = bodies
        self._network = network
        self._size = 0

    def add(self, size: int) -> None:
        if size:
            self._bodies.hold(self._network, size)
            self._size += size

    def release(self) -> None:
        if self._size:
            self._bodies.release(self._network, self._size)
            self._size = 0


def _too_large(most: int) -> Refused:
    return Refused(413, f"the request is too large; send at most {most // 1024:,} KB")


def _giver(last: Message, body: bytes, receive: Receive) -> Receive:
    """An ASGI `receive` that first returns `body` as one message, then calls `receive`.

    `last` is the final message that was read; if the client disconnected, no body is delivered.
    """
    is_given = last["type"] == "http.disconnect"

    async def give() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give
