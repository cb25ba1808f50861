"""Filter of Socket.IO frames: only frames that NiceGUI's own script would send are let through.

For any other frame, Socket.IO would log a traceback. The filter decodes frames with the packet
classes of Socket.IO itself, so that both read a frame the same way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

import engineio.packet as engine
import socketio.packet as packets
from starlette.types import Message, Receive, Scope, Send

from outflank.web.refusal import Refused

SOCKET_PATH = "/_nicegui_ws/"
MOST_FRAMES = 16
"""Largest number of frames in one polling request; Engine.IO has the same limit."""

FRAME_SEPARATOR = "\x1e"

Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 200


def _is_text_or_none(value: Any) -> bool:
    return value is None or _is_text(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _is_count(value: Any) -> bool:
    """Whether a value is None, a whole number, or its digits as in a query string."""
    is_written = _is_text(value) and value.isascii() and value.isdecimal() and len(value) < 16
    return value is None or _is_number(value) or is_written


def _are_arguments(value: Any) -> bool:
    """Whether a value is None or a list of JSON texts: the arguments of an event.

    Raises ValueError or TypeError if an argument is not a JSON text.
    """
    if not isinstance(value, list):
        return value is None
    for argument in value:
        if argument is not None:
            json.loads(argument)
    return True


HANDSHAKE: Mapping[str, Check] = {
    "client_id": _is_text,
    "tab_id": _is_text,
    "document_id": _is_text,
    "old_tab_id": _is_text_or_none,
    "next_message_id": _is_count,
}

EVENTS: Mapping[str, Mapping[str, Check]] = {
    "handshake": HANDSHAKE,
    "event": {
        "client_id": _is_text,
        "id": _is_number,
        "listener_id": _is_text,
        "args": _are_arguments,
    },
    "javascript_response": {"client_id": _is_text, "request_id": _is_text},
    "ack": {"client_id": _is_text, "next_message_id": _is_number},
    "log": {
        "client_id": _is_text,
        "level": lambda value: value in ("debug", "info", "warning", "error"),
        "message": lambda value: isinstance(value, str),
    },
}
"""The Socket.IO events that NiceGUI's script sends, with a check for each of their values."""


def _fits(values: Any, checks: Mapping[str, Check]) -> bool:
    return isinstance(values, dict) and all(
        check(values.get(name)) for name, check in checks.items()
    )


def is_sound_query(query: bytes) -> bool:
    """Whether the query string of a new socket has a valid handshake, or contains none."""
    try:
        values = {name: value[0] for name, value in parse_qs(query.decode()).items()}
        is_handshake = values.get("implicit_handshake") == "true"
        return not is_handshake or _fits(values, HANDSHAKE)
    except ValueError:
        return False


class Frames:
    """Checks the frames of one socket in the order in which they arrive.

    `is_upgraded` is True for a websocket that continues a polling connection. `is_connected` tells
    whether Socket.IO's CONNECT packet has arrived already; None if unknown, as in polling requests.
    """

    def __init__(self, *, is_upgraded: bool = False, is_connected: bool | None = False) -> None:
        self._is_upgraded = is_upgraded
        self._is_connected = is_connected

    def is_sound(self, frame: object) -> bool:
        """Whether NiceGUI's script could send this frame at this point of the connection."""
        try:
            return isinstance(frame, str) and self._is_sound(frame)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
            return False

    def _is_sound(self, frame: str) -> bool:
        outer = engine.Packet(encoded_packet=frame)
        if outer.binary:
            return False
        if outer.packet_type in (engine.PING, engine.UPGRADE):
            return self._is_upgraded
        if outer.packet_type in (engine.PONG, engine.CLOSE):
            return True
        return outer.packet_type == engine.MESSAGE and self._is_sound_message(outer.data)

    def _is_sound_message(self, data: Any) -> bool:
        inner = packets.Packet(encoded_packet=data) if isinstance(data, str) and data else None
        if inner is None or inner.attachment_count or inner.namespace not in (None, "/"):
            return False
        if inner.packet_type == packets.CONNECT:
            is_first, self._is_connected = not self._is_connected, True
            return is_first and isinstance(inner.data, dict | None)
        if self._is_connected is False:
            return False
        if inner.packet_type == packets.DISCONNECT:
            return True
        if inner.packet_type != packets.EVENT or inner.id is not None:
            return False
        match inner.data:
            case [str() as name, values] if name in EVENTS:
                return _fits(values, EVENTS[name])
        return False


def checked_socket(scope: Scope, receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Wrap a websocket's `receive` and `send` so that an invalid frame closes the websocket."""
    is_upgraded = b"sid=" in scope["query_string"]
    frames = Frames(is_upgraded=is_upgraded, is_connected=None if is_upgraded else False)
    is_closed = False

    async def receive_checked() -> Message:
        nonlocal is_closed
        message = await receive()
        if message["type"] == "websocket.receive" and not frames.is_sound(message.get("text")):
            is_closed = True
            await send({"type": "websocket.close", "code": 1008})
            return {"type": "websocket.disconnect", "code": 1008}
        return message

    async def send_until_closed(message: Message) -> None:
        if not is_closed:
            await send(message)

    return receive_checked, send_until_closed


def check_polled(body: bytes) -> None:
    """Check the frames in the body of a polling request; raise `Refused` if one is invalid."""
    frames = Frames(is_connected=None)
    try:
        parts = body.decode().split(FRAME_SEPARATOR)
    except ValueError:
        parts = [""]
    if len(parts) > MOST_FRAMES or not all(map(frames.is_sound, parts)):
        raise Refused(400, "not a request that our pages send")
