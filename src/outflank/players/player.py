"""What a player is: anything that can choose a move for a game under a clock."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Protocol

from outflank.rules.game import Game
from outflank.rules.squares import Square


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The time a player has, in seconds; None does not limit.

    `move_seconds` is for the move now asked for, `game_seconds` for this and all further moves of
    its side, and `increment_seconds` comes back to the latter after every move.
    """

    move_seconds: float | None = None
    game_seconds: float | None = None
    increment_seconds: float = 0.0

    @property
    def seconds(self) -> float | None:
        """The longest this move may take under either limit, or None."""
        limits = (self.move_seconds, self.game_seconds)
        return min((limit for limit in limits if limit is not None), default=None)

    def at_most(self, move_seconds: float) -> Clock:
        """The same clock with no more than `move_seconds` for the move."""
        own = self.move_seconds
        return replace(self, move_seconds=move_seconds if own is None else min(own, move_seconds))

    def less(self, seconds: float) -> Clock:
        """The same clock after `seconds` have passed."""

        def rest(limit: float | None) -> float | None:
            return None if limit is None else max(limit - seconds, 0.0)

        return replace(
            self, move_seconds=rest(self.move_seconds), game_seconds=rest(self.game_seconds)
        )


UNTIMED = Clock()


class Resignation(Exception):
    """Raised by `Player.choose` instead of an answer: the side gives the game up."""


class Player(Protocol):
    """One side of a game. Inherit from this and write `choose`; the rest has a default.

    `nodes` counts the positions visited so far, for the statistics of a match; a player that does
    not search leaves it at 0.
    """

    name: str = "player"
    nodes: int = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @abstractmethod
    def choose(self, game: Game, clock: Clock) -> Square:
        """A legal square for the side to move at the cursor of `game`, which is never a pass.

        `game` is a private copy that must be left as it is: a player that alters it loses.
        """

    def game_over(self, game: Game) -> None:
        """Hear how the game ended, also by a forfeit, unless the player never came back."""
        return

    def close(self) -> None:
        """Let go of what the player holds, such as a process; it is not asked again."""
        return
