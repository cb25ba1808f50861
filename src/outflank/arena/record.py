"""What is known about a game when it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from outflank.rules.game import BLACK, Colour, Game, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class SideStatistics:
    """What one side did: `turns` counts the turn that lost the game by a forfeit too."""

    turns: int = 0
    seconds: float = 0.0
    longest_seconds: float = 0.0
    last_seconds: float = 0.0
    nodes: int = 0

    def after_turn(self, seconds: float, nodes: int = 0) -> SideStatistics:
        """These with one more turn."""
        turn = SideStatistics(
            turns=1, seconds=seconds, longest_seconds=seconds, last_seconds=seconds, nodes=nodes
        )
        return SideStatistics.combined([self, turn])

    @staticmethod
    def of_turns(seconds: Iterable[float]) -> SideStatistics:
        """The statistics of turns that took so long each, without searches."""
        statistics = SideStatistics()
        for turn_seconds in seconds:
            statistics = statistics.after_turn(turn_seconds)
        return statistics

    @staticmethod
    def combined(parts: Iterable[SideStatistics]) -> SideStatistics:
        """All of `parts` together, in their order."""
        parts = list(parts)
        return SideStatistics(
            turns=sum(part.turns for part in parts),
            seconds=sum(part.seconds for part in parts),
            longest_seconds=max((part.longest_seconds for part in parts), default=0.0),
            last_seconds=parts[-1].last_seconds if parts else 0.0,
            nodes=sum(part.nodes for part in parts),
        )

    @property
    def mean_seconds(self) -> float:
        """Seconds a turn."""
        return self.seconds / self.turns if self.turns else 0.0

    @property
    def nodes_per_second(self) -> float:
        """Positions visited per second of its own time."""
        return self.nodes / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game that was played: its moves with their times, how it ended and what each side did.

    `detail` says in one line why a side forfeited. `is_stuck` says that a player never came back
    and still runs in a thread of this process.
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
