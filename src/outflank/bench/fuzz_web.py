"""What the fuzzer attacks in the web app: JSON calls, frames of websockets, and addresses.

The application is called in this process, without a server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

from fastapi import FastAPI
from starlette.types import Message

from outflank.web import api
from outflank.web.frames import Frames, check_polled, is_sound_query
from outflank.web.guard import Guard
from outflank.web.refusal import Refused

CALLS = (
    b'POST /api/best\nhost: 127.0.0.1\n\n{"position": "f5d6c3", "depth": 1, "lines": 2}',
    b'POST /api/solve\nhost: localhost:8008\n\n{"position": "start", "seconds": 0.01}',
    b'POST /api/analyze\nhost: [::1]\norigin: http://[::1]\n\n{"game": "", "review": "quick"}',
    b"GET /api?x=1\nhost: 127.0.0.1\nsec-fetch-site: none\n\n",
    b"GET /openapi.json\nhost: 127.0.0.1\nrange: bytes=0-\ncookie: a=b\n\n",
)
"""Valid requests: a line with method and path, headers, an empty line, and a body."""

FRAMES = (
    b"40",
    b'40{"a":1}',
    b"41",
    b"3",
    b'42["event",{"client_id":"a","id":1,"listener_id":"b","args":["1","null"]}]',
    b'42["handshake",{"client_id":"a","tab_id":"b","document_id":"c","next_message_id":"0"}]',
    b'42["ack",{"client_id":"a","next_message_id":5}]',
    b'42["log",{"client_id":"a","level":"info","message":"x"}]\x1e41',
)

QUERIES = (
    b"EIO=4&transport=websocket&implicit_handshake=true&client_id=a&tab_id=b&document_id=c"
    b"&next_message_id=0&old_tab_id=",
    b"EIO=4&transport=polling&sid=abc",
)


@cache
def _application() -> tuple[asyncio.AbstractEventLoop, Guard]:
    application = FastAPI()
    api.add_to(application)
    loop = asyncio.new_event_loop()
    return loop, Guard(application, hosts=(), is_full=lambda scope: False)


def call(data: bytes) -> None:
    """Send a request to the JSON interface; a response status of 500 or more is a defect."""
    head, _, body = data.partition(b"\n\n")
    first, *lines = head.split(b"\n")
    method, _, target = first.decode("latin-1").partition(" ")
    path, _, query = target.partition("?")
    headers = [line.partition(b": ")[::2] for line in lines]
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [(b"content-type", b"application/json"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8008),
    }
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    statuses: list[int] = []

    async def receive() -> Message:
        if messages:
            return messages.pop()
        await asyncio.sleep(60)  # the client waits for its answer
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    loop, guard = _application()
    loop.run_until_complete(guard(scope, receive, send))
    if len(statuses) != 1 or statuses[0] >= 500:
        raise AssertionError(f"answered with {statuses}")


def check_frames(data: bytes) -> None:
    """Check frames of websockets and of polling; raising anything but `Refused` is a defect."""
    frames = Frames()
    for part in data.decode(errors="replace").split("\x1e"):
        frames.is_sound(part)
    try:
        check_polled(data)
    except Refused:
        return


def check_query(data: bytes) -> None:
    """Check the query string with which a websocket is opened."""
    is_sound_query(data)


WEB_TARGETS: dict[str, tuple[Callable[[bytes], None], tuple[bytes, ...]]] = {
    "http": (call, CALLS),
    "frames": (check_frames, FRAMES),
    "query": (check_query, QUERIES),
}
