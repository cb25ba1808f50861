"""The interface of players: choose a move in a game, given a clock."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Protocol

from outflank.rules.game import Game
from outflank.rules.squares import Square


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The time that a player has, in seconds; None means no limit.

    `move_seconds` is for the current move, `game_seconds` for this and all later moves of the
    player; `increment_seconds` is added to `game_seconds` after every move.
    """

    move_seconds: float | None = None
    game_seconds: float | None = None
    increment_seconds: float = 0.0

    @property
    def seconds(self) -> float | None:
        """The most that this move may take: the smaller of both limits, or None."""
        limits = (self.move_seconds, self.game_seconds)
        return min((limit for limit in limits if limit is not None), default=None)

    def at_most(self, move_seconds: float) -> Clock:
        """A copy of the clock that allows at most `move_seconds` for this move."""
        own = self.move_seconds
        return replace(self, move_seconds=move_seconds if own is None else min(own, move_seconds))

    def less(self, seconds: float) -> Clock:
        """A copy of the clock after `seconds` have passed."""

        def rest(limit: float | None) -> float | None:
            return None if limit is None else max(limit - seconds, 0.0)

        return replace(
            self, move_seconds=rest(self.move_seconds), game_seconds=rest(self.game_seconds)
        )


UNTIMED = Clock()


class Resignation(Exception):
    """Raised by `Player.choose` to resign the game."""


class Player(Protocol):
    """One side of a game. Subclass it and implement `choose`; the other methods have defaults.

    `nodes` counts the positions searched so far, for match statistics; it is 0 if a player does not
    search.
    """

    name: str = "player"
    nodes: int = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @abstractmethod
    def choose(self, game: Game, clock: Clock) -> Square:
        """Choose a legal square for the side to move at the cursor of `game`; never a pass.

        `game` is a copy that must not be changed: a player that changes it forfeits the game.
        """

    def game_over(self, game: Game) -> None:
        """Called after every game, forfeited ones included,
        unless the player still hangs in `choose`.
        """
        return

    def close(self) -> None:
        """Release resources such as processes. The player is not used after this call."""
        return
