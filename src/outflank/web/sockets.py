"""Websockets whose frames are read at a bounded pace.

uvicorn handles all frames of what it has received in one go, answers every ping at once and goes on
with a message that never ends. A quarter of a megabyte of empty frames would hold all visitors up
for a second, again and again. Here a socket is read in small parts, and after more frames than a
page sends it is left unread for a while.
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
"""At most 170 frames, which take 5 ms."""


class BoundedSocket(WSProtocol):
    """A websocket; uvicorn closes one that does not answer its pings."""

    config: BoundedConfig
    count = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection over from a request."""
        super().connection_made(transport)
        self.config.watch.replace(self)
        paces = (Pace(self.config.limits.frames_of_socket), self.config.watch.pace_of(self))
        self._paces = [pace for pace in paces if pace is not None]
        self._unread = b""
        self._frames = 0
        self._next_part: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._unread = b""
        if self._next_part is not None:
            self._next_part.cancel()
        self.config.watch.forget(self.transport)
        super().connection_lost(exc)

    # Reading

    def data_received(self, data: bytes) -> None:
        """Read the first part, and the others later."""
        self._unread += data
        self._go_on()

    def _go_on(self) -> None:
        """Read the next part, or let more come, unless something must be waited for.

        That is the pace, the application, which has frames to handle, or the other side, which has
        answers to read.
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
        """The next message for the application; after the last one reading goes on."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._go_on()
        return message

    def resume_writing(self) -> None:
        """Go on after the other side has read."""
        self.count += 1
        super().resume_writing()
        self._go_on()

    # Frames

    def handle_message(self, event: Message[Any]) -> None:
        """A part of a message; a frame that is longer than ours comes in several."""
        self._frames += event.frame_finished
        super().handle_message(event)  # type: ignore[arg-type]

    def handle_ping(self, event: Ping) -> None:
        """A ping, which is answered."""
        self._frames += 1
        super().handle_ping(event)

    def handle_pong(self, event: Pong) -> None:
        """An answer to a ping, or nonsense."""
        self._frames += 1
        super().handle_pong(event)

    def doing(self) -> Doing:
        """What the connection is at."""
        if self.transport.is_closing():
            return Doing.CLOSING
        if not self.writable.is_set():
            return Doing.STALLED
        return Doing.ANSWERED if self.handshake_complete else Doing.WAITING
