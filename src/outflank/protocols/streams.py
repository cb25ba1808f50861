"""Standard input and output for a protocol, protected from players that read or print."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TypeAlias

Send: TypeAlias = Callable[[str], None]
"""Writes text to the other program without buffering."""


def take_standard_streams() -> tuple[Iterator[bytes], Send]:
    """Take over standard input and output; what players print then goes to standard error."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)

    def send(text: str) -> None:
        data = text.encode()
        while data:
            data = data[os.write(outgoing, data) :]

    return _lines(incoming), send


def _lines(descriptor: int) -> Iterator[bytes]:
    """Yield each complete line, and the rest at the end.

    Read without Python's buffered streams: a thread blocked in one prevents the process from
    exiting.
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
    except OSError:  # a closed terminal
        return b""
