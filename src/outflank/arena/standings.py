"""The table of a tournament at any moment: pure functions of its games so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outflank.arena.messages import MatchGame
from outflank.arena.pairs import PairCounts, points_of
from outflank.arena.plan import Plan, System
from outflank.arena.pool_ratings import Rating, rate_pool
from outflank.arena.record import SideStatistics
from outflank.arena.summary import side_as_dict
from outflank.rules.game import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentGame:
    """A finished game between two players by number; `game` has their colours."""

    first: int
    second: int
    game: MatchGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player's line; `player` is its number in the plan.

    `points` are those of games and of byes, `rating` goes by complete pairs, `side` has the time
    that the player took.
    """

    player: int
    name: str
    spec: str
    rating: Rating
    points: float
    wins: int
    draws: int
    losses: int
    forfeits: int
    side: SideStatistics

    @property
    def games(self) -> int:
        """How many it has played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points a game, byes left out."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The rows, the best first, and who scored what against whom: one entry for each order.

    `meetings` has the games of the first against the second as wins, draws and losses.
    """

    rows: tuple[Row, ...]
    meetings: dict[tuple[int, int], tuple[int, int, int]]

    def crossing(self, row: Row, other: Row) -> str:
        """A cell of the crosstable: points of one against another, and of how many games."""
        if (row.player, other.player) not in self.meetings:
            return "·" if row.player == other.player else ""
        wins, draws, losses = self.meetings[row.player, other.player]
        return f"{wins + draws / 2:g}/{wins + draws + losses}"

    def as_dict(self) -> dict[str, Any]:
        """All of it in types that JSON knows."""
        names = {row.player: row.name for row in self.rows}
        return {
            "players": [
                {
                    "name": row.name,
                    "spec": row.spec,
                    "elo": row.rating.elo,
                    "elo_error": row.rating.error,
                    "points": row.points,
                    "games": row.games,
                    "wins": row.wins,
                    "draws": row.draws,
                    "losses": row.losses,
                    "forfeits": row.forfeits,
                    "time": side_as_dict(row.side),
                }
                for row in self.rows
            ],
            "crosstable": {
                name: {
                    names[other]: list(self.meetings[player, other])
                    for other in names
                    if (player, other) in self.meetings
                }
                for player, name in names.items()
            },
        }


def standings(plan: Plan, games: Iterable[TournamentGame], byes: Sequence[int] = ()) -> Standings:
    """The table after these games; a bye is worth a whole encounter."""
    rows = [
        Row(
            player=player,
            name=entrant.name,
            spec=str(entrant.spec),
            rating=Rating(elo=0.0, error=0.0),
            points=2.0 * plan.pairs * byes.count(player),
            wins=0,
            draws=0,
            losses=0,
            forfeits=0,
            side=SideStatistics(),
        )
        for player, entrant in enumerate(plan.entrants)
    ]
    meetings: dict[tuple[int, int], tuple[int, int, int]] = {}
    sides: list[list[SideStatistics]] = [[] for _ in rows]
    games = sorted(games, key=lambda game: game.game.task.number)
    for played in games:
        score = played.game.first_score
        is_forfeit = played.game.result.reason is not Reason.COUNTED
        for player, other, own, side in (
            (played.first, played.second, score, played.game.first),
            (played.second, played.first, -score, played.game.second),
        ):
            row = rows[player]
            won, drawn, lost = int(own > 0), int(own == 0), int(own < 0)
            rows[player] = replace(
                row,
                points=row.points + points_of(own),
                wins=row.wins + won,
                draws=row.draws + drawn,
                losses=row.losses + lost,
                forfeits=row.forfeits + (is_forfeit and own < 0),
            )
            sides[player].append(side)
            before = meetings.get((player, other), (0, 0, 0))
            meetings[player, other] = (before[0] + won, before[1] + drawn, before[2] + lost)
    ratings = rate_pool(len(rows), paired_meetings(games), plan.anchor)
    rows = [
        replace(row, rating=ratings[row.player], side=SideStatistics.combined(sides[row.player]))
        for row in rows
    ]
    # Only in a Swiss tournament do points alone place the players: elsewhere some meet stronger
    # ones or have not met everybody yet.
    by_points = plan.system is System.SWISS
    rows.sort(key=lambda row: (-row.points if by_points else 0.0, -row.rating.elo, row.player))
    return Standings(rows=tuple(rows), meetings=meetings)


def paired_meetings(games: Iterable[TournamentGame]) -> dict[tuple[int, int], PairCounts]:
    """The complete pairs of every two players, counted by their results for the first."""
    halves: dict[int, list[TournamentGame]] = {}
    for played in games:
        halves.setdefault((played.game.task.number - 1) // 2, []).append(played)
    points: dict[tuple[int, int], list[float]] = {}
    for both in halves.values():
        if len(both) == 2:
            pair = sum(points_of(played.game.first_score) for played in both)
            points.setdefault((both[0].first, both[0].second), []).append(pair)
    return {meeting: PairCounts.of_points(pairs) for meeting, pairs in points.items()}
