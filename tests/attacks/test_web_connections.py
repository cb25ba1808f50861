"""Promise: one connection, or a thousand, take a bounded share of memory, files and time."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.attacks.running import assert_one_line, outflank
from tests.attacks.web_attacks import (
    connected,
    connected_socket,
    eventually,
    frame,
    get,
    megabytes,
    processor_seconds,
    seconds_until_closed,
    send_until_closed,
    settled_megabytes,
)
from tests.attacks.web_junk import PATH, QUERY
from tests.web.serving import Serving, serving

MEGABYTE = 1024 * 1024

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    limits = ("connections=60", "head_seconds=2", "write_seconds=2", "bodies_bytes=20000000")
    options = [option for limit in limits for option in ("--limit", limit)]
    with serving(tmp_path_factory.mktemp("bounded"), *options) as running:
        yield running


ENDLESS = {
    "a header": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x" * 65536),
    "headers": (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-Name: value\r\n" * 4000),
    "an address": (b"GET /", b"x" * 65536),
    "a chunk's extension": (
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5;",
        b"x" * 65536,
    ),
    "trailers": (
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
        b"X-Name: value\r\n" * 4000,
    ),
    "tiny chunks": (
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"1\r\nx\r\n" * 10_000,
    ),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_something_endless_is_cut_off_before_it_takes_memory(server: Serving, what: str) -> None:
    start, part = ENDLESS[what]
    before = settled_megabytes(server)
    with connected(server, start) as raw:
        # What the kernel buffers between the two is sent too: some megabytes on this machine.
        assert send_until_closed(raw, part, 64 * MEGABYTE) < 32 * MEGABYTE
    assert megabytes(server) < before + 20
    assert get(server)[0] == 200


UNFINISHED = {
    "nothing": b"",
    "half a line": b"GE",
    "half the headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "the start of the next request": b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nG",
}


def test_connections_that_wait_too_long_are_closed(server: Serving) -> None:
    with ExitStack() as stack:
        waiting = {
            what: stack.enter_context(connected(server, sent)) for what, sent in UNFINISHED.items()
        }
        for what, raw in waiting.items():
            assert seconds_until_closed(raw, 20) < 15, what


def test_headers_that_trickle_are_closed_all_the_same(server: Serving) -> None:
    with connected(server, b"GET / HTTP/1.1\r\n") as raw:
        assert not eventually(lambda: send_until_closed(raw, b"X: y\r\n", 1) == 0, 0.5)
        assert eventually(lambda: send_until_closed(raw, b"X: y\r\n", 1) == 0, 20)


def test_an_answer_that_is_not_read_is_given_up(server: Serving) -> None:
    request = b"GET /_nicegui/3.18.0/static/sass.dart.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as stack:
        unread = [stack.enter_context(connected(server, request * 20)) for _ in range(3)]
        time.sleep(4)
        for raw in unread:
            assert seconds_until_closed(raw, 10) < 10


def test_silent_connections_keep_no_visitor_out(server: Serving) -> None:
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(connected(server))
        for _ in range(5):
            assert get(server)[0] == 200


def test_unfinished_bodies_share_a_bounded_memory(server: Serving) -> None:
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000000\r\n\r\n"
    before = settled_megabytes(server)
    with ExitStack() as stack:
        for _ in range(40):
            raw = stack.enter_context(connected(server, head))
            send_until_closed(raw, b"x" * 65536, 4_500_000)
        assert megabytes(server) < before + 60
        assert get(server)[0] == 200


@pytest.mark.slow
def test_memory_of_refused_bodies_is_given_back(server: Serving) -> None:
    start, part = ENDLESS["tiny chunks"]
    before = settled_megabytes(server)
    for _ in range(200):  # 90 KB each were kept
        with connected(server, start) as raw:
            send_until_closed(raw, part * 2, len(part))
    assert eventually(lambda: megabytes(server) < before + 8, 60)


FLOODS = {
    "pings": (b"", frame(9, b"x" * 125)),
    "pongs": (b"", frame(10)),
    "a message of empty parts": (frame(1, b"4", is_final=False), frame(0, is_final=False)),
    "messages": (b"", frame(1, b"3")),
}


@pytest.mark.parametrize("what", FLOODS)
def test_frames_that_never_end_take_little_processor_time(server: Serving, what: str) -> None:
    start, part = FLOODS[what]
    settled_megabytes(server)
    with ExitStack() as stack:
        flooding = [stack.enter_context(connected_socket(server)) for _ in range(3)]
        before = processor_seconds(server)
        for raw in flooding:
            raw.sendall(start)
            raw.setblocking(False)
        ends = time.monotonic() + 1
        while time.monotonic() < ends:
            for raw in flooding:
                with suppress(OSError):
                    raw.send(part * 500)
            time.sleep(0.01)
        assert processor_seconds(server) - before < 0.15
    assert get(server)[0] == 200


def test_a_long_message_is_read_at_once(server: Serving) -> None:
    with connect(f"ws://{server.host}{PATH}?{QUERY}") as socket:
        socket.recv(timeout=30)
        socket.send("40")
        socket.recv(timeout=30)
        text = json.dumps("x" * 500_000)
        started = time.monotonic()
        socket.send(f'42["event",{{"client_id":"none","id":1,"listener_id":"a","args":[{text}]}}]')
        socket.send("41")  # the end, heard once the message before has been read
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=30)
        assert time.monotonic() - started < 10


def test_a_limit_that_is_none_is_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:

    for limit in ("pages", "pages=", "pages=-1", "pages=x", "pagse=5", "pages=nan", "=5"):
        folder = tmp_path_factory.mktemp("limits")
        assert_one_line(outflank("serve", "--limit", limit, OUTFLANK_DATA_DIR=str(folder)))
