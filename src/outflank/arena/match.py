"""Many games between two players.

Every opening is played twice, the first player having Black and then White. All that is random
comes from the seed, the number of the opening and the side, so the same seed gives the same games
however many processes play them (players that think by the clock excepted).
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from typing import TypeAlias

from outflank.arena.messages import GameTask, MatchGame
from outflank.arena.openings import DEFAULT_OPENINGS, Opening, load_openings
from outflank.arena.pairs import PairCounts, pair_points
from outflank.arena.places import game_of, place_for_games
from outflank.arena.sprt import Sprt, Verdict
from outflank.arena.time_control import TimeControl
from outflank.errors import OutflankError
from outflank.players.spec import PlayerSpec, parse_spec

Progress: TypeAlias = Callable[[MatchGame], None]
"""Told of every game when it is over, in the order in which they end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """A match that was played: what was asked for, and the games by number.

    `is_interrupted` says that Ctrl-C ended it; the games are those that were over by then. A match
    that `sprt` has ended has no games after the pair that decided.
    """

    first: PlayerSpec
    second: PlayerSpec
    openings: str
    seed: int
    time_control: TimeControl
    games: tuple[MatchGame, ...]
    seconds: float
    sprt: Sprt | None = None
    is_interrupted: bool = False

    @property
    def pairs(self) -> PairCounts:
        """The complete pairs of games, counted by their results."""
        return PairCounts.of_points(pair_points(self.games).values())


def play_match(
    first: PlayerSpec | str,
    second: PlayerSpec | str,
    *,
    games: int = 100,
    openings: str = DEFAULT_OPENINGS,
    seed: int = 0,
    workers: int | None = None,
    time_control: TimeControl | None = None,
    sprt: Sprt | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> MatchResult:
    """Play `games` games in parallel, in `workers` processes or else one a core.

    With `sprt` the match ends with the pair that decides the test, which takes pairs by number: how
    many processes there are changes nothing. `executor` is any other place to run the games, such
    as a cluster of Dask's: each then runs in a process beside the executor's own.
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
    decision = _Decision(sprt)
    with place_for_games(executor, workers or default_workers()) as submit:
        futures: list[Future[MatchGame]] = []
        try:
            futures.extend(submit(task) for task in tasks)
            for future in as_completed(futures):
                finished.append(future.result())
                if progress is not None:
                    progress(finished[-1])
                if decision.is_made_by(finished[-1]):
                    break
        except KeyboardInterrupt:
            is_interrupted = True
    if is_interrupted:
        finished = [game for game in map(game_of, futures) if game is not None]
    return MatchResult(
        first=specs[0],
        second=specs[1],
        openings=openings,
        seed=seed,
        time_control=time_control,
        games=tuple(
            sorted(
                (game for game in finished if game.task.number <= decision.last_game),
                key=lambda game: game.task.number,
            )
        ),
        seconds=time.perf_counter() - started,
        sprt=sprt,
        is_interrupted=is_interrupted,
    )


class _Decision:
    """When a test ends a match: pairs count by number, whichever is over first."""

    def __init__(self, sprt: Sprt | None) -> None:
        self._sprt = sprt
        self._waiting: dict[int, MatchGame] = {}
        self._points: list[float] = []
        self.last_game: float = float("inf")

    def is_made_by(self, game: MatchGame) -> bool:
        """Whether the test is decided, now that this game is over."""
        if self._sprt is None:
            return False
        self._waiting[game.task.number] = game
        while len(pair := self._next_pair()) == 2:
            self._points.extend(pair_points(pair).values())
            if self._sprt.verdict(PairCounts.of_points(self._points)) is not Verdict.UNDECIDED:
                self.last_game = 2 * len(self._points)
                return True
        return False

    def _next_pair(self) -> list[MatchGame]:
        first = 2 * len(self._points) + 1
        return [self._waiting[number] for number in (first, first + 1) if number in self._waiting]


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
