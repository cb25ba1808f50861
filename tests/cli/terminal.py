"""A terminal to run commands in: what a person types and sees."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from types import TracebackType

OUTFLANK = [sys.executable, "-c", "from outflank.cli.main import main; main()"]

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")
TIMEOUT_SECONDS = 120.0


class Terminal:
    """A program on a pseudo-terminal; `colours` says whether the terminal has any."""

    def __init__(self, *arguments: str, colours: bool = False, columns: int = 120) -> None:
        self._master, slave = pty.openpty()
        self.raw = ""
        self._read_up_to = 0
        environment = {**os.environ, "COLUMNS": str(columns), "LINES": "50"}
        environment["TERM"] = "xterm-256color" if colours else "dumb"
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*OUTFLANK, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)

    @property
    def text(self) -> str:
        """All that was shown so far, without colours and cursor movements."""
        return _CONTROL.sub("", self.raw)

    def enter(self, line: str) -> None:
        """Type a line and the return key."""
        os.write(self._master, f"{line}\n".encode())

    def wait_for(self, pattern: str) -> str:
        """What is shown from the last such wait up to where `pattern` comes."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not (match := re.compile(pattern).search(self.text, self._read_up_to)):
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"no {pattern!r} in:\n{self.text[self._read_up_to :]}")
        shown = self.text[self._read_up_to : match.end()]
        self._read_up_to = match.end()
        return shown

    def wait_for_end(self) -> str:
        """The rest of what is shown, until the program ends."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while self._read(deadline - time.monotonic()):
            pass
        self.process.wait(timeout=TIMEOUT_SECONDS)
        return self.text[self._read_up_to :]

    def _read(self, seconds: float) -> bool:
        """Read what is there, waiting so long for it; false at the end, or if nothing comes."""
        ready, _, _ = select.select([self._master], [], [], max(seconds, 0))
        try:
            data = os.read(self._master, 65536) if ready else b""
        except OSError:  # Linux says so when the program has ended
            data = b""
        self.raw += data.decode(errors="replace")
        return bool(data)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)
