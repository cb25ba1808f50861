"""Standings of a tournament, computed from the games finished so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.arena.messages import MatchGame
from outflank.arena.pairs import PairCounts, points_of
from outflank.arena.plan import Plan, System
from outflank.arena.pool_ratings import Rating, rate_pool
from outflank.play.statistics import SideStatistics
from outflank.rules.game import Reason
from outflank.statistics.tally import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentGame:
    """A finished game between players `first` and `second`, which are numbers in the plan."""

    first: int
    second: int
    game: MatchGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player's row of the table; `player` is its number in the plan.

    `rating` uses complete pairs of games only. `points` include those for byes. `tally` counts
    wins, draws and losses, and `forfeits` how many of these losses were forfeits. `side` has the
    player's times and node counts.
    """

    player: int
    name: str
    spec: str
    rating: Rating
    points: float
    tally: Tally
    forfeits: int
    side: SideStatistics

    def figures(self) -> tuple[str, ...]:
        """Table cells as text: Elo, its error, score in %, points, games won, drawn and lost."""
        return (
            f"{round(self.rating.elo):+d}",
            f"{self.rating.error:.0f}",
            f"{self.tally.score:.1%}",
            f"{self.points:g}",
            str(self.tally.wins),
            str(self.tally.draws),
            str(self.tally.losses),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The rows of the table, best player first, and the results between each two players.

    `meetings` maps (player, opponent) to the player's results; it has both orders of two players.
    """

    rows: tuple[Row, ...]
    meetings: dict[tuple[int, int], Tally]

    def crossing(self, row: Row, other: Row) -> str:
        """A cell of the crosstable, such as ``3.5/6``: points of `row` against `other` / games."""
        if (row.player, other.player) not in self.meetings:
            return "·" if row.player == other.player else ""
        tally = self.meetings[row.player, other.player]
        return f"{tally.points:g}/{tally.games}"

    def as_dict(self) -> dict[str, Any]:
        """Rows and crosstable as a dictionary for JSON."""
        names = {row.player: row.name for row in self.rows}
        return {
            "players": [
                {
                    "name": row.name,
                    "spec": row.spec,
                    "elo": row.rating.elo,
                    "elo_error": row.rating.error,
                    "points": row.points,
                    "games": row.tally.games,
                    "wins": row.tally.wins,
                    "draws": row.tally.draws,
                    "losses": row.tally.losses,
                    "forfeits": row.forfeits,
                    "time": row.side.as_dict(),
                }
                for row in self.rows
            ],
            "crosstable": {
                name: {
                    names[other]: [tally.wins, tally.draws, tally.losses]
                    for other in names
                    if (tally := self.meetings.get((player, other))) is not None
                }
                for player, name in names.items()
            },
        }


def standings(plan: Plan, games: Iterable[TournamentGame], byes: Sequence[int] = ()) -> Standings:
    """Compute the standings after `games`; `byes` has a player number for each bye.

    A bye scores as many points as winning all games of an encounter.
    """
    games = sorted(games, key=lambda game: game.game.task.number)
    meetings: dict[tuple[int, int], Tally] = {}
    sides: list[list[SideStatistics]] = [[] for _ in plan.entrants]
    forfeits = [0 for _ in plan.entrants]
    for played in games:
        game = played.game
        tally = Tally.of_scores([game.first_score])
        for player, other, own, side in (
            (played.first, played.second, tally, game.first),
            (played.second, played.first, tally.swapped(), game.second),
        ):
            meetings[player, other] = meetings.get((player, other), Tally()) + own
            sides[player].append(side)
            forfeits[player] += own.losses if game.result.reason is not Reason.COUNTED else 0
    tallies = [
        sum((tally for (one, _), tally in meetings.items() if one == player), Tally())
        for player, _ in enumerate(plan.entrants)
    ]
    ratings = rate_pool(len(tallies), paired_meetings(games), plan.anchor)
    rows = [
        Row(
            player=player,
            name=entrant.name,
            spec=str(entrant.spec),
            rating=ratings[player],
            points=2.0 * plan.pairs * byes.count(player) + tallies[player].points,
            tally=tallies[player],
            forfeits=forfeits[player],
            side=SideStatistics.combined(sides[player]),
        )
        for player, entrant in enumerate(plan.entrants)
    ]
    # Sorted by points only in a Swiss tournament: elsewhere opponents may differ in strength, or
    # players may not have met all others yet.
    by_points = plan.system is System.SWISS
    rows.sort(key=lambda row: (-row.points if by_points else 0.0, -row.rating.elo, row.player))
    return Standings(rows=tuple(rows), meetings=meetings)


def paired_meetings(games: Iterable[TournamentGame]) -> dict[tuple[int, int], PairCounts]:
    """The results of all complete pairs of games, by the numbers of the two players.

    They are counted for the first player of the pair.
    """
    halves: dict[int, list[TournamentGame]] = {}
    for played in games:
        halves.setdefault((played.game.task.number - 1) // 2, []).append(played)
    points: dict[tuple[int, int], list[float]] = {}
    for both in halves.values():
        if len(both) == 2:
            pair = sum(points_of(played.game.first_score) for played in both)
            points.setdefault((both[0].first, both[0].second), []).append(pair)
    return {meeting: PairCounts.of_points(pairs) for meeting, pairs in points.items()}
