"""Games of the engine against itself, in shards that any executor can make.

A shard is a Parquet file of labelled positions, made from its number and the settings alone, so a
run can be killed at any moment and resumed: shards that are there are not made again, and none is
ever half written. The manifest beside them tells what made them.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from concurrent.futures import Executor, as_completed
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine import weights as weight_files
from outflank.engine.weights import Weights
from outflank.errors import MissingExtra, OutflankError
from outflank.search.stopping import StopFlag

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlay:
    """How games are played.

    A game begins with `least_random` to `most_random` random plies. Moves are searched to `depth`,
    positions with `exact_empties` or fewer are solved, and `random_per_thousand` of the searched
    moves are replaced by random ones. `weights` is a file, or empty for an evaluation of zero.
    """

    games_per_shard: int = 2_000
    depth: int = 4
    exact_empties: int = 12
    least_random: int = 2
    most_random: int = 35
    random_per_thousand: int = 30
    seed: int = 1
    weights: str = ""

    def __post_init__(self) -> None:
        if self.depth < 3:
            raise OutflankError(f"depth={self.depth} is too shallow for labels; give 3 or more")
        if not 0 <= self.least_random <= self.most_random <= 50:
            raise OutflankError(
                f"{self.least_random} to {self.most_random} random plies make no game; "
                "give 0 to 50, the least first"
            )


def play_shard(settings: SelfPlay, shard: int) -> Any:
    """The labelled positions of one shard, with the number of the game that each is from."""
    from outflank.engine.workspace import Table, Workspace
    from outflank.kernels.selfplay import MOST_SAMPLES, SAMPLE, play_game

    weights = weight_files.load(Path(settings.weights)) if settings.weights else Weights.zeros()
    workspace = Workspace(Table(megabytes=2), weights, StopFlag())
    choice = random.Random(f"{settings.seed}/{shard}")
    state = np.array([choice.getrandbits(64) | 1], dtype=np.uint64)
    samples = np.zeros(MOST_SAMPLES, dtype=SAMPLE)
    rows, games = [], []
    for game in range(settings.games_per_shard):
        count = play_game(
            state,
            choice.randint(settings.least_random, settings.most_random),
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
        **{name: positions[name] for name in ("player", "opponent", "value", "outcome", "exact")},
        "game": np.array(games, dtype=np.uint32),
    }


def shard_path(folder: Path, shard: int) -> Path:
    """Where a shard is."""
    return folder / f"shard-{shard:06}.parquet"


def make_shard(settings: SelfPlay, shard: int, folder: Path) -> int:
    """Play a shard and write it, whole or not at all; return how many positions it has."""
    parquet = import_parquet()
    import pyarrow

    columns = play_shard(settings, shard)
    path = shard_path(folder, shard)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    parquet.write_table(pyarrow.table(columns), temporary, compression="zstd")
    temporary.replace(path)
    return len(columns["game"])


def run_selfplay(
    settings: SelfPlay,
    shards: int,
    folder: Path,
    executor: Executor,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Make the shards that are not there yet; `progress` is told shards and positions as they come.

    Returns how many positions were made. Interrupted, it leaves what is finished.
    """
    import_parquet()
    folder.mkdir(parents=True, exist_ok=True)
    _write_manifest(settings, folder)
    missing = [shard for shard in range(shards) if not shard_path(folder, shard).exists()]
    total = 0
    tasks = [executor.submit(make_shard, settings, shard, folder) for shard in missing]
    try:
        for task in as_completed(tasks):
            total += task.result()
            if progress is not None:
                progress(1, total)
    finally:
        for task in tasks:
            task.cancel()
    return total


def _write_manifest(settings: SelfPlay, folder: Path) -> None:
    from outflank import __version__

    content = Path(settings.weights).read_bytes() if settings.weights else b""
    manifest = {
        "outflank": __version__,
        "settings": asdict(settings),
        "weights_sha256": sha256(content).hexdigest(),
    }
    path = folder / MANIFEST
    if path.exists():
        before = json.loads(path.read_text())
        if before["settings"] != manifest["settings"]:
            raise OutflankError(
                f"{folder} has games of other settings; choose another folder or delete it"
            )
    temporary = path.with_name(f"{MANIFEST}.{os.getpid()}.tmp")
    temporary.write_text(json.dumps(manifest, indent=2) + "\n")
    temporary.replace(path)


def import_parquet() -> Any:
    """`pyarrow.parquet`, or one line about how to get it."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("training", "train") from None
    return parquet
