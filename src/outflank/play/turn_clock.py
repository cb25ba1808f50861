"""The time of the turn under way, and of the moves before it.

Time used is not kept beside the game: it is what the moves on the current line took. So taking
moves back gives their time back, and a game that was saved has the clock it was saved with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from outflank.play.time_control import TimeControl
from outflank.players.player import Clock
from outflank.rules.game import Colour, Node


class TurnClock:
    """Measures the turn under way by `now`, which returns seconds."""

    def __init__(self, time_control: TimeControl, now: Callable[[], float]) -> None:
        self.time_control = time_control
        self.now = now
        self._started = now()

    def start(self, used_seconds: float = 0.0) -> None:
        """Begin a turn of which `used_seconds` have passed already."""
        self._started = self.now() - used_seconds

    def elapsed_seconds(self) -> float:
        """Seconds since the turn began."""
        return self.now() - self._started

    def clock(self, colour: Colour, moves: Sequence[Node], *, free_move: int) -> Clock:
        """The clock of `colour` after `moves`, without the turn under way.

        `free_move` is the index of the move whose time does not count.
        """
        own = [
            (index, node.seconds)
            for index, node in enumerate(moves)
            if node.mover is colour and node.seconds is not None
        ]
        used = sum(seconds for index, seconds in own if index != free_move)
        return self.time_control.clock(used, len(own))
