"""A real server for tests: a process on a free port, with its own data, that is always ended."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

START_SECONDS = 400.0
"""The first server of a fresh checkout compiles the kernels."""

END_SECONDS = 30.0

# Of the test, and would make NiceGUI believe that it is tested itself.
HIDDEN_VARIABLES = ("PYTEST_CURRENT_TEST", "NICEGUI_USER_SIMULATION", "NICEGUI_SCREEN_TEST_PORT")


@dataclass
class Serving:
    """A server that runs: its address and data, and the process with what it has printed so far."""

    process: subprocess.Popen[bytes]
    data: Path
    output: Path
    errors: Path
    address: str = ""

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def host(self) -> str:
        """As a browser sends it."""
        return self.address.removeprefix("http://")

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """End the process as Ctrl-C does, or in another way; return its exit code."""
        self.process.send_signal(how)
        return self.process.wait(END_SECONDS)

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """The status and the JSON that come back for JSON, or for bytes as they are."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, data, {"Content-Type": "application/json"} | (headers or {})
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


@contextmanager
def serving(folder: Path, *options: str, port: int = 0) -> Iterator[Serving]:
    """`outflank serve` with data in `folder`, which another server may have had before."""
    with started(folder, "serve", "--no-browser", "--port", str(port), *options) as server:
        yield server


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[Serving]:
    """`outflank` with these arguments, which make it a server."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = {
        name: value for name, value in os.environ.items() if name not in HIDDEN_VARIABLES
    }
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        environment.pop(name, None)  # no browser opens
    data = folder / "data"
    environment["OUTFLANK_DATA_DIR"] = str(data)
    command = [sys.executable, "-m", "outflank", *arguments]
    output, errors = folder / "output.txt", folder / "errors.txt"
    with output.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen(
            command, stdout=out, stderr=err, env=environment, start_new_session=True
        )
    server = Serving(process, data, output, errors)
    try:
        server.address = _address_printed_by(server)
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _address_printed_by(server: Serving) -> str:
    """The address, as soon as the server says that it answers there."""
    latest = time.monotonic() + START_SECONDS
    while time.monotonic() < latest and server.process.poll() is None:
        if found := re.search(r"http://\S+:\d+", server.output.read_text()):
            return found.group()
        time.sleep(0.05)
    raise AssertionError(f"the server did not start: {server.errors.read_text()}")
