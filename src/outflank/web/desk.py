"""The desk that does the thinking for all visitors: so many searches at a time, in fair turns.

There are two lanes, one for moves that somebody waits for and one for analyses, each with a place
for every core; where both are full, the operating system's scheduler gives moves the larger share.
A search begins when its lane has a free place and its visitor has no other search running; until
then it waits in a line where every visitor has one turn after the other.

A search that takes long does not keep others waiting: after `QUICK_SECONDS` it leaves its place to
the next in line and goes on beside the lanes. As many searches as there are cores can do so; if one
more has to, the one that has run longest is ended, an analysis rather than a move, and answers with
what it has found.

Everything here is called on one event loop; only `Work.run` is in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from outflank.arena.copies import copy_of
from outflank.arena.match import default_workers
from outflank.engine.analysis import Analysis
from outflank.errors import OutflankError
from outflank.players.player import UNTIMED
from outflank.players.spec import PlayerSpec
from outflank.players.thinking import Thought, ThoughtListener
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.web.allowed import most_seconds, web_player
from outflank.web.engines import EnginePool
from outflank.web.jobs import Job, Work
from outflank.web.waiting import Line
from outflank.web.works import (
    Choice,
    PlayerWork,
    ReviewWork,
    SearchWork,
    SolveWork,
    WatchWork,
    choice_of,
    made_for,
    random_move,
)

if TYPE_CHECKING:
    from outflank.engine.review import MoveReview, Review
    from outflank.engine.solver import Solution

QUICK_SECONDS = 1.0
"""A search that takes longer gives its core to whoever waits."""

MOST_ANALYSIS_SECONDS = 120.0
MOST_SOLVE_SECONDS = 60.0
MOST_REVIEW_SECONDS = 5.0
"""What a search may take: of a position, of an endgame, and each of the two of a reviewed move."""

MOST_WAITING_OF_VISITOR = 8
MOST_WAITING = 1000

TABLE_MEGABYTES = 16
IDLE_SECONDS = 60.0
"""How long an engine is kept that nobody uses."""

CLOSE_SECONDS = 2.0
STOPPING = "the server is stopping; ask again when it is back"

LEAST_WAIT_SECONDS = 0.01
"""Before looking again whether a core is free."""

Result = TypeVar("Result")


class Busy(OutflankError):
    """Too much waits already."""


class Lane:
    """Searches of one kind: those that wait, those with a place, and those that had theirs.

    The latter two are in the order in which they began.
    """

    def __init__(self) -> None:
        self.line: Line[Job[Any]] = Line()
        self.running: list[Job[Any]] = []
        self.beside: list[Job[Any]] = []
        self.look_again: asyncio.TimerHandle | None = None


class Desk:
    """See the module's docstring. Whoever awaits a search can cancel it, which also stops it."""

    def __init__(
        self,
        *,
        cores: int | None = None,
        table_megabytes: float = TABLE_MEGABYTES,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.cores = cores or default_workers()
        self._table_megabytes = table_megabytes
        self._idle_seconds = idle_seconds
        self._engines = EnginePool(
            most_idle=self.cores, table_megabytes=table_megabytes, idle_seconds=idle_seconds
        )
        self._moves = Lane()
        self._analyses = Lane()
        self._forget: asyncio.TimerHandle | None = None
        self._is_closed = False

    # What visitors ask for

    async def search(
        self,
        position: Position,
        limit: Limit,
        *,
        visitor: str,
        lines: int = 1,
        progress: Callable[[Analysis], None] | None = None,
        gives_way: bool = True,
    ) -> Analysis:
        """What the engine finds; on all cores if nobody else needs them.

        `progress` is called on the event loop, 8 times a second at most. A search that `gives_way`
        ends with what it has as soon as the same visitor asks for anything else.
        """
        if position.is_over():
            raise OutflankError("the game is over here; give a position with a move or a pass")
        limit = _bounded(limit, MOST_ANALYSIS_SECONDS)
        work = SearchWork(self._engines, visitor, position, limit, lines)
        return await self._run(self._analyses, visitor, work, progress, gives_way=gives_way)

    async def choose(
        self, spec: PlayerSpec | str, game: Game, *, visitor: str, seconds: float | None = None
    ) -> Square:
        """A move by any player that `web_player` allows, after so many seconds at most."""
        return (await self.think(spec, game, visitor=visitor, seconds=seconds)).move

    async def think(
        self,
        spec: PlayerSpec | str,
        game: Game,
        *,
        visitor: str,
        seconds: float | None = None,
        progress: ThoughtListener | None = None,
    ) -> Choice:
        """The same with what the player's search says, for whoever shows it."""
        spec = web_player(spec)
        if game.position.is_over():
            raise OutflankError("the game is over; there is no move to choose")
        move = random_move(spec, game)
        if move is not None:
            return Choice(move)
        if not _searches(spec):
            # Done in less time than it takes to hand it to a thread.
            return choice_of(made_for(spec, game), copy_of(game), UNTIMED)
        longest = most_seconds(spec)
        budget = longest if seconds is None else min(seconds, longest)
        work = PlayerWork(self._engines, visitor, spec, copy_of(game), budget)
        return await self._run(self._moves, visitor, work, progress)

    async def watch(
        self,
        spec: PlayerSpec | str,
        game: Game,
        *,
        visitor: str,
        seconds: float,
        progress: Callable[[tuple[Thought, ...]], None] | None = None,
    ) -> tuple[Thought, ...]:
        """The steps of a player's search, one for each depth, after so many seconds at most."""
        spec = web_player(spec)
        if game.position.is_over():
            raise OutflankError("the game is over here; give a position with a move")
        if not _searches(spec):
            raise OutflankError(f"{spec.name} does not search; watch one that does, such as pvs")
        budget = min(seconds, most_seconds(spec))
        work = PlayerWork(self._engines, visitor, spec, copy_of(game), budget, forgets=True)
        return await self._run(self._analyses, visitor, WatchWork(work), progress)

    async def solve(
        self,
        position: Position,
        *,
        visitor: str,
        wld: bool = False,
        all_moves: bool = False,
        seconds: float = MOST_SOLVE_SECONDS,
        progress: Callable[[Any], None] | None = None,
    ) -> Solution:
        """What can be proved about an endgame in so many seconds."""
        work = SolveWork(
            position,
            wld=wld,
            all_moves=all_moves,
            seconds=min(seconds, MOST_SOLVE_SECONDS),
            table_megabytes=self._table_megabytes,
        )
        return await self._run(self._analyses, visitor, work, progress)

    async def review(
        self,
        game: Game,
        limit: Limit,
        *,
        visitor: str,
        progress: Callable[[MoveReview], None] | None = None,
    ) -> Review:
        """What every move of a game has cost; between its moves others have their turns."""
        from outflank.engine.review import Review, check_review, moves_to_review

        limit = _bounded(limit, MOST_REVIEW_SECONDS)
        check_review(game, limit)
        record = copy_of(game)
        moves = []
        for number, node in enumerate(moves_to_review(record), 1):
            work = ReviewWork(self._engines, visitor, number, node, limit)
            moves.append(await self._run(self._analyses, visitor, work, None))
            if progress is not None:
                progress(moves[-1])
        return Review(tuple(moves))

    def place(self, visitor: str) -> int | None:
        """How many visitors are served before this one; None if none of its searches waits."""
        places = (lane.line.place(visitor) for lane in self._lanes)
        return min((place for place in places if place is not None), default=None)

    @property
    def running(self) -> int:
        """How many searches are running."""
        return len(self._jobs)

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return sum(len(lane.line) for lane in self._lanes)

    @property
    def idle_engines(self) -> int:
        """How many engines are kept that nobody uses."""
        return len(self._engines)

    async def close(self) -> None:
        """End all searches; those that have not yet begun are refused."""
        self._is_closed = True
        for lane in self._lanes:
            while (job := lane.line.next(lambda visitor: True)) is not None:
                job.refuse(Busy(STOPPING))
        for job in self._jobs:
            job.stop()
        loop = asyncio.get_running_loop()
        latest = loop.time() + CLOSE_SECONDS
        while self.running and loop.time() < latest:
            await asyncio.sleep(LEAST_WAIT_SECONDS)
        # One that is still loading kernels cannot be stopped, but nobody has to wait for it.
        for job in self._jobs:
            job.refuse(Busy(STOPPING))
        self._engines.forget_all()

    # Turns

    @property
    def _lanes(self) -> tuple[Lane, Lane]:
        return self._moves, self._analyses

    @property
    def _jobs(self) -> list[Job[Any]]:
        return [job for lane in self._lanes for job in (*lane.running, *lane.beside)]

    async def _run(
        self,
        lane: Lane,
        visitor: str,
        work: Work[Result],
        progress: Callable[[Any], None] | None,
        *,
        gives_way: bool = False,
    ) -> Result:
        """What `work` returns, when its turn has come and gone."""
        self._check_room(visitor)
        for other in self._jobs:
            if other.visitor == visitor and other.gives_way:
                other.stop()
        job = Job(visitor, work, progress, gives_way=gives_way)
        lane.line.join(visitor, job)
        self._serve()
        try:
            return await job.answer
        finally:
            # Whoever waited has gone, or what it told of its progress was not welcome.
            lane.line.leave(visitor, job)
            if job in self._jobs:
                job.stop()

    def _check_room(self, visitor: str) -> None:
        if self._is_closed:
            raise Busy(STOPPING)
        if sum(lane.line.count(visitor) for lane in self._lanes) >= MOST_WAITING_OF_VISITOR:
            raise Busy(
                f"{MOST_WAITING_OF_VISITOR} of your searches wait already; let one of them end"
            )
        if self.waiting >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} searches wait already; try again in a minute")

    def _is_ready(self, visitor: str) -> bool:
        return all(job.visitor != visitor for job in self._jobs)

    def _serve(self) -> None:
        """Begin what can begin."""
        for lane in self._lanes:
            self._serve_lane(lane)

    def _serve_lane(self, lane: Lane) -> None:
        """Begin what can begin in one lane, and see to it that the rest can soon."""
        while lane.line.has_ready(self._is_ready):
            if len(lane.running) >= self.cores and not self._move_beside(lane):
                self._serve_later(lane)
                return
            job = lane.line.next(self._is_ready)
            assert job is not None  # somebody is ready
            # Alone a search may have all cores, and shares them with whoever comes later.
            is_alone = not self.running and not self.waiting
            lane.running.append(job)
            job.start(self.cores if is_alone else 1, partial(self._ended, lane, job))

    def _move_beside(self, lane: Lane) -> bool:
        """Take the place of a search that has had it long enough; False if there is none."""
        job = lane.running[0]
        if job.seconds < QUICK_SECONDS:
            return False
        lane.running.remove(job)
        lane.beside.append(job)
        going_on = [
            job
            for lane in (self._analyses, self._moves)
            for job in lane.beside
            if not job.is_stopping
        ]
        if len(going_on) > self.cores:
            going_on[0].stop()
        return True

    def _serve_later(self, lane: Lane) -> None:
        if lane.look_again is None:
            wait = max(QUICK_SECONDS - lane.running[0].seconds, LEAST_WAIT_SECONDS)
            lane.look_again = asyncio.get_running_loop().call_later(wait, self._look, lane)

    def _look(self, lane: Lane) -> None:
        lane.look_again = None
        self._serve_lane(lane)

    def _ended(self, lane: Lane, job: Job[Any]) -> None:
        (lane.running if job in lane.running else lane.beside).remove(job)
        self._forget_later()
        self._serve()

    def _forget_later(self) -> None:
        if self._forget is None:
            loop = asyncio.get_running_loop()
            self._forget = loop.call_later(self._idle_seconds, self._forget_engines)

    def _forget_engines(self) -> None:
        self._forget = None
        self._engines.forget_unused()
        if len(self._engines):
            self._forget_later()


def _bounded(limit: Limit, most_seconds: float) -> Limit:
    seconds = most_seconds if limit.seconds is None else min(limit.seconds, most_seconds)
    return replace(limit, seconds=seconds)


def _searches(spec: PlayerSpec) -> bool:
    return any(option.name == "time" for option in spec.kind.options)


@cache
def desk() -> Desk:
    """The desk of this process."""
    return Desk()
