"""Small matches between players for visitors, one match at a time; the others wait.

Games are played in a process of low priority. All methods run on one event loop, except
`_Playing._play`, which runs in a thread.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from typing import Any

from outflank.arena.match import play_match
from outflank.arena.messages import MatchGame
from outflank.arena.openings import DEFAULT_OPENINGS
from outflank.arena.pool import PoolClosed, WorkerPool
from outflank.arena.summary import MatchResult, Summary, summarise
from outflank.errors import OutflankError
from outflank.play.time_control import TimeControl
from outflank.players.spec import PlayerSpec
from outflank.web.allowed import web_player
from outflank.web.desk import Busy
from outflank.web.jobs import be_nice

MOST_GAMES = 20
MOST_MOVE_SECONDS = 0.5
MOST_WAITING = 20
MATCH_NICENESS = 10
"""Niceness of match processes: above that of moves in games, below that of analyses."""
MOST_KEPT = 100
"""How many matches of all visitors are kept; beyond that, finished ones are dropped."""

REFEREE_SECONDS = 30.0
"""A player that takes longer for a move forfeits the game.

It is far more than the players' own time limits, because the machine may be busy.
"""


class Match:
    """One match: its players and settings, the games finished so far, and its state."""

    def __init__(
        self, visitor: str, first: PlayerSpec, second: PlayerSpec, games: int, seed: int
    ) -> None:
        self.visitor = visitor
        self.first, self.second = first, second
        self.games_asked = games
        self.seed = seed
        self.games: list[MatchGame] = []
        self.is_running = False
        self.is_over = False
        self.problem = ""
        self.worker: MatchWorker | None = None
        self._listeners: list[Callable[[], None]] = []

    def summary(self) -> Summary:
        """The statistics of the finished games."""
        return summarise(
            MatchResult(
                first=str(self.first),
                second=str(self.second),
                openings=DEFAULT_OPENINGS,
                seed=self.seed,
                time_control=_TIME_CONTROL,
                games=tuple(sorted(self.games, key=lambda game: game.task.number)),
                seconds=0.0,
            )
        )

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change of the match from now on."""
        self._listeners.append(listener)

    def unwatch(self, listener: Callable[[], None]) -> None:
        """Remove a listener that was added with `watch`."""
        with suppress(ValueError):
            self._listeners.remove(listener)

    @property
    def is_watched(self) -> bool:
        """Whether a page shows this match."""
        return bool(self._listeners)

    def tell(self) -> None:
        """Call all listeners, because the match has changed."""
        for listener in list(self._listeners):
            listener()


class Matches:
    """The matches of the server: the latest one of each visitor, and the queue."""

    def __init__(self) -> None:
        self._matches: dict[str, Match] = {}
        self._waiting: list[Match] = []
        self._running: Match | None = None
        self._is_closed = False

    def of(self, visitor: str) -> Match | None:
        """The visitor's latest match, finished or not; None if there is none."""
        return self._matches.get(visitor)

    def place(self, match: Match) -> int:
        """How many matches must end before this one starts; 0 if it does not wait."""
        return self._waiting.index(match) + 1 if match in self._waiting else 0

    def start(
        self,
        visitor: str,
        first: str,
        second: str,
        *,
        games: int,
        move_seconds: float,
        most_games: int = MOST_GAMES,
    ) -> Match:
        """Queue a match between two player specs; it starts when earlier matches have ended.

        It replaces the visitor's previous match, which must be over. `move_seconds` limits the
        thinking time per move of players that have a time option.
        """
        if not 1 <= games <= most_games:
            raise OutflankError(f"{games} games is out of range; give 1 to {most_games}")
        if not 0 < move_seconds <= MOST_MOVE_SECONDS:
            raise OutflankError(
                f"{move_seconds:g} seconds a move is out of range; "
                f"give more than 0 and at most {MOST_MOVE_SECONDS:g}"
            )
        players = quick_player(first, move_seconds), quick_player(second, move_seconds)
        current = self.of(visitor)
        if current is not None and not current.is_over:
            raise Busy("your match is still running; stop it first")
        if self._is_closed or len(self._waiting) >= MOST_WAITING:
            raise Busy("too many matches are waiting already; try again in a few minutes")
        match = Match(visitor, *players, games, seed=time.time_ns() % 2**31)
        self._matches.pop(visitor, None)
        self._matches[visitor] = match
        self._forget_oldest()
        self._waiting.append(match)
        self._serve()
        return match

    def stop(self, match: Match) -> None:
        """End a match now; the games that are finished count."""
        if match in self._waiting:
            self._waiting.remove(match)
            match.is_over = True
            match.tell()
            self._tell_waiting()
        elif match is self._running and match.worker is not None:
            match.worker.end()

    def close(self) -> None:
        """End all matches and accept no more, because the server stops."""
        self._is_closed = True
        for match in [*self._waiting, *([self._running] if self._running else [])]:
            self.stop(match)

    def _serve(self) -> None:
        if self._running is None and self._waiting:
            match = self._running = self._waiting.pop(0)
            match.is_running = True
            match.worker = MatchWorker()
            _Playing(match, match.worker, partial(self._ended, match)).start()
            match.tell()
        self._tell_waiting()

    def _ended(self, match: Match) -> None:
        match.is_running = False
        match.is_over = True
        match.worker = None
        self._running = None
        match.tell()
        self._serve()

    def _tell_waiting(self) -> None:
        for match in self._waiting:
            match.tell()

    def _forget_oldest(self) -> None:
        over = [visitor for visitor, match in self._matches.items() if match.is_over]
        for visitor in over[: max(len(self._matches) - MOST_KEPT, 0)]:
            del self._matches[visitor]


