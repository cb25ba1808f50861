"""Standard input and output for a conversation, out of the reach of players that read or print."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator


def incoming_lines(descriptor: int = 0) -> Iterator[bytes]:
    """The lines that come in, each as soon as it is complete, and what is left at the end.

    Read without a buffer of Python's: a thread that waits inside one cannot be left behind when
    the process ends.
    """
    rest = b""
    while data := _read(descriptor):
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
    if rest:
        yield rest


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # a terminal that is gone
        return b""


def take_output() -> Callable[[str], None]:
    """A function that writes text to standard output at once; what others print goes to errors."""
    outgoing = os.dup(1)
    os.dup2(2, 1)

    def send(text: str) -> None:
        data = text.encode()
        while data:
            data = data[os.write(outgoing, data) :]

    return send
