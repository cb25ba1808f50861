"""Read input lines in a thread, so that they can interrupt a player's search."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable


class Inbox:
    """A queue of lines from another program, read in a thread, in order and without line ends.

    ``interrupts(line)`` says whether the line must interrupt a running search. ``ends(line)`` says
    whether it is the last line, after which the input is not read any more.
    """

    def __init__(
        self,
        lines: Iterable[bytes],
        *,
        interrupts: Callable[[str], bool],
        ends: Callable[[str], bool],
    ) -> None:
        self._incoming = lines
        self._interrupts = interrupts
        self._ends = ends
        self._lines: deque[tuple[str, bool]] = deque()
        self._urgent = 0
        self._is_ended = False
        self._change = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def take(self) -> str | None:
        """Wait for the next line and remove it from the queue; None if there are no more lines."""
        with self._change:
            self._change.wait_for(lambda: self._lines or self._is_ended)
            if not self._lines:
                return None
            line, is_urgent = self._lines.popleft()
            self._urgent -= is_urgent
            return line

    def is_urgent(self) -> bool:
        """Whether a running search must stop: an interrupting line is queued or the input ended."""
        return self._urgent > 0 or self._is_ended

    def is_ended(self) -> bool:
        """Whether the input has ended; lines read before may still be queued."""
        return self._is_ended

    def _read(self) -> None:
        for raw in self._incoming:
            line = raw.decode(errors="replace").rstrip("\r\n")
            self._add(line)
            if self._ends(line):
                break
        with self._change:
            self._is_ended = True
            self._change.notify_all()

    def _add(self, line: str) -> None:
        is_urgent = self._interrupts(line)
        with self._change:
            self._lines.append((line, is_urgent))
            self._urgent += is_urgent
            self._change.notify_all()
