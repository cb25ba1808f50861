"""Read request bodies completely before the application sees them, within limits.

Each body has a maximum size, a maximum time and a minimum speed; all share a memory budget.
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
"""How much of an oversized body is read and discarded, so that the client gets the answer."""

GRACE_SECONDS = 10.0
"""Before the minimum speed applies."""

ADDRESS_SHARE = 4
"""One address may hold 1 / `ADDRESS_SHARE` of the memory for bodies."""


LARGE_BYTES = 256 * 1024
"""From this size on, memory is returned to the system explicitly."""


class Bodies:
    """Reads bodies and counts the bytes held for requests in progress."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._held = 0
        self._held_of: Counter[str] = Counter()

    @asynccontextmanager
    async def whole(self, scope: Scope, receive: Receive) -> AsyncIterator[Receive]:
        """Read the body; yield a `receive` that delivers it. Its bytes count until exit."""
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
        """Read the rest, up to a limit: a client that is cut off while sending gets no answer."""
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
        """Count `size` more bytes; raise `Refused` above the limits."""
        most = self._limits.bodies_bytes
        share = most if network in LOCAL_ADDRESSES else most // ADDRESS_SHARE
        if self._held + size > most or self._held_of[network] + size > share:
            raise Refused(503, "too many uploads at the moment; try again in a minute")
        self._held += size
        self._held_of[network] += size

    def release(self, network: str, size: int) -> None:
        """Count `size` bytes less."""
        if size >= LARGE_BYTES:
            give_back_soon()
        self._held -= size
        self._held_of[network] -= size
        if not self._held_of[network]:
            del self._held_of[network]


class _Held:
    """The bytes that one request holds."""

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
    """A `receive` that returns the body first, then later messages."""
    is_given = last["type"] == "http.disconnect"

    async def give() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give
