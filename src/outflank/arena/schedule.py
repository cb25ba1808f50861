"""All games of a tournament by number, with their players, openings and seeds.

A game depends only on the plan and its number, in a Swiss tournament also on the results of earlier
rounds. So an interrupted tournament can be resumed by playing the missing games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from outflank.arena.match import seed_for
from outflank.arena.messages import GameTask
from outflank.arena.openings import Opening, load_openings
from outflank.arena.pairings import Encounter, gauntlet, round_robin, swiss_round
from outflank.arena.pairs import points_of
from outflank.arena.plan import Plan, System
from outflank.arena.standings import TournamentGame
from outflank.rules.position import Position


class Schedule:
    """The games of a tournament, round by round; a round robin or gauntlet has only one round.

    Without `with_openings` all games begin at the start position. This is enough to compute
    standings from saved results, and needs no openings file.
    """

    def __init__(self, plan: Plan, *, with_openings: bool = True) -> None:
        self.plan = plan
        self._encounters = len(self._round(0, ())[0])
        pairs = self.games // 2
        self._openings = (
            load_openings(plan.openings, pairs, plan.seed)
            if with_openings
            else [Opening(Position.start())] * pairs
        )

    @property
    def games(self) -> int:
        """Total number of games of the tournament."""
        return 2 * self.plan.rounds * self._encounters * self.plan.pairs

    @property
    def openings_digest(self) -> str:
        """Hash of all openings, to notice on resuming that an openings file has changed."""
        return hashlib.sha256("\n".join(map(str, self._openings)).encode()).hexdigest()[:16]

    def rounds(self, finished: Sequence[TournamentGame]) -> Iterator[dict[GameTask, Encounter]]:
        """Yield the games of each round that are not in `finished`, with their player numbers.

        The caller must append the games of a round to `finished` before it asks for the next round.
        """
        for number in range(self.plan.rounds):
            encounters, _ = self._round(number, finished)
            done = {played.game.task.number for played in finished}
            yield {
                task: encounter
                for task, encounter in self._tasks(number, encounters)
                if task.number not in done
            }

    def task(self, number: int, first: int, second: int) -> GameTask:
        """The game with this number; `first` and `second` are player numbers of the plan."""
        pair, half = divmod(number - 1, 2)
        black, white = (
            self.plan.entrants[player] for player in ((second, first) if half else (first, second))
        )
        return GameTask(
            number=number,
            first_is_black=not half,
            black=black.spec,
            white=white.spec,
            # Both games of a pair have the same seeds and the same opening.
            black_seed=seed_for(self.plan.seed, pair, black.name, black.spec),
            white_seed=seed_for(self.plan.seed, pair, white.name, white.spec),
            opening=self._openings[pair],
            time_control=self.plan.time_control,
        )

    def byes(self, finished: Sequence[TournamentGame]) -> list[int]:
        """The players who had a bye in a finished round or have one in the current round.

        A player appears once for each bye.
        """
        played = len(finished) // max(1, self._games_of_a_round)
        rounds = range(min(played + 1, self.plan.rounds))
        return [bye for number in rounds if (bye := self._round(number, finished)[1]) is not None]

    @property
    def _games_of_a_round(self) -> int:
        return 2 * self._encounters * self.plan.pairs

    def _tasks(
        self, round_number: int, encounters: Sequence[Encounter]
    ) -> Iterator[tuple[GameTask, Encounter]]:
        """Yield the games of a round: one pair of each encounter, then the next pair of each, …

        This order makes the numbers of games of all players grow evenly.
        """
        number = round_number * self._games_of_a_round
        for _ in range(self.plan.pairs):
            for encounter in encounters:
                for _ in range(2):
                    number += 1
                    yield self.task(number, *encounter), encounter

    def _round(
        self, number: int, finished: Sequence[TournamentGame]
    ) -> tuple[list[Encounter], int | None]:
        """The encounters of round `number` (from 0), and the player who has a bye in it, if any."""
        players = len(self.plan.entrants)
        if self.plan.system is System.ROUND_ROBIN:
            return round_robin(players), None
        if self.plan.system is System.GAUNTLET:
            return gauntlet(players, self.plan.challengers), None
        points = [0.0] * players
        met: dict[Encounter, int] = {}
        byes: list[int] = []
        encounters, bye = swiss_round(points, met, byes)
        for earlier in range(number):
            if bye is not None:
                byes.append(bye)
                points[bye] += 2 * self.plan.pairs
            for first, second in encounters:
                meeting = min(first, second), max(first, second)
                met[meeting] = met.get(meeting, 0) + 1
            for played in finished:
                if (played.game.task.number - 1) // self._games_of_a_round == earlier:
                    won = points_of(played.game.first_score)
                    points[played.first] += won
                    points[played.second] += 1 - won
            encounters, bye = swiss_round(points, met, byes)
        return encounters, bye
