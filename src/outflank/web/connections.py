"""HTTP connections with limits on their number and on the size and duration of each request.

uvicorn parses requests with h11, which limits only the size of headers. The other limits are here,
in `watch` (timeouts of all connections) and in `sockets` (websockets).
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from outflank.web.limits import Limits
from outflank.web.memory import give_back_soon
from outflank.web.sockets import BoundedSocket
from outflank.web.watch import Doing, Watch

FREE_CHUNKS = 64
"""The first chunks of a body may have any size; later ones count for the mean size."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 22\r\n"
    b"Content-Type: text/plain\r\n\r\ntoo many connections.\n"
)


class BoundedConfig(uvicorn.Config):
    """uvicorn's configuration with the protocol classes of this package and a `Watch`."""

    def __init__(self, app: Any, limits: Limits, **settings: Any) -> None:
        super().__init__(
            app,
            http=BoundedHttp,
            ws=BoundedSocket,
            h11_max_incomplete_event_size=limits.head_bytes,
            timeout_keep_alive=limits.keep_alive_seconds,
            ws_max_size=limits.message_bytes,
            # A compressed message could expand a thousandfold.
            ws_per_message_deflate=False,
            **settings,
        )
        self.limits = limits
        self.watch = Watch(limits)


class BoundedHttp(H11Protocol):
    """An HTTP connection; `count` is the number of requests it has answered."""

    config: BoundedConfig
    count = 0
    _is_admitted = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a new connection; if there are too many, answer 503 and close it."""
        super().connection_made(transport)
        self.conn = _Reader(self.config.limits)
        if not self.config.watch.admit(self):
            self._is_admitted = False
            self.connections.discard(self)
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop watching a closed connection and free its unread data."""
        self.config.watch.forget(self.transport)
        super().connection_lost(exc)
        give_back_soon()

    def data_received(self, data: bytes) -> None:
        """Parse received data; ignore it if the connection was refused."""
        if self._is_admitted:
            super().data_received(data)

    def on_response_complete(self) -> None:
        """Count the answered request."""
        self.count += 1
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Switch to a websocket; a malformed upgrade request gets status 400."""
        try:
            super().handle_websocket_upgrade(event)
        except ValueError:  # wsproto decodes headers unchecked
            self.send_400_response("Invalid HTTP request received.")

    def send_400_response(self, msg: str) -> None:
        """Send status 400, or close the connection if another response has already begun."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def doing(self) -> Doing:
        """The current state of the connection, for its timeout."""
        if self.transport.is_closing():
            return Doing.CLOSING
        if self.flow.write_paused:
            return Doing.STALLED
        if self.conn.their_state is h11.SEND_BODY:
            return Doing.SENDING
        if self.cycle is not None and not self.cycle.response_complete:
            return Doing.ANSWERED
        return Doing.WAITING


class _Reader(h11.Connection):
    """h11's request parser; rejects bodies whose chunks are tiny on average."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(h11.SERVER, limits.head_bytes)
        self._chunk_bytes = limits.chunk_bytes
        self._chunks = 0
        self._bytes = 0

    def next_event(self) -> Any:
        """The next parser event; raises `h11.RemoteProtocolError` for a body of tiny chunks."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
        elif isinstance(event, h11.Data) and event.chunk_end:
            self._chunks += 1
            self._bytes += len(event.data)
            if (self._chunks - FREE_CHUNKS) * self._chunk_bytes > self._bytes:
                raise h11.RemoteProtocolError("the chunks of the body are too small")
        return event
