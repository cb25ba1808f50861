"""The guard: who may send what."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from outflank.web.guard import SECURITY_HEADERS, Guard
from outflank.web.limits import Limits

Headers = dict[str, str]
MOST_BYTES = Limits().body_bytes


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the number of bytes that came."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(size).encode()})


def ask(
    headers: Headers,
    *,
    kind: str = "http",
    hosts: Iterable[str] = ("127.0.0.1",),
    body: Iterable[bytes] = (b"",),
    path: str = "/",
    full: bool = False,
) -> list[Message]:
    """What comes back for a request with these headers and the parts of its body."""
    sent: list[Message] = []
    parts = list(body)
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": part, "more_body": index < len(parts) - 1}
        for index, part in enumerate(parts)
    ]
    if kind == "websocket":
        messages = [{"type": "websocket.connect"}]

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": kind,
        "path": path,
        "query_string": b"",
        "method": "POST",
        "server": ("192.168.1.5", 8008),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    guard = Guard(application, hosts=list(hosts), is_full=lambda scope: full)
    asyncio.run(guard(scope, receive, send))
    return sent


def status(sent: list[Message]) -> int:
    code: int = sent[0]["status"]
    return code


OUR_HOSTS = ["127.0.0.1:8008", "localhost:8008", "LOCALHOST", "[::1]:8008", "127.0.0.1"]
FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:8008",
    "localhost.evil.example",
    "127.0.0.1.evil.example:8008",
    "evil.example@localhost",
    "192.168.1.5:8008",
    "",
    "[::1",
    "[::2]:8008",
    "0.0.0.0",
]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize("host", OUR_HOSTS)
def test_our_hosts_are_served(kind: str, host: str) -> None:
    sent = ask({"host": host}, kind=kind)
    assert sent[0]["type"] == ("websocket.accept" if kind == "websocket" else "http.response.start")
    assert kind == "websocket" or status(sent) == 200


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_foreign_hosts_are_refused(host: str) -> None:
    assert status(ask({"host": host})) == 400
    assert ask({"host": host}, kind="websocket")[0]["type"] == "websocket.close"


def test_a_request_without_a_host_is_refused() -> None:
    assert status(ask({})) == 400


def test_names_that_the_user_allows_are_served() -> None:
    hosts = ("127.0.0.1", "Othello.Example")
    headers = {"host": "othello.example", "origin": "https://othello.example"}
    assert status(ask(headers, hosts=hosts)) == 200
    # As a proxy sends it that puts its own name for us in the place of the browser's.
    behind_proxy = {"host": "127.0.0.1:8008", "origin": "https://othello.example"}
    assert status(ask(behind_proxy, hosts=hosts)) == 200


def test_at_every_address_the_one_that_was_called_is_served_and_no_name() -> None:
    for hosts in (("0.0.0.0",), ("::",)):
        assert status(ask({"host": "192.168.1.5:8008"}, hosts=hosts)) == 200
        assert status(ask({"host": "192.168.1.6:8008"}, hosts=hosts)) == 400
        assert status(ask({"host": "evil.example:8008"}, hosts=hosts)) == 400


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("host", "origin", "is_ours"),
    [
        ("127.0.0.1:8008", "http://127.0.0.1:8008", True),
        ("localhost:8008", "http://localhost:8008", True),
        ("localhost", "http://localhost:80", True),
        ("[::1]:8008", "http://[::1]:8008", True),
        ("localhost:8008", "http://127.0.0.1:8008", False),
        ("localhost:8008", "http://localhost:3000", False),
        ("localhost:8008", "http://evil.example", False),
        ("localhost:8008", "http://evil.example:8008", False),
        ("localhost:8008", "http://localhost:8008.evil.example", False),
        ("localhost:8008", "null", False),
        ("localhost:8008", "", False),
        ("localhost:8008", "file://localhost:8008", False),
        ("localhost:8008", "http://[broken", False),
    ],
)
def test_origins(kind: str, host: str, origin: str, is_ours: bool) -> None:
    sent = ask({"host": host, "origin": origin}, kind=kind)
    if kind == "http":
        assert status(sent) == (200 if is_ours else 403)
    else:
        assert sent[0]["type"] == ("websocket.accept" if is_ours else "websocket.close")


# Bodies

LOCAL = {"host": "localhost"}


def test_a_body_up_to_the_limit_comes_through_whole() -> None:
    parts = [b"x" * (MOST_BYTES // 4)] * 4
    sent = ask(LOCAL, body=parts)
    assert (status(sent), sent[1]["body"]) == (200, str(MOST_BYTES).encode())


@pytest.mark.parametrize("headers", [LOCAL, LOCAL | {"content-length": str(MOST_BYTES + 1)}])
@pytest.mark.parametrize("sizes", [[MOST_BYTES + 1], [MOST_BYTES, 1], [1 << 20] * 7])
def test_a_larger_body_is_refused_in_one_line(headers: Headers, sizes: list[int]) -> None:
    sent = ask(headers, body=[b"x" * size for size in sizes])
    assert status(sent) == 413
    assert sent[1]["body"].count(b"\n") == 1


def test_refusals_are_json_for_programs() -> None:
    sent = ask({"host": "evil.example"}, path="/api/best")
    assert sent[1]["body"].startswith(b'{"error": "')


# Numbers and headers


def test_no_page_is_made_where_there_are_too_many() -> None:
    assert status(ask(LOCAL, full=True)) == 503
    for path in ("/api/best", "/_nicegui/static/x.js", "/openapi.json"):
        assert status(ask(LOCAL, full=True, path=path)) == 200


def test_every_answer_has_the_security_headers() -> None:
    for headers in (LOCAL, {"host": "evil.example"}):
        given = {name.decode().lower() for name, _ in ask(headers)[0]["headers"]}
        assert {name.lower() for name in SECURITY_HEADERS} <= given
