"""Scheduler for the searches of all visitors of the web app: bounded concurrency, fair turns.

There are two lanes, one for moves of players and one for analyses. Each lane runs at most as many
searches as there are cores; each of them takes a place of the lane. If both lanes are full,
niceness gives moves the larger share of the processor. A search starts when its lane has a free
place and its visitor has no other search running; until then it waits in the lane's queue, which
serves visitors round-robin.

Long searches do not block others: if another search waits, a search that has run for
`QUICK_SECONDS` gives up its place and continues beside the lane. At most as many searches as there
are cores may do so; above that, the one that has run longest is stopped, analyses before moves, and
returns what it has found. Searches of a review are never stopped this way.

All methods run on one event loop; only `Task.run` runs in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from outflank.engine.analysis import Analysis
from outflank.engine.book.choosing import OFF
from outflank.errors import OutflankError
from outflank.jobs.processes import default_workers
from outflank.play.copies import copy_of
from outflank.players.player import UNTIMED, Clock
from outflank.players.spec import PlayerSpec
from outflank.players.thinking import Thought
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.limit import Limit
from outflank.web.allowed import most_seconds, web_player
from outflank.web.engines import EnginePool
from outflank.web.jobs import Job, Task
from outflank.web.player_pool import PlayerPool, searches
from outflank.web.tasks import PlayerTask, ReviewTask, SearchTask, SolveTask, WatchTask
from outflank.web.waiting import Line

if TYPE_CHECKING:
    from outflank.engine.review import MoveReview, Review
    from outflank.engine.review_settings import ReviewSettings
    from outflank.engine.solution import Solution

QUICK_SECONDS = 1.0
"""After this time in seconds a search gives up its place if another search waits for one."""

MOST_ANALYSIS_SECONDS = 120.0
MOST_SOLVE_SECONDS = 60.0
"""`MOST_ANALYSIS_SECONDS` and `MOST_SOLVE_SECONDS` are the longest times of a search of a position
and of an exact solve."""

MOST_WAITING_OF_VISITOR = 8
MOST_WAITING = 1000

TABLE_MEGABYTES = 16
IDLE_SECONDS = 60.0
"""Seconds for which an engine or player that is not in use is kept for the next search."""

CLOSE_SECONDS = 2.0
STOPPING = "the server is stopping; try again when it is back"

LEAST_WAIT_SECONDS = 0.01
"""Least seconds between two checks for a free place."""

Result = TypeVar("Result")


class Busy(OutflankError):
    """A search was refused: too many are waiting, or the server is stopping."""


class Lane:
    """The jobs of one kind, moves or analyses; a job is one search of a visitor.

    `line` is the queue of waiting jobs. Jobs in `running` have a place. Jobs in `beside` gave up
    their place after `QUICK_SECONDS` and still run. Both lists are sorted by start time.
    """

    def __init__(self) -> None:
        self.line: Line[Job[Any]] = Line()
        self.running: list[Job[Any]] = []
        self.beside: list[Job[Any]] = []
        self.look_again: asyncio.TimerHandle | None = None


class Desk:
    """The scheduler (see the module's docstring). Cancelling the await of a search stops it.

    In all methods `visitor` identifies the visitor for whom a search is made.
    """

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
        self.players = PlayerPool(self._engines, most_idle=self.cores, idle_seconds=idle_seconds)
        self._moves = Lane()
        self._analyses = Lane()
        self._forget: asyncio.TimerHandle | None = None
        self._is_closed = False

    # Requests of visitors

    async def search(
        self,
        position: Position,
        limit: Limit,
        *,
        visitor: str,
        lines: int = 1,
        progress: Callable[[Analysis], None] | None = None,
        gives_way: bool = True,
        book: str = OFF,
    ) -> Analysis:
        """Search a position with the engine, on all cores if no other search runs or waits.

        `lines` is the number of best moves to score. `progress` is called on the event loop, at
        most 8 times a second. With `gives_way`, the search stops with its current result as soon as
        the same visitor makes another request. For `book` see `Engine.search`.
        """
        if position.is_over():
            raise OutflankError("the game is over here; give a position with a move or a pass")
        limit = _bounded(limit, MOST_ANALYSIS_SECONDS)
        task = SearchTask(self._engines, visitor, position, limit, lines, book)
        return await self._run(self._analyses, visitor, task, progress, gives_way=gives_way)

    async def choose(
        self,
        spec: PlayerSpec | str,
        game: Game,
        *,
        visitor: str,
        clock: Clock = UNTIMED,
        opening_moves: int = 0,
    ) -> Square:
        """Let the player `spec` choose a move; it must be one that `web_player` allows.

        The player keeps to `clock`, the clock of the game, and to the server's limit for a move
        (`most_seconds`). `opening_moves` is the length of the given opening; the player counts its
        moves from there.
        """
        spec = web_player(spec)
        if game.position.is_over():
            raise OutflankError("the game is over; there is no move to choose")
        clock = clock.at_most(most_seconds(spec))
        task = PlayerTask(
            self.players, visitor, spec, copy_of(game), clock, opening_moves=opening_moves
        )
        if not searches(spec):
            # Faster than a switch to a thread.
            return task.run(1, lambda thought: None)
        return await self._run(self._moves, visitor, task, None)

    async def watch(
        self,
        spec: PlayerSpec | str,
        game: Game,
        *,
        visitor: str,
        seconds: float,
        progress: Callable[[tuple[Thought, ...]], None] | None = None,
    ) -> tuple[Thought, ...]:
        """Run the search of the player `spec` for at most `seconds`.

        Returns the player's last thought at each depth. `progress` is called with the thoughts so
        far.
        """
        spec = web_player(spec)
        if game.position.is_over():
            raise OutflankError("the game is over here; give a position with a move")
        if not searches(spec):
            raise OutflankError(f"{spec.name} does not search; watch one that does, such as pvs")
        clock = Clock(move_seconds=min(seconds, most_seconds(spec)))
        task = PlayerTask(self.players, visitor, spec, copy_of(game), clock, is_new=True)
        return await self._run(self._analyses, visitor, WatchTask(task), progress)

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
        """Solve an endgame exactly; if `seconds` are not enough, return the bounds proved so far.

        With `wld` only win, loss or draw is proved. With `all_moves` every legal move is scored.
        """
        task = SolveTask(
            position,
            wld=wld,
            all_moves=all_moves,
            seconds=min(seconds, MOST_SOLVE_SECONDS),
            table_megabytes=self._table_megabytes,
        )
        return await self._run(self._analyses, visitor, task, progress)

    async def review(
        self,
        game: Game,
        settings: ReviewSettings,
        *,
        visitor: str,
        progress: Callable[[MoveReview], None] | None = None,
    ) -> Review:
        """Review every move of a game; searches of other visitors may run between the moves.

        Searches of a review have no time limit and are not stopped for other visitors, so the same
        game and settings give the same review on every server. `progress` is called with each
        reviewed move.
        """
        from outflank.engine.review import Review, numbered_moves
        from outflank.engine.reviewing import Reviewer

        waiting = numbered_moves(copy_of(game))
        reviewer = Reviewer(settings)
        moves: list[MoveReview] = []
        while waiting:
            task = ReviewTask(reviewer, waiting)
            for move in await self._run(self._analyses, visitor, task, None, must_end=True):
                moves.append(move)
                if progress is not None:
                    progress(move)
        return Review(tuple(moves), settings)

    def place(self, visitor: str) -> int | None:
        """Number of visitors ahead of this one in the queue; None if it has no waiting search."""
        places = (lane.line.place(visitor) for lane in self._lanes)
        return min((place for place in places if place is not None), default=None)

    @property
    def running(self) -> int:
        """Number of running searches."""
        return len(self._jobs)

    @property
    def waiting(self) -> int:
        """Number of waiting searches."""
        return sum(len(lane.line) for lane in self._lanes)

    @property
    def idle_engines(self) -> int:
        """Number of idle engines in the pool."""
        return len(self._engines)

    async def close(self) -> None:
        """Stop all running searches, refuse all waiting ones, and accept no more."""
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
        # A search that is still loading kernels cannot be stopped; do not wait for it.
        for job in self._jobs:
            job.refuse(Busy(STOPPING))
        self._engines.forget_all()
        self.players.forget_all()

    # Scheduling

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
        task: Task[Result],
        progress: Callable[[Any], None] | None,
        *,
        gives_way: bool = False,
        must_end: bool = False,
    ) -> Result:
        """Put `task` into the queue of `lane`, wait for its turn and return its result.

        For `gives_way` see `search`; a task with `must_end` is never stopped to make room for
        others.
        """
        self._check_room(visitor)
        for other in self._jobs:
            if other.visitor == visitor and other.gives_way:
                other.stop()
        job = Job(visitor, task, progress, gives_way=gives_way, must_end=must_end)
        lane.line.join(visitor, job)
        self._serve()
        try:
            return await job.answer
        finally:
            # The awaiter was cancelled, or its progress callback raised.
            lane.line.leave(visitor, job)
            if job in self._jobs:
                job.stop()

    def _check_room(self, visitor: str) -> None:
        if self._is_closed:
            raise Busy(STOPPING)
        if sum(lane.line.count(visitor) for lane in self._lanes) >= MOST_WAITING_OF_VISITOR:
            raise Busy(
                f"{MOST_WAITING_OF_VISITOR} of your searches are waiting already; let one end first"
            )
        if self.waiting >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} searches are waiting already; try again in a minute")

    def _is_ready(self, visitor: str) -> bool:
        return all(job.visitor != visitor for job in self._jobs)

    def _serve(self) -> None:
        """Start all waiting jobs that can start now, in both lanes."""
        for lane in self._lanes:
            self._serve_lane(lane)

    def _serve_lane(self, lane: Lane) -> None:
        """Start all waiting jobs of a lane that can start now.

        If some must still wait for a place, schedule another call.
        """
        while lane.line.has_ready(self._is_ready):
            if len(lane.running) >= self.cores and not self._move_beside(lane):
                self._serve_later(lane)
                return
            job = lane.line.next(self._is_ready)
            assert job is not None  # has_ready
            # A search that starts alone gets all cores, and shares them with later ones.
            is_alone = not self.running and not self.waiting
            lane.running.append(job)
            job.start(self.cores if is_alone else 1, partial(self._ended, lane, job))

    def _move_beside(self, lane: Lane) -> bool:
        """Free a place of the lane: let its longest running job continue beside the lane.

        Returns False if that job has not run for `QUICK_SECONDS`, or if too many jobs run beside
        the lanes and none of them may be stopped.
        """
        job = lane.running[0]
        if job.seconds < QUICK_SECONDS:
            return False
        going_on = [
            other
            for beside in (self._analyses.beside, self._moves.beside, [job])
            for other in beside
            if not other.is_stopping
        ]
        if len(going_on) > self.cores:
            longest = next((other for other in going_on if not other.must_end), None)
            if longest is None:
                return False  # only reviews, which must not be stopped
            longest.stop()
        lane.running.remove(job)
        lane.beside.append(job)
        return True

    def _serve_later(self, lane: Lane) -> None:
        if lane.look_again is None:
            left = QUICK_SECONDS - lane.running[0].seconds
            # With no time left, only reviews run; `_ended` serves the lane after one.
            wait = max(left, LEAST_WAIT_SECONDS) if left > 0 else QUICK_SECONDS
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
            self._forget = loop.call_later(self._idle_seconds, self._forget_unused)

    def _forget_unused(self) -> None:
        self._forget = None
        self._engines.forget_unused()
        self.players.forget_unused()
        if len(self._engines) or len(self.players):
            self._forget_later()


def _bounded(limit: Limit, most_seconds: float) -> Limit:
    seconds = most_seconds if limit.seconds is None else min(limit.seconds, most_seconds)
    return replace(limit, seconds=seconds)


@cache
def desk() -> Desk:
    """The scheduler of this process, created at the first call."""
    return Desk()
