"""Self-play of the engine: labelled positions, written as shards (see `training.shards`)."""

from __future__ import annotations

import random
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.jobs.progress import SILENT, Progress
from outflank.search.limit import CONFIDENCES, Limit
from outflank.search.stopping import StopFlag
from outflank.training.shards import (
    COLUMNS,
    make_missing,
    positions_in,
    prepare_folder,
    read_weights,
    shard_bytes,
    shard_path,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlay:
    """Settings of self-play.

    A game begins with `least_random` to `most_random` random plies, all legal moves being equally
    likely; with `looseness` above 0, a move that loses that many discs by a search of two plies is
    1/e times as likely as the best move. Then moves are searched to `depth` plies, positions with
    `exact_empties` or fewer empty squares are solved, and `random_per_thousand` of 1,000 searched
    moves are replaced by random ones. `weights` is a file, ``shipped``, or empty for an evaluation
    that is always zero. `confidence`, the selectivity of the searches, is one of `CONFIDENCES` in
    per cent.
    """

    games_per_shard: int = 1_000
    depth: int = 4
    exact_empties: int = 12
    least_random: int = 2
    most_random: int = 35
    looseness: float = 0.0
    random_per_thousand: int = 30
    seed: int = 1
    weights: str = ""
    confidence: int = 100

    def __post_init__(self) -> None:
        check_labelling(self.depth, self.exact_empties, self.confidence)
        if not 0 <= self.least_random <= self.most_random <= 50:
            raise OutflankError(
                f"{self.least_random} to {self.most_random} random plies is not a range; "
                "give 0 to 50, the least first"
            )

        if not 0 <= self.looseness <= 64:
            raise OutflankError(f"looseness={self.looseness} is not in range; give 0 to 64 discs")


def check_labelling(depth: int, exact_empties: int, confidence: int) -> None:
    """Raise an error if a search is too shallow for labels, or solving would take too long."""
    if not 3 <= depth <= 30:
        raise OutflankError(f"depth={depth} gives no useful labels; give 3 to 30")
    if not 0 <= exact_empties <= 30:
        raise OutflankError(f"exact_empties={exact_empties} cannot be solved; give 0 to 30")
    Limit(confidence=confidence)  # refuses other values


def play_shard(settings: SelfPlay, shard: int) -> dict[str, Any]:
    """Play the games of shard (file) number `shard`; return its labelled positions as columns."""
    from outflank.engine.workspace import Table, Workspace
    from outflank.kernels.evaluate import DISC
    from outflank.kernels.selfplay import MOST_SAMPLES, SAMPLE, play_game

    weights, _ = read_weights(settings.weights)
    workspace = Workspace(Table(megabytes=2), weights, StopFlag())
    workspace.trust(CONFIDENCES.index(settings.confidence))
    choice = random.Random(f"{settings.seed}/{shard}")
    state = np.array([choice.getrandbits(64) | 1], dtype=np.uint64)
    samples = np.zeros(MOST_SAMPLES, dtype=SAMPLE)
    rows, games = [], []
    for game in range(settings.games_per_shard):
        count = play_game(
            state,
            choice.randint(settings.least_random, settings.most_random),
            round(settings.looseness * DISC),
            settings.depth,
            settings.exact_empties,
            settings.random_per_thousand,
            samples,
            workspace.work,
        )
        rows.append(samples[:count].copy())
        games += [shard * settings.games_per_shard + game] * count
    positions = np.concatenate(rows)
    return {
        **{name: positions[name] for name in COLUMNS if name != "game"},
        "game": np.array(games, dtype=np.uint32),
    }


def make_shard(settings: SelfPlay, shard: int) -> bytes:
    """Play the games of a shard; return the bytes of its Parquet file. Runs in a worker process."""
    return shard_bytes(play_shard(settings, shard))


def run_selfplay(
    settings: SelfPlay,
    folder: Path,
    executor: Executor,
    *,
    games: int | None = None,
    positions: int | None = None,
    progress: Progress = SILENT,
) -> int:
    """Play until the folder has `games` games or about `positions` positions, in whole shards.

    Give exactly one of the two numbers. Returns the number of new positions. With `positions`, the
    size of the first shard determines the number of shards, so an interrupted run makes the same
    shards as an uninterrupted one.
    """
    if (games is None) == (positions is None):
        raise OutflankError("give either a number of games or a number of positions")
    wanted = games if games is not None else positions
    if wanted is None or wanted < 1:
        raise OutflankError(f"{wanted} is not a number of games or positions; give 1 or more")
    prepare_folder(folder, asdict(settings))

    def play(shards: int) -> int:
        tasks = {shard: (settings, shard) for shard in range(shards)}
        return make_missing("self-play", make_shard, tasks, folder, executor, progress)

    if games is not None:
        return play(-(-games // settings.games_per_shard))
    made = play(1)
    return made + play(-(-wanted // max(1, positions_in(shard_path(folder, 0)))))
