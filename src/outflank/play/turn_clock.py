"""Measure the current turn, and compute the time left to each side.

Used time is not stored separately: it is the sum of the times of moves on the current line. So undo
restores the time of undone moves, and a saved game keeps its clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from outflank.play.time_control import TimeControl
from outflank.players.player import Clock
from outflank.rules.game import Colour, Node


class TurnClock:
    """Measures the current turn with `now`, a function that returns the time in seconds."""

    def __init__(self, time_control: TimeControl, now: Callable[[], float]) -> None:
        self.time_control = time_control
        self.now = now
        self._started = now()
        self._stopped: float | None = None

    def start(self, used_seconds: float = 0.0) -> None:
        """Start a turn as if `used_seconds` of it had already passed."""
        self._started = self.now() - used_seconds
        self._stopped = None

    def stop(self) -> None:
        """Let no more time pass until `start`."""
        if self._stopped is None:
            self._stopped = self.now()

    def elapsed_seconds(self) -> float:
        """Seconds since the turn began, up to a `stop`."""
        return (self.now() if self._stopped is None else self._stopped) - self._started

    def clock(self, colour: Colour, moves: Sequence[Node], *, free_move: int) -> Clock:
        """The time left to `colour` after `moves`, without the time of the current turn.

        `moves` are all moves of the line, of both sides. `free_move` is the index in `moves` of the
        move whose time does not count.
        """
        own = [
            (index, node.seconds)
            for index, node in enumerate(moves)
            if node.mover is colour and node.seconds is not None
        ]
        used = sum(seconds for index, seconds in own if index != free_move)
        return self.time_control.clock(used, len(own))
