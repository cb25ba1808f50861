"""The result of a match, and statistics computed from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from outflank.arena.elo import EloEstimate, estimate_elo
from outflank.arena.messages import MatchGame
from outflank.arena.pairs import PairCounts, pair_points
from outflank.arena.sprt import Sprt
from outflank.play.statistics import SideStatistics
from outflank.play.time_control import TimeControl
from outflank.rules.game import Reason
from outflank.statistics.tally import Tally, standard_error


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """A match: its settings, and the finished games in order of number.

    `first` and `second` are the names of the players: their specs, or the names of player objects.
    `seconds` is the duration of the match. `is_interrupted` means that Ctrl-C ended it. A match
    that `sprt` ended has no games after the deciding pair. `lost` has a message for each game that
    could not be played because its processes were killed.
    """

    first: str
    second: str
    openings: str
    seed: int
    time_control: TimeControl
    games: tuple[MatchGame, ...] = field(repr=False)
    seconds: float
    sprt: Sprt | None = None
    is_interrupted: bool = False
    lost: tuple[str, ...] = ()

    @property
    def pairs(self) -> PairCounts:
        """How often each of the five results of a complete pair of games occurred."""
        return PairCounts.of_points(pair_points(self.games).values())

    def as_dict(self) -> dict[str, Any]:
        """Settings, statistics and all games of the match as a dictionary for JSON."""
        return {
            "first": self.first,
            "second": self.second,
            "openings": self.openings,
            "seed": self.seed,
            **self.time_control.as_dict(),
            "seconds": self.seconds,
            "interrupted": self.is_interrupted,
            "lost": list(self.lost),
            "summary": summarise(self).as_dict(),
            "sprt": None if self.sprt is None else self.sprt.as_dict(self.pairs),
            "games": [game.as_dict() for game in self.games],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Statistics of a match, seen from the first player.

    A forfeit counts as 64 discs. `discs_sigma` is the standard error of the mean disc difference.
    `elo` uses complete pairs of games only. `first` and `second` are times and node counts of the
    players, `forfeits` has a line of text for each forfeited game.
    """

    tally: Tally
    discs_sigma: float
    pairs: PairCounts
    elo: EloEstimate
    first: SideStatistics
    second: SideStatistics
    forfeits: tuple[str, ...]

    def __str__(self) -> str:
        """Results, mean disc difference and Elo difference in one line."""
        tally = self.tally
        score = f"{tally.wins} won, {tally.losses} lost, {tally.draws} drawn"
        return f"{score}, {tally.mean_discs:+.1f} discs per game, Elo {self.elo}"

    def as_dict(self) -> dict[str, Any]:
        """The statistics as a dictionary for JSON."""
        return {
            "games": self.tally.games,
            "wins": self.tally.wins,
            "losses": self.tally.losses,
            "draws": self.tally.draws,
            "win_rate": self.tally.score,
            "win_rate_sigma": self.tally.sigma,
            "mean_discs": self.tally.mean_discs,
            "discs_sigma": self.discs_sigma,
            "pairs": list(self.pairs.counts),
            "elo": self.elo.as_dict(),
            "first": self.first.as_dict(),
            "second": self.second.as_dict(),
            "forfeits": list(self.forfeits),
        }


def summarise(result: MatchResult) -> Summary:
    """Compute the statistics of a match from its games."""
    scores = [game.first_score for game in result.games]
    return Summary(
        tally=Tally.of_scores(scores),
        discs_sigma=standard_error(scores),
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
