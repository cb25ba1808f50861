"""Matches: many games between two players.

Every opening is played twice, with the first player as Black and then as White. All randomness
comes from the seed, the number of the opening and the side, so the same seed gives the same games
with any number of processes (except for players limited by time).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path
from typing import Any, TypeAlias

from outflank.arena.match_journal import match_journal
from outflank.arena.messages import GameTask, MatchGame, name_of
from outflank.arena.openings import DEFAULT_OPENINGS, Opening, load_openings
from outflank.arena.pairs import PairCounts, pair_points
from outflank.arena.places import game_of, place_for_games, this_process
from outflank.arena.sprt import Sprt, Verdict
from outflank.arena.summary import MatchResult
from outflank.errors import OutflankError, WorkerLost
from outflank.jobs.processes import default_workers
from outflank.play.time_control import TimeControl
from outflank.players.player import Player
from outflank.players.spec import PlayerSpec, parse_spec

Progress: TypeAlias = Callable[[MatchGame], None]
"""Called with every finished game, in the order in which the games end."""


def play_match(
    first: Player | PlayerSpec | str,
    second: Player | PlayerSpec | str,
    *,
    games: int = 100,
    openings: str = DEFAULT_OPENINGS,
    seed: int = 0,
    workers: int | None = None,
    time_control: TimeControl | None = None,
    sprt: Sprt | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    folder: Path | None = None,
) -> MatchResult:
    """Play `games` games between two players, in `workers` parallel processes (None: one per core).

    A player given as a spec, such as ``engine:level=5``, is made anew for every game. If a player
    is an object, the games are played one after another in this process. `openings` is ``xot``,
    ``random:N``, ``start`` or a file, see `load_openings`.

    With `sprt` the match ends as soon as this test is decided. The test takes the pairs of games in
    order of number, so its result does not depend on the number of processes. `executor` runs the
    games elsewhere, such as on a Dask cluster, each in a separate process. With `folder` a journal
    saves every finished game, and games found in the journal are not played again.
    """
    started = time.perf_counter()
    players = _contestant(first), _contestant(second)
    specs = [player for player in players if isinstance(player, PlayerSpec)]
    time_control = time_control or TimeControl()
    for name, number in (("games", games), ("workers", workers)):
        if number is not None and number < 1:
            raise OutflankError(f"{name}={number} is too few; give 1 or more")
    tasks = _tasks(
        *players, load_openings(openings, (games + 1) // 2, seed), games, seed, time_control
    )
    if executor is None:
        compile_for(*specs)
    lost: list[str] = []
    is_interrupted = False
    decision = _Decision(sprt)
    settings = _settings(name_of(players[0]), name_of(players[1]), openings, seed, time_control)
    place = (
        place_for_games(executor, workers or default_workers())
        if len(specs) == len(players)
        else this_process()
    )
    with match_journal(folder, settings, tasks) as journal, place as submit:
        finished = list(journal.games)
        known = {game.task.number for game in finished}
        is_decided = any(decision.is_made_by(game) for game in finished)
        missing = [] if is_decided else [task for task in tasks if task.number not in known]
        futures: dict[Future[MatchGame], GameTask] = {}
        try:
            for task in missing:
                futures[submit(task)] = task
            for future in as_completed(futures):
                try:
                    game = future.result()
                except WorkerLost as error:
                    lost.append(f"game {futures[future].number} was not played: {error}")
                    continue
                journal.keep(game)
                finished.append(game)
                if progress is not None:
                    progress(game)
                if decision.is_made_by(game):
                    break
        except KeyboardInterrupt:
            is_interrupted = True
            # The interrupt may have come between a game's end and its journal entry.
            kept = {game.task.number for game in finished}
            for over in filter(None, map(game_of, futures)):
                if over.task.number not in kept:
                    journal.keep(over)
                    finished.append(over)
    if lost and not finished:
        raise OutflankError(lost[0])
    return MatchResult(
        first=name_of(players[0]),
        second=name_of(players[1]),
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
        lost=tuple(lost),
    )


def _settings(
    first: str, second: str, openings: str, seed: int, time_control: TimeControl
) -> dict[str, Any]:
    """Settings that must be the same when a match is resumed. The number of games may change."""
    return {
        "first": first,
        "second": second,
        "openings": openings,
        "seed": seed,
        **time_control.as_dict(),
    }


class _Decision:
    """Applies the SPRT to finished games and notes the game at which it decides the match.

    Pairs are counted in order of their number, not of finishing. `last_game` is the number of the
    deciding game, infinite before the decision.
    """

    def __init__(self, sprt: Sprt | None) -> None:
        self._sprt = sprt
        self._waiting: dict[int, MatchGame] = {}
        self._points: list[float] = []
        self.last_game: float = float("inf")

    def is_made_by(self, game: MatchGame) -> bool:
        """Add a finished game; return whether the test is now decided."""
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


def _contestant(player: Player | PlayerSpec | str) -> Player | PlayerSpec:
    return match_player(player) if isinstance(player, PlayerSpec | str) else player


def match_player(spec: PlayerSpec | str) -> PlayerSpec:
    """Parse a player's spec, such as ``engine:level=5``; an interactive player is an error."""
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    if spec.kind.is_interactive:
        raise OutflankError(f"{spec} is interactive and cannot play a match; use: outflank play")
    return spec


def compile_for(*specs: PlayerSpec) -> None:
    """Compile the kernels now if one of these players needs them.

    Otherwise every worker process would compile them.
    """
    if any(spec.kind.is_compiled for spec in specs):
        from outflank.kernels import jit

        if not jit.is_compiled():
            jit.compile_all()


def _tasks(
    first: Player | PlayerSpec,
    second: Player | PlayerSpec,
    openings: list[Opening],
    games: int,
    seed: int,
    time_control: TimeControl,
) -> list[GameTask]:
    tasks = []
    for index in range(games):
        pair, is_swapped = divmod(index, 2)
        # Both games of a pair have the same seeds and the same opening.
        sides = [
            (first, seed_for(seed, pair, "first", first)),
            (second, seed_for(seed, pair, "second", second)),
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


def seed_for(seed: int, pair: int, side: str, player: Player | PlayerSpec) -> int:
    """The random seed of one player in both games of a pair.

    It depends on the `seed` of the match, the number of the `pair`, the `side` (such as
    ``"first"``) and the player's name.
    """
    return random.Random(f"{seed} {pair} {side} {name_of(player)}").getrandbits(32)
