"""Websockets with a limited frame rate.

uvicorn handles all received frames at once, answers every ping and accepts endless messages: 256 KB
of empty frames block the server for a second. Here a socket is read in small parts, and reading
pauses after more frames than a page would send.
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
"""Up to 170 frames, which take 5 ms."""


class BoundedSocket(WSProtocol):
    """A websocket; uvicorn closes it if its pings are not answered."""

    config: BoundedConfig
    count = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take over the connection from its HTTP request."""
        super().connection_made(transport)
        self.config.watch.replace(self)
        paces = (Pace(self.config.limits.frames_of_socket), self.config.watch.pace_of(self))
        self._paces = [pace for pace in paces if pace is not None]
        self._unread = b""
        self._frames = 0
        self._next_part: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop unread data and forget the connection."""
        self._unread = b""
        if self._next_part is not None:
            self._next_part.cancel()
        self.config.watch.forget(self.transport)
        super().connection_lost(exc)

    # Reading

    def data_received(self, data: bytes) -> None:
        """Buffer the data and read its first part."""
        self._unread += data
        self._go_on()

    def _go_on(self) -> None:
        """Read the next part, or resume the transport if none is left.

        Waits for the frame rate, the application (queued frames) and the client (unread answers).
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
        """The next message for the application; reading resumes after the last one."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._go_on()
        return message

    def resume_writing(self) -> None:
        """Resume reading after the client has read its answers."""
        self.count += 1
        super().resume_writing()
        self._go_on()

    # Frames

    def handle_message(self, event: Message[Any]) -> None:
        """A part of a message; a frame longer than `PART_BYTES` comes in several parts."""
        self._frames += event.frame_finished
        super().handle_message(event)  # type: ignore[arg-type]

    def handle_ping(self, event: Ping) -> None:
        """Count and answer a ping."""
        self._frames += 1
        super().handle_ping(event)

    def handle_pong(self, event: Pong) -> None:
        """Count a pong, solicited or not."""
        self._frames += 1
        super().handle_pong(event)

    def doing(self) -> Doing:
        """The state of the connection."""
        if self.transport.is_closing():
            return Doing.CLOSING
        if not self.writable.is_set():
            return Doing.STALLED
        return Doing.ANSWERED if self.handshake_complete else Doing.WAITING
