"""Times and search nodes of one side of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class SideStatistics:
    """Statistics of one side's turns: their number, times in seconds and search nodes.

    A forfeited turn counts too. `seconds` do not include `waited_seconds`, spent waiting for a CPU
    core.
    """

    turns: int = 0
    seconds: float = 0.0
    longest_seconds: float = 0.0
    last_seconds: float = 0.0
    nodes: int = 0
    waited_seconds: float = 0.0

    def after_turn(
        self, seconds: float, nodes: int = 0, waited_seconds: float = 0.0
    ) -> SideStatistics:
        """A copy of these statistics with one more turn added."""
        turn = SideStatistics(
            turns=1,
            seconds=seconds,
            longest_seconds=seconds,
            last_seconds=seconds,
            nodes=nodes,
            waited_seconds=waited_seconds,
        )
        return SideStatistics.combined([self, turn])

    @staticmethod
    def of_turns(seconds: Iterable[float]) -> SideStatistics:
        """Statistics of turns that took these `seconds`, with unknown nodes (0)."""
        statistics = SideStatistics()
        for turn_seconds in seconds:
            statistics = statistics.after_turn(turn_seconds)
        return statistics

    @staticmethod
    def combined(parts: Iterable[SideStatistics]) -> SideStatistics:
        """Add up the statistics of several periods, given in order of time."""
        parts = list(parts)
        return SideStatistics(
            turns=sum(part.turns for part in parts),
            seconds=sum(part.seconds for part in parts),
            longest_seconds=max((part.longest_seconds for part in parts), default=0.0),
            last_seconds=parts[-1].last_seconds if parts else 0.0,
            nodes=sum(part.nodes for part in parts),
            waited_seconds=sum(part.waited_seconds for part in parts),
        )

    @property
    def mean_seconds(self) -> float:
        """Mean seconds per turn."""
        return self.seconds / self.turns if self.turns else 0.0

    @property
    def nodes_per_second(self) -> float:
        """Search nodes per second of this side's own time."""
        return self.nodes / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The fields and the mean time per turn as a dictionary for JSON."""
        return asdict(self) | {"mean_seconds": self.mean_seconds}
