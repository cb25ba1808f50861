"""What a match says about its two players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from outflank.arena.elo import EloEstimate, estimate_elo
from outflank.arena.match import MatchResult
from outflank.arena.pairs import PairCounts
from outflank.arena.record import SideStatistics
from outflank.rules.game import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The figures of a match, all from the first player's side.

    A draw counts half. `win_rate_sigma` is that of a binomial distribution, √(p(1−p)/n), as in
    report 002. Disc differences have empties counted to the winner, and 64 for a forfeit;
    `discs_sigma` is the standard error of their mean. `elo` goes by the complete pairs alone.
    """

    wins: int
    losses: int
    draws: int
    win_rate: float
    win_rate_sigma: float
    mean_discs: float
    discs_sigma: float
    pairs: PairCounts
    elo: EloEstimate
    first: SideStatistics
    second: SideStatistics
    forfeits: tuple[str, ...]

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.losses + self.draws

    def as_dict(self) -> dict[str, Any]:
        """The figures under the names that files and programs see."""
        return {
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "win_rate": self.win_rate,
            "win_rate_sigma": self.win_rate_sigma,
            "mean_discs": self.mean_discs,
            "discs_sigma": self.discs_sigma,
            "pairs": list(self.pairs.counts),
            "elo": self.elo.as_dict(),
            "first": side_as_dict(self.first),
            "second": side_as_dict(self.second),
            "forfeits": list(self.forfeits),
        }


def summarise(result: MatchResult) -> Summary:
    """The figures of a match; all zero if no game was finished."""
    scores = [game.first_score for game in result.games]
    wins, losses = sum(score > 0 for score in scores), sum(score < 0 for score in scores)
    draws = len(scores) - wins - losses
    rate = (wins + draws / 2) / len(scores) if scores else 0.0
    mean, sigma = _mean_and_sigma(scores)
    return Summary(
        wins=wins,
        losses=losses,
        draws=draws,
        win_rate=rate,
        win_rate_sigma=sqrt(rate * (1 - rate) / len(scores)) if scores else 0.0,
        mean_discs=mean,
        discs_sigma=sigma,
        pairs=result.pairs,
        elo=estimate_elo(result.pairs),
        first=SideStatistics.combined(game.first for game in result.games),
        second=SideStatistics.combined(game.second for game in result.games),
        forfeits=tuple(
            f"game {game.task.number}: {game.result}: {game.detail}".removesuffix(": ")
            for game in result.games
            if game.result.reason is not Reason.COUNTED
        ),
    )


def side_as_dict(side: SideStatistics) -> dict[str, Any]:
    """The figures of one side under the names that files and programs see."""
    return {
        "turns": side.turns,
        "seconds": side.seconds,
        "mean_seconds": side.mean_seconds,
        "longest_seconds": side.longest_seconds,
        "last_seconds": side.last_seconds,
        "nodes": side.nodes,
    }


def _mean_and_sigma(scores: Sequence[int]) -> tuple[float, float]:
    """The mean and its standard error, which one game alone does not give."""
    count = len(scores)
    if not count:
        return 0.0, 0.0
    mean = sum(scores) / count
    if count == 1:
        return mean, 0.0
    variance = sum((score - mean) ** 2 for score in scores) / (count - 1)
    return mean, sqrt(variance / count)
