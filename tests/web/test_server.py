"""The server as a process: where it listens, whom it refuses, how it ends."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from outflank.web.limits import Limits
from tests.web.serving import Serving, serving, started

MOST_BYTES = Limits().body_bytes
SOCKET_PATH = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
POLLING_PATH = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"


def get(server: Serving, path: str = "/", **headers: str) -> tuple[int, str]:
    """The status and the text that come back for a path."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


# Where it listens


def test_the_page_is_served_at_the_address_that_is_printed(server: Serving) -> None:
    status, page = get(server)
    assert status == 200
    assert "<title>Outflank</title>" in page
    assert server.output.read_text() == f"Outflank is at {server.address} (Ctrl-C stops it)\n"
    assert server.address.startswith("http://127.0.0.1:")
    with socket.socket() as outside, pytest.raises(OSError):  # noqa: PT011 - any error
        outside.bind(("127.0.0.1", server.port))


def test_a_taken_port_is_said_and_the_next_is_used(server: Serving, tmp_path: Path) -> None:
    with serving(tmp_path, port=server.port) as second:
        assert second.port > server.port
        taken = f"Port {server.port} is taken; using {second.port}."
        assert second.errors.read_text().splitlines() == [taken]
        assert get(second)[0] == 200
        assert get(server)[0] == 200


@pytest.mark.parametrize("options", [["--host", "192.0.2.77"], ["--port", "99999"], ["--host", ""]])
def test_a_place_that_it_cannot_listen_at_is_one_line(options: list[str]) -> None:
    command = [sys.executable, "-m", "outflank", "serve", "--no-browser", *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1


# Whom it refuses


def test_a_foreign_host_is_refused(server: Serving) -> None:
    for host in ("evil.example", f"evil.example:{server.port}", "192.168.0.1"):
        status, text = get(server, Host=host)
        assert status == 400
        assert len(text.splitlines()) == 1


def test_a_foreign_origin_is_refused(server: Serving) -> None:
    for origin in ("http://evil.example", "null", f"http://localhost:{server.port}"):
        assert get(server, Origin=origin)[0] == 403
        assert get(server, POLLING_PATH, Origin=origin)[0] == 403
        status, answer = server.post("/api/best", {"position": "start"}, {"Origin": origin})
        assert (status, list(answer)) == (403, ["error"])
    assert get(server, POLLING_PATH, Origin=server.address)[0] == 200


def test_a_websocket_needs_our_origin_and_host(server: Serving) -> None:
    url = f"ws://{server.host}{SOCKET_PATH}"
    with connect(url, origin=Origin(server.address)) as ours:
        assert str(ours.recv()).startswith("0{")
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            connect(url, origin=Origin(origin))
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(
            f"GET {SOCKET_PATH} HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert raw.recv(100).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize("path", ["/", "/api/best", POLLING_PATH, "/no/such/page"])
def test_a_body_that_is_too_large_is_refused(server: Serving, path: str) -> None:
    for is_chunked in (False, True):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        parts = [b"x" * 2**20] * (MOST_BYTES // 2**20 + 1)
        headers = {} if is_chunked else {"Content-Length": str(sum(map(len, parts)))}
        connection.request("POST", path, iter(parts), headers, encode_chunked=is_chunked)
        response = connection.getresponse()
        assert response.status == 413
        assert len(response.read().splitlines()) == 1
        connection.close()


def test_files_of_the_server_cannot_be_had(server: Serving) -> None:
    for path in (
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/_nicegui/3.18.0/static/../../../../../etc/passwd",
        "/_nicegui/3.18.0/static/%2e%2e/%2e%2e/%2e%2e/server.py",
        "/_nicegui/3.18.0/components/../../../../etc/passwd",
    ):
        status, text = get(server, path)
        assert status in (400, 403, 404)
        assert "root:" not in text
        assert "import" not in text or "<html" in text


def test_answers_have_security_headers(server: Serving) -> None:
    with urllib.request.urlopen(server.address) as response:
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "HttpOnly".lower() in response.headers["Set-Cookie"].lower()


# How it ends


def post_in_background(server: Serving, answers: list[tuple[int, object]]) -> threading.Thread:
    def ask() -> None:
        answers.append(server.post("/api/best", {"position": "start", "level": 60}))

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def test_ctrl_c_ends_a_busy_server_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        get(server)
        with connect(f"ws://{server.host}{SOCKET_PATH}", origin=Origin(server.address)):
            answers: list[tuple[int, object]] = []
            threads = [post_in_background(server, answers) for _ in range(2)]
            time.sleep(3)
            assert server.stop() == 0
            for thread in threads:
                thread.join()
        # One was running and answers with what it has, if it has got so far on a busy machine; the
        # other was still waiting.
        assert sorted(status for status, _ in answers) in ([200, 429], [429, 429])
        assert server.errors.read_text() == "Stopped.\n"
        assert len(server.output.read_text().splitlines()) == 1


def test_terminate_ends_it_too(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.stop(signal.SIGTERM) == -signal.SIGTERM
        assert server.errors.read_text() == ""


@pytest.mark.parametrize("options", [(), ("--port", "0"), ("--no-browser", "--host", "localhost")])
def test_outflank_alone_is_the_server(options: tuple[str, ...], tmp_path: Path) -> None:
    with started(tmp_path, *options) as server:
        assert get(server)[0] == 200
