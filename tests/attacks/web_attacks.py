"""What attacks on the web app share: raw connections, and the memory of a server."""

from __future__ import annotations

import http.client
import os
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path

from tests.web.serving import Serving


def connected(server: Serving, data: bytes = b"") -> socket.socket:
    """A raw connection that has sent `data`."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    raw.sendall(data)
    return raw


SOCKET_REQUEST = (
    "GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def connected_socket(server: Serving) -> socket.socket:
    """A raw connection that is a websocket now."""
    raw = connected(server, SOCKET_REQUEST.format(host=server.host).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = raw.recv(4096)
        assert part, answer
        answer += part
    return raw


def frame(opcode: int, payload: bytes = b"", *, is_final: bool = True) -> bytes:
    """A websocket frame of less than 126 bytes, with a mask of zeros."""
    return bytes([is_final << 7 | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def send_until_closed(raw: socket.socket, part: bytes, most_bytes: int) -> int:
    """Send `part` again and again; return how many bytes went before the server closed."""
    sent = 0
    try:
        while sent < most_bytes:
            raw.sendall(part)
            sent += len(part)
    except OSError:
        pass
    return sent


def seconds_until_closed(raw: socket.socket, most_seconds: float) -> float:
    """How long the server keeps a connection that sends nothing more."""
    started = time.monotonic()
    raw.settimeout(most_seconds)
    try:
        while raw.recv(65536):
            pass
    except TimeoutError:
        raise AssertionError(f"the connection was open after {most_seconds} s") from None
    except OSError:
        pass
    return time.monotonic() - started


def get(server: Serving, path: str = "/", **headers: str) -> tuple[int, str]:
    """The status and the text of an answer; `_` in names of headers stands for `-`."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=sent)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def megabytes(server: Serving) -> float:
    """What the server holds in memory, as Linux says."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def processor_seconds(server: Serving) -> float:
    """Processor time that the server has used so far."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


_SETTLED: set[int] = set()
"""The processes of servers that have loaded their kernels."""


def settled_megabytes(server: Serving) -> float:
    """The same when the kernels are loaded and it has stopped growing."""
    before = -1.0
    pause = 0.2 if server.process.pid in _SETTLED else 1.0
    while abs(megabytes(server) - before) > 1:
        before = megabytes(server)
        time.sleep(pause)
    _SETTLED.add(server.process.pid)
    return before


def eventually(is_so: Callable[[], bool], most_seconds: float = 30.0) -> bool:
    """Whether something becomes so in time."""
    latest = time.monotonic() + most_seconds
    while not is_so():
        if time.monotonic() > latest:
            return False
        time.sleep(0.1)
    return True
