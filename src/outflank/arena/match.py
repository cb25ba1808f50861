"""Many games between two players.

Every opening is played twice, the first player having Black and then White. All that is random
comes from the seed, the number of the opening and the side, so the same seed gives the same games
however many processes play them (players that think by the clock excepted).
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from outflank.arena.messages import GameTask, MatchGame
from outflank.arena.openings import DEFAULT_OPENINGS, Opening, load_openings
from outflank.arena.pool import PoolClosed, WorkerPool, play_isolated
from outflank.arena.time_control import TimeControl
from outflank.errors import OutflankError
from outflank.players.spec import PlayerSpec, parse_spec

Progress: TypeAlias = Callable[[MatchGame], None]
"""Told of every game when it is over, in the order in which they end."""

Submit: TypeAlias = Callable[[GameTask], "Future[MatchGame]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """A match that was played: what was asked for, and the games by number.

    `is_interrupted` says that Ctrl-C ended it; the games are those that were over by then.
    """

    first: PlayerSpec
    second: PlayerSpec
    openings: str
    seed: int
    time_control: TimeControl
    games: tuple[MatchGame, ...]
    seconds: float
    is_interrupted: bool = False


def play_match(
    first: PlayerSpec | str,
    second: PlayerSpec | str,
    *,
    games: int = 100,
    openings: str = DEFAULT_OPENINGS,
    seed: int = 0,
    workers: int | None = None,
    time_control: TimeControl | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> MatchResult:
    """Play `games` games in parallel, in `workers` processes or else one a core.

    `executor` is any other place to run them, such as a cluster of Dask's: each game then runs in
    a process beside the executor's own.
    """
    started = time.perf_counter()
    specs = match_player(first), match_player(second)
    time_control = time_control or TimeControl()
    for name, number in (("games", games), ("workers", workers)):
        if number is not None and number < 1:
            raise OutflankError(f"{name}={number} makes no match; there must be one at least")
    tasks = _tasks(
        *specs, load_openings(openings, (games + 1) // 2, seed), games, seed, time_control
    )
    compile_for(*specs)
    finished: list[MatchGame] = []
    is_interrupted = False
    with _place(executor, workers or default_workers()) as submit:
        futures: list[Future[MatchGame]] = []
        try:
            futures.extend(submit(task) for task in tasks)
            for future in as_completed(futures):
                finished.append(future.result())
                if progress is not None:
                    progress(finished[-1])
        except KeyboardInterrupt:
            is_interrupted = True
    if is_interrupted:
        finished = [game for game in map(_game_of, futures) if game is not None]
    return MatchResult(
        first=specs[0],
        second=specs[1],
        openings=openings,
        seed=seed,
        time_control=time_control,
        games=tuple(sorted(finished, key=lambda game: game.task.number)),
        seconds=time.perf_counter() - started,
        is_interrupted=is_interrupted,
    )


def match_player(spec: PlayerSpec | str) -> PlayerSpec:
    """The spec of a player that can play a match."""
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    if spec.kind.is_interactive:
        raise OutflankError(f"{spec} cannot play a match, where nobody asks; use: outflank play")
    return spec


def default_workers() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def compile_for(*specs: PlayerSpec) -> None:
    """Have the kernels compiled if one of the players needs them, once and not in every process."""
    if any(spec.kind.is_compiled for spec in specs):
        from outflank.kernels import jit

        if not jit.is_compiled():
            jit.compile_all()


def _tasks(
    first: PlayerSpec,
    second: PlayerSpec,
    openings: list[Opening],
    games: int,
    seed: int,
    time_control: TimeControl,
) -> list[GameTask]:
    tasks = []
    for index in range(games):
        pair, is_swapped = divmod(index, 2)
        # Both games of a pair have the same chances, as they have the same opening.
        sides = [
            (first, _seed_for(seed, pair, "first", first)),
            (second, _seed_for(seed, pair, "second", second)),
        ]
        (black, black_seed), (white, white_seed) = reversed(sides) if is_swapped else sides
        tasks.append(
            GameTask(
                number=index + 1,
                first_is_black=not is_swapped,
                black=black,
                white=white,
                black_seed=black_seed,
                white_seed=white_seed,
                opening=openings[pair],
                time_control=time_control,
            )
        )
    return tasks


def _seed_for(seed: int, pair: int, side: str, spec: PlayerSpec) -> int:
    return random.Random(f"{seed} {pair} {side} {spec}").getrandbits(32)


@contextmanager
def _place(executor: Executor | None, workers: int) -> Iterator[Submit]:
    """Where games are played; leaving it ends those that are not over."""
    if executor is not None:
        futures: list[Future[MatchGame]] = []

        def submit(task: GameTask) -> Future[MatchGame]:
            futures.append(executor.submit(play_isolated, task))
            return futures[-1]

        try:
            yield submit
        finally:
            for future in futures:
                future.cancel()
        return
    threads, pool = ThreadPoolExecutor(workers), WorkerPool()
    try:
        yield lambda task: threads.submit(pool.play, task)
    finally:
        # First the games to come, then those under way, then the threads that wait for them.
        threads.shutdown(wait=False, cancel_futures=True)
        pool.close()
        threads.shutdown()


def _game_of(future: Future[MatchGame]) -> MatchGame | None:
    if not future.done():
        return None
    try:
        return future.result()
    except (CancelledError, PoolClosed):
        return None
