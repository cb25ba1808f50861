"""Standard input and output for a protocol, kept apart from what players read or print."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TypeAlias

Send: TypeAlias = Callable[[str], None]
"""Writes text to the other program at once, without buffering."""


def take_standard_streams() -> tuple[Iterator[bytes], Send]:
    """Take over standard input and output: return the lines of input, and a function to write.

    Afterwards players that read get no input, and what they print goes to standard error.
    """
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
    """Yield each line read from the file `descriptor`, also an incomplete last one.

    Python's buffered streams are avoided: a thread blocked in one prevents the process from
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
