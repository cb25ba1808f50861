"""The result of `play_game`: a finished game with its statistics."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.play.statistics import SideStatistics
from outflank.rules.game import BLACK, Colour, Game, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A finished game: moves with their times, the result, and times and nodes of each side.

    `detail` says in one line why a side forfeited. `is_stuck` means that a call of a player never
    returned and still runs in a thread of this process.
    """

    game: Game
    result: Result
    black: SideStatistics
    white: SideStatistics
    detail: str = ""
    is_stuck: bool = False

    def side(self, colour: Colour) -> SideStatistics:
        """Times and node counts of the side with this colour."""
        return self.black if colour is BLACK else self.white
