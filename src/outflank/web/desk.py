"""The desk that does the thinking for all visitors: so many searches at a time, in fair turns.

A search begins when a core is free and its visitor has no other search running; until then it waits
in a line where every visitor has one place. A search that takes long does not keep others waiting:
after `QUICK_SECONDS` it leaves its core to the next in line and goes on beside, with what the
operating system's scheduler has left for it. As many searches as there are cores can do so; if one
more wants to, the one that has run longest is ended and answers with what it has found.

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
from outflank.players.thinking import ThoughtListener
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
        self._line: Line[Job[Any]] = Line()
        # Both in the order in which they began.
        self._quick: list[Job[Any]] = []
        self._slow: list[Job[Any]] = []
        self._look_again: asyncio.TimerHandle | None = None
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
        return await self._run(visitor, work, progress, gives_way=gives_way)

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
        return await self._run(visitor, work, progress)

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
        return await self._run(visitor, work, progress)

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
            moves.append(await self._run(visitor, work, None))
            if progress is not None:
                progress(moves[-1])
        return Review(tuple(moves))

    def place(self, visitor: str) -> int | None:
        """How many visitors are served before this one; None if none of its searches waits."""
        return self._line.place(visitor)

    @property
    def running(self) -> int:
        """How many searches are running."""
        return len(self._quick) + len(self._slow)

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return len(self._line)

    @property
    def idle_engines(self) -> int:
        """How many engines are kept that nobody uses."""
        return len(self._engines)

    async def close(self) -> None:
        """End all searches; those that have not yet begun are refused."""
        self._is_closed = True
        while (job := self._line.next(lambda visitor: True)) is not None:
            job.refuse(Busy(STOPPING))
        for job in (*self._quick, *self._slow):
            job.stop()
        loop = asyncio.get_running_loop()
        latest = loop.time() + CLOSE_SECONDS
        while self.running and loop.time() < latest:
            await asyncio.sleep(0.01)
        self._engines.forget_all()

    # Turns

    async def _run(
        self,
        visitor: str,
        work: Work[Result],
        progress: Callable[[Any], None] | None,
        *,
        gives_way: bool = False,
    ) -> Result:
        """What `work` returns, when its turn has come and gone."""
        self._check_room(visitor)
        for other in self._of(visitor):
            if other.gives_way:
                other.stop()
        job = Job(visitor, work, progress, gives_way=gives_way)
        self._line.join(visitor, job)
        self._serve()
        try:
            return await job.answer
        finally:
            # Whoever waited has gone, or what it told of its progress was not welcome.
            self._line.leave(visitor, job)
            if job in self._of(visitor):
                job.stop()

    def _check_room(self, visitor: str) -> None:
        if self._is_closed:
            raise Busy(STOPPING)
        if self._line.count(visitor) >= MOST_WAITING_OF_VISITOR:
            raise Busy(
                f"{MOST_WAITING_OF_VISITOR} of your searches wait already; let one of them end"
            )
        if len(self._line) >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} searches wait already; try again in a minute")

    def _of(self, visitor: str) -> list[Job[Any]]:
        return [job for job in (*self._quick, *self._slow) if job.visitor == visitor]

    def _is_ready(self, visitor: str) -> bool:
        return not self._of(visitor)

    def _serve(self) -> None:
        """Begin what can begin, and see to it that the rest can soon."""
        while self._line.has_ready(self._is_ready):
            if len(self._quick) >= self.cores and not self._move_aside():
                self._serve_later()
                return
            job = self._line.next(self._is_ready)
            assert job is not None  # somebody is ready
            # Alone a search may have all cores, and shares them with whoever comes later.
            is_alone = not self.running and not self.waiting
            self._quick.append(job)
            job.start(self.cores if is_alone else 1, partial(self._ended, job))

    def _move_aside(self) -> bool:
        """Take the core of a search that has had it long enough; False if there is none."""
        job = self._quick[0]
        if job.seconds < QUICK_SECONDS:
            return False
        self._quick.remove(job)
        self._slow.append(job)
        going_on = [job for job in self._slow if not job.is_stopping]
        if len(going_on) > self.cores:
            going_on[0].stop()
        return True

    def _serve_later(self) -> None:
        if self._look_again is None:
            wait = max(QUICK_SECONDS - self._quick[0].seconds, LEAST_WAIT_SECONDS)
            self._look_again = asyncio.get_running_loop().call_later(wait, self._serve_again)

    def _serve_again(self) -> None:
        self._look_again = None
        self._serve()

    def _ended(self, job: Job[Any]) -> None:
        (self._quick if job in self._quick else self._slow).remove(job)
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
