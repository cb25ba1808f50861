"""The record of a finished game."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.play.statistics import SideStatistics
from outflank.rules.game import BLACK, Colour, Game, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A finished game: moves with times, result, and statistics of each side.

    `detail` says in one line why a side forfeited. `is_stuck` means that a player's call never
    returned and still runs in a thread of this process.
    """

    game: Game
    result: Result
    black: SideStatistics
    white: SideStatistics
    detail: str = ""
    is_stuck: bool = False

    def side(self, colour: Colour) -> SideStatistics:
        """The statistics of one side."""
        return self.black if colour is BLACK else self.white
