"""Promise: pages of other sites and requests that no browser makes change and stop nothing."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from outflank.bench.visiting import Page
from tests.attacks.web_attacks import connected, get, processor_seconds
from tests.attacks.web_junk import HANDSHAKES, MESSAGES, PATH, QUERY, mutated
from tests.web.serving import Serving, serving

PICTURE = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}
LINK = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("foreign"), "--limit", "sockets=60") as running:
        yield running


def stored_games(server: Serving) -> int:
    with closing(sqlite3.connect(server.data / "library.sqlite")) as connection:
        return int(connection.execute("select count(*) from games").fetchone()[0])


# What other sites can make a browser do


@pytest.mark.parametrize(
    "path", ["/?game=f5d6c3", "/", "/library", "/no/page", "/api", "/openapi.json"]
)
def test_a_picture_of_another_site_gets_nothing(server: Serving, path: str) -> None:
    assert get(server, path, **PICTURE)[0] == 403
    same_machine = PICTURE | {"Sec_Fetch_Site": "same-site"}  # another port
    assert get(server, path, **same_machine)[0] == 403


def test_a_frame_or_script_of_another_site_gets_nothing(server: Serving) -> None:
    for kind in ("iframe", "script", "style", "embed", "object", "empty"):
        mode = "navigate" if kind in ("iframe", "embed", "object") else "no-cors"
        headers = LINK | {"Sec_Fetch_Mode": mode, "Sec_Fetch_Dest": kind}
        assert get(server, "/?game=f5d6", **headers)[0] == 403


def test_looking_at_shared_games_stores_none(server: Serving) -> None:
    before = stored_games(server)
    for moves in ("f5d6c3", "f5f6e6", "f5d6"):
        for headers in (LINK, {}):
            assert get(server, f"/?game={moves}", **headers)[0] == 200
    assert stored_games(server) == before


def test_many_pages_without_browsers_shut_no_visitor_out(server: Serving) -> None:
    for _ in range(80):  # more than may be unconnected
        assert get(server, "/editor")[0] == 200
    assert get(server)[0] == 200


def test_sockets_without_pages_shut_no_visitor_out(server: Serving) -> None:
    for _ in range(100):  # more than there may be
        assert get(server, f"{PATH}?EIO=4&transport=polling")[0] == 200

    async def visit() -> None:
        page = Page(server.address)
        await page.open()
        assert await page.shows(page.is_visitors_turn)
        await page.close()

    asyncio.run(visit())


@pytest.mark.parametrize("path", ["/apix", "/_nicegui_x", "/no/such/page", "/api-", "/outflankx"])
def test_pages_that_do_not_exist_take_no_place(server: Serving, path: str) -> None:
    for _ in range(30):
        status, text = get(server, path)
        assert status == 404
        assert len(text) < 1000  # no page of the app, which is kept for a minute
        assert "no such page" in text


@pytest.mark.parametrize("text", ["(;)" * 21000, "(;)" * 1000, "f5" * 1500, "f5%0A" * 600])
def test_a_long_shared_address_is_answered_at_once(server: Serving, text: str) -> None:
    before = processor_seconds(server)
    for _ in range(5):
        assert get(server, f"/?game={text}")[0] in (200, 400)
    assert processor_seconds(server) - before < 1.5


# Requests that no browser makes


@pytest.mark.parametrize(
    "body",
    [
        b"{" + b",".join(b'"a%d":1' % number for number in range(400_000)) + b"}",
        b"{" + b",".join(b'"a%d":1' % number for number in range(20_000)) + b"}",
        b"[" * 4_900_000,
        b'{"position":' + b"[" * 200_000,
        json.dumps({"position": ["x"] * 20_000}).encode(),
        json.dumps({"position": "(;GM[2]" + "(;B[f5]" * 2800}).encode(),
    ],
    ids=["very many fields", "many fields", "very deep", "deep", "a list", "a deep game"],
)
def test_a_hostile_call_is_refused_at_once(server: Serving, body: bytes) -> None:
    before = processor_seconds(server)
    for _ in range(3):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        with closing(connection):
            connection.request("POST", "/api/best", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            assert answer.status in (400, 413, 422)
            assert len(answer.read()) < 500
    assert processor_seconds(server) - before < 1.0


@pytest.mark.skipif(sys.platform != "linux", reason="only there all of 127.* is this machine")
def test_an_address_that_calls_without_end_is_refused_and_no_other(server: Serving) -> None:
    call = f"POST /api/best HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 2\r\n\r\n{{}}"
    with ExitStack() as stack:
        calling = [
            stack.enter_context(
                socket.create_connection(
                    ("127.0.0.1", server.port), 60, source_address=("127.0.0.2", 0)
                )
            )
            for _ in range(190)
        ]
        for raw in calling:
            raw.sendall(call.encode())
        assert calling[-1].recv(12) == b"HTTP/1.1 429"
        with connected(server, call.encode()) as raw:
            assert raw.recv(12) == b"HTTP/1.1 422"


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/_nicegui/3.18.0/static/%00",
        "/_nicegui/3.18.0/static/nicegui.js%00",
        "/_nicegui/3.18.0/resources/x/%00",
        "/outflank/style.css%00",
        "/g/%00",
        "/api/%00",
        "/%0d%0aX: y",
        "/%7f",
    ],
)
def test_control_characters_in_addresses_are_refused(server: Serving, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    with closing(connection):
        connection.putrequest("GET", path.replace(" ", "%20"))
        connection.endheaders()
        assert connection.getresponse().status == 400


def test_junk_on_websockets_is_closed_without_a_word(server: Serving) -> None:
    for handshake in HANDSHAKES:
        request = handshake
        for name, value in (("{host}", server.host), ("{path}", PATH), ("{query}", QUERY)):
            request = request.replace(name.encode(), value.encode())
        with connected(server, request) as raw:
            raw.recv(100)
    for message in [*MESSAGES, *mutated(60, seed=17)]:
        for is_connected in (False, True):
            _send_frame(server, message, is_connected=is_connected)
    assert server.errors.read_text() == ""


def _send_frame(server: Serving, message: str | bytes, *, is_connected: bool) -> None:
    try:
        with connect(f"ws://{server.host}{PATH}?{QUERY}", close_timeout=1) as socket:
            socket.recv(timeout=30)
            if is_connected:
                socket.send("40")
                socket.recv(timeout=30)
            socket.send(message)
            socket.recv(timeout=0.02)
    except (WebSocketException, TimeoutError):
        pass


def test_junk_of_sockets_without_websocket_is_refused_without_a_word(server: Serving) -> None:
    polling = f"{PATH}?EIO=4&transport=polling"
    for message in [*MESSAGES, *mutated(40, seed=18)]:
        sid = json.loads(get(server, polling)[1][1:])["sid"]
        data = message if isinstance(message, bytes) else message.encode()
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        with closing(connection):
            connection.request("POST", f"{polling}&sid={sid}", data)
            assert connection.getresponse().status < 500
    assert server.errors.read_text() == ""


@pytest.mark.parametrize(
    "junk",
    [
        b"\x00" * 100,
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET  / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /api/best HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxx",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_junk_on_connections_is_closed_without_a_word(server: Serving, junk: bytes) -> None:
    with connected(server, junk) as raw:
        raw.shutdown(socket.SHUT_WR)
        while raw.recv(1000):
            pass
    assert server.errors.read_text() == ""
