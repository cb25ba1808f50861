"""The interface of players: choose a move for a game under a clock."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Protocol

from outflank.rules.game import Game
from outflank.rules.squares import Square


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The time a player has, in seconds; None means no limit.

    `move_seconds` is for the current move, `game_seconds` for this and all further moves of its
    side; `increment_seconds` is added to `game_seconds` after every move.
    """

    move_seconds: float | None = None
    game_seconds: float | None = None
    increment_seconds: float = 0.0

    @property
    def seconds(self) -> float | None:
        """The tighter of both limits for this move, or None."""
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
    """Raised by `Player.choose` to resign the game."""


class Player(Protocol):
    """One side of a game. Subclass it and implement `choose`; the rest has defaults.

    `nodes` counts the positions visited so far, for match statistics; 0 without a search.
    """

    name: str = "player"
    nodes: int = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @abstractmethod
    def choose(self, game: Game, clock: Clock) -> Square:
        """Return a legal square for the side to move at the cursor of `game`; never a pass.

        `game` is a copy that must not be changed: a player that changes it forfeits.
        """

    def game_over(self, game: Game) -> None:
        """Called after every game, including forfeits, unless `choose` never returned."""
        return

    def close(self) -> None:
        """Release resources such as processes; no calls follow."""
        return
