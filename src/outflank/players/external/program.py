"""A subprocess with line-based input and output that cannot block its caller forever."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt
from outflank.players.external.deadline import Deadline

LONGEST_LINE = 1 << 16
"""Lines of output longer than this many bytes are split."""

MOST_LINES = 1000
"""At most this many unread lines of output are kept;
the program then blocks until some are read.
"""

PARTING_SECONDS = 0.5
"""Seconds that a program gets to exit by itself before it is killed."""

# Kills the program when its own input ends without a byte, that is when our process has died.
KEEPER = "import os, sys; sys.stdin.read(1) or os.killpg(int(sys.argv[1]), 9)"


class ProgramFailure(OutflankError):
    """The program has exited or violated its protocol."""


class ProgramLate(ProgramFailure, TimeoutError):
    """The program did not answer before its deadline."""


class Program:
    """A running program with pipes to its input and output; its standard error is discarded.

    The program has its own process group, so that it can be killed together with its children. A
    second small process, the keeper, kills it if this Python process dies.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        arguments = split_command(command)
        try:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0 if os.name == "posix" else None,
            )
        except OSError as error:
            raise ProgramFailure(f"{arguments[0]} cannot be started: {error.strerror}") from error
        self._keeper = _start_keeper(self._process.pid)
        self._lines: Queue[bytes | None] = Queue(MOST_LINES)
        self._is_closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def send(self, line: str) -> None:
        """Write a line to the program.
        Errors are not raised here, but by the next call of `receive`.
        """
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()

    def receive(self, deadline: Deadline | None) -> str:
        """Wait for the program's next line and return it.

        Raises `ProgramLate` after `deadline` (None: no limit), and `ProgramFailure` if it has
        exited.
        """
        while True:
            patience = None if deadline is None else deadline.seconds_left()
            try:
                line = self._lines.get(timeout=patience)
                break
            except Empty:
                if deadline is None or not deadline.forgive():
                    raise ProgramLate(f"{self.name} did not answer in time") from None
        if line is None:
            self._lines.put(None)  # so that the next call fails too
            raise ProgramFailure(f"{self.name} exited ({self._ending()})")
        return line.decode(errors="replace").rstrip("\r\n")

    @property
    def process(self) -> int:
        """The process id of the program."""
        return self._process.pid

    @property
    def name(self) -> str:
        """The name of the program in messages: its file name without arguments."""
        return Path(shlex.split(self.command)[0]).name

    def close(self, farewell: str = "") -> None:
        """Send `farewell`, if any, give the program a moment to exit, and then kill it."""
        if self._is_closed:
            return
        self._is_closed = True
        if farewell:
            self.send(farewell)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PARTING_SECONDS)
        # The group may contain orphaned children of the program.
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        if self._keeper is not None:
            with suppress(OSError):
                self._keeper.communicate(b".")
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):  # closed during a read: also the end
            while line := self._process.stdout.readline(LONGEST_LINE):
                self._put(line)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        while not self._is_closed:
            with suppress(Full):
                self._lines.put(line, timeout=0.1)
                return

    def _ending(self) -> str:
        try:
            code = self._process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"{signal.strsignal(-code)}" if code < 0 else f"exit code {code}"


def split_command(command: str) -> list[str]:
    """Split a command line into words; raises `OutflankError` if the program does not exist."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OutflankError(f"{excerpt(command)} is not a command: {error}") from None
    if not words:
        raise OutflankError(f"{excerpt(command)} is not a command; name a program")
    if shutil.which(words[0]) is None:
        raise OutflankError(f"no such program: {words[0]}; give its path or a name on PATH")
    return words


def _start_keeper(process: int) -> subprocess.Popen[bytes] | None:
    if os.name != "posix":
        return None
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", KEEPER, str(process)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
