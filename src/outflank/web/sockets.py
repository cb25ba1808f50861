"""Websockets with a limited frame rate.

uvicorn handles all received frames at once, answers every ping and accepts endless messages: 256 KB
of empty frames block the server for a second. The class here parses received data in small parts,
and pauses reading when a client sends more frames than a page would.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn._types import WebSocketEvent
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.events import Message, Ping, Pong

from outflank.web.pace import Pace
from outflank.web.watch import Doing

if TYPE_CHECKING:
    from outflank.web.connections import BoundedConfig

PART_BYTES = 1024
"""How many bytes are parsed at a time: up to 170 frames, which take 5 ms."""


class BoundedSocket(WSProtocol):
    """A websocket with a limited frame rate; uvicorn closes it if its pings are not answered.

    `count` is the number of times that writing was resumed.
    """

    config: BoundedConfig
    count = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take over the connection from the HTTP request that asked for a websocket."""
        super().connection_made(transport)
        self.config.watch.replace(self)
        paces = (Pace(self.config.limits.frames_of_socket), self.config.watch.pace_of(self))
        self._paces = [pace for pace in paces if pace is not None]
        self._unread = b""
        self._frames = 0
        self._next_part: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop unread data and stop watching the closed connection."""
        self._unread = b""
        if self._next_part is not None:
            self._next_part.cancel()
        self.config.watch.forget(self.transport)
        super().connection_lost(exc)

    # Reading

    def data_received(self, data: bytes) -> None:
        """Add the data to the buffer of unread data and parse its first part."""
        self._unread += data
        self._go_on()

    def _go_on(self) -> None:
        """Parse the next part of the buffer; if none is left, read from the network again.

        Reading stays paused while the frame rate is exceeded, while frames are queued for the
        application, and while the client does not read its responses.
        """
        if self._next_part is not None or self.read_paused or not self.writable.is_set():
            self.transport.pause_reading()
            return
        self._frames = 0
        part, self._unread = self._unread[:PART_BYTES], self._unread[PART_BYTES:]
        if part:
            super().data_received(part)
        wait = max(pace.take(self._frames) for pace in self._paces)
        if self.transport.is_closing():
            self._unread = b""
        elif self._unread or wait:
            self.transport.pause_reading()
            self._next_part = self.loop.call_later(wait, self._waited)
        elif not self.read_paused:
            self.transport.resume_reading()

    def _waited(self) -> None:
        self._next_part = None
        self._go_on()

    async def receive(self) -> WebSocketEvent:
        """Return the next queued message to the application; when none is left, resume reading."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._go_on()
        return message

    def resume_writing(self) -> None:
        """Called by asyncio when the client has read its responses: resume reading too."""
        self.count += 1
        super().resume_writing()
        self._go_on()

    # Frames

    def handle_message(self, event: Message[Any]) -> None:
        """Handle a part of a message and count finished frames.

        A frame longer than `PART_BYTES` arrives in several parts.
        """
        self._frames += event.frame_finished
        super().handle_message(event)  # type: ignore[arg-type]

    def handle_ping(self, event: Ping) -> None:
        """Count a ping frame and answer it."""
        self._frames += 1
        super().handle_ping(event)

    def handle_pong(self, event: Pong) -> None:
        """Count a pong frame, whether or not it answers a ping of the server."""
        self._frames += 1
        super().handle_pong(event)

    def doing(self) -> Doing:
        """The current state of the connection, for its timeout."""
        if self.transport.is_closing():
            return Doing.CLOSING
        if not self.writable.is_set():
            return Doing.STALLED
        return Doing.ANSWERED if self.handshake_complete else Doing.WAITING