class MatchWorker(Executor):
    """Executor that plays games in one process of low priority; `end` works also during a game.

    It ignores the submitted function and plays with its own `WorkerPool`: the pool that the
    function would use keeps its process and memory as long as the server runs.
    """

    def __init__(self) -> None:
        self._pool = WorkerPool()
        # Processes inherit the niceness of the thread that starts them.
        self._thread = ThreadPoolExecutor(1, initializer=be_nice, initargs=(MATCH_NICENESS,))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Play the game described by the first argument after `fn`; `fn` itself is ignored."""
        try:
            return self._thread.submit(self._pool.play, *args)
        except RuntimeError:  # ended while games were being submitted
            raise PoolClosed from None

    def end(self) -> None:
        """Abort the current game and cancel all further games."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._pool.close()


class _Playing:
    """Plays a match in a thread and reports finished games to the event loop.

    `at_end` is called on the event loop when the match is over.
    """

    def __init__(self, match: Match, worker: MatchWorker, at_end: Callable[[], None]) -> None:
        self._match, self._worker, self._at_end = match, worker, at_end
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Start the thread that plays the match."""
        threading.Thread(target=self._play, daemon=True, name="match").start()

    def _play(self) -> None:
        match = self._match
        problem = ""
        try:
            play_match(
                match.first,
                match.second,
                games=match.games_asked,
                seed=match.seed,
                time_control=_TIME_CONTROL,
                progress=lambda game: self._call(self._add, game),
                executor=self._worker,
            )
        except (CancelledError, PoolClosed):
            pass  # stopped; the finished games count
        except OutflankError as error:
            problem = str(error)
        finally:
            self._worker.end()
            self._call(self._end, problem)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has closed
            self._loop.call_soon_threadsafe(function, *arguments)

    def _add(self, game: MatchGame) -> None:
        self._match.games.append(game)
        self._match.tell()

    def _end(self, problem: str) -> None:
        self._match.problem = problem
        self._at_end()


def quick_player(text: str, move_seconds: float) -> PlayerSpec:
    """Parse a visitor's player spec and limit its thinking time to `move_seconds` per move.

    Raises `OutflankError` if a visitor may not use that player.
    """
    spec = web_player(text, is_apart=True)
    if all(option.name != "time" for option in spec.kind.options):
        return spec
    time_given = dict(spec.given).get("time")
    seconds = min(float(time_given), move_seconds) if time_given else move_seconds
    options = [item for item in spec.given if item[0] != "time"]
    return PlayerSpec(spec.name, (*options, ("time", seconds)))


_TIME_CONTROL = TimeControl(move_seconds=REFEREE_SECONDS)


@cache
def matches() -> Matches:
    """The `Matches` of this server process."""
    return Matches()
