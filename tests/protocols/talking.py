"""Another program at the other end of `outflank gtp`, `nboard` or `botzone`: a real process."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType

HOSTILE = Path(__file__).parents[1] / "arena" / "hostile.py"
HONEST = f"python:{HOSTILE}:Honest"
"""Plays the first legal move, so that every answer is known."""

OUTFLANK = [sys.executable, "-m", "outflank"]
TIMEOUT_SECONDS = 60.0

_TIME = re.compile(r"(?<=[/ ])[0-9]+\.[0-9]{2}$")


class Talk:
    """A process and the lines to and from it; `end` is what ends the lines that we send."""

    def __init__(self, *arguments: str, end: str = "\n") -> None:
        self._end = end
        self.process = subprocess.Popen(
            [*OUTFLANK, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._lines: Queue[str | None] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}{self._end}" for line in lines).encode())
        self.process.stdin.flush()

    def line(self, seconds: float = TIMEOUT_SECONDS) -> str | None:
        """The next line, or None at the end of the output."""
        try:
            return self._lines.get(timeout=seconds)
        except Empty:
            raise AssertionError(f"nothing was said for {seconds} s") from None

    def until(self, start: str) -> list[str]:
        """All lines up to the first that begins with `start`."""
        lines = []
        while (line := self.line()) is not None:
            lines.append(line)
            if line.startswith(start):
                return lines
        raise AssertionError(f"no {start!r} in {lines}")

    def gtp(self, command: str) -> str:
        """The response to a command of GTP, without the empty line that ends it."""
        self.send(command)
        lines = []
        while line := self.line():
            lines.append(line)
        return "\n".join(lines)

    def finish(self) -> list[str]:
        """End the input; what is still said, once the process has ended without a complaint."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.wait_for_end()

    def wait_for_end(self) -> list[str]:
        rest = []
        while (line := self.line()) is not None:
            rest.append(line)
        assert self.process.wait(TIMEOUT_SECONDS) == 0
        assert self.process.stderr is not None
        assert self.process.stderr.read() == b""
        return rest

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def __enter__(self) -> Talk:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def follow(talk: Talk, transcript: str) -> None:
    """Say the lines after ``>`` and hear the lines after ``<``; times in seconds are ``TIME``."""
    for line in transcript.strip().splitlines():
        mark, text = line.strip()[:1], line.strip()[2:]
        if mark == ">":
            talk.send(text)
        else:
            heard = talk.line()
            assert heard is not None, f"the end instead of {text!r}"
            assert _TIME.sub("TIME", heard.rstrip()) == text


def is_running(process: int) -> bool:
    """Whether there is a process of this number that has not ended; looks into /proc."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until_ended(process: int, seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while is_running(process) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(process)


def descendants(process: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    parents: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents.setdefault(int(fields[1]), []).append(int(status.parent.name))
    found: list[int] = []
    pending = [process]
    while pending:
        children = parents.get(pending.pop(), [])
        found.extend(children)
        pending.extend(children)
    return found
