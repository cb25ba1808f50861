"""Settings of runs that take a second or two."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from outflank.rules.position import Position
from outflank.training.fit import Fit
from outflank.training.selfplay import SelfPlay
from outflank.training.shards import prepare_folder, shard_bytes, write_shard

SELF_PLAY = SelfPlay(games_per_shard=20, depth=3, exact_empties=8, seed=5)
GAMES = 60
SELF_PLAY_OPTIONS = [
    *("--games", "60", "--shard-games", "20", "--depth", "3", "--exact", "8"),
    *("--seed", "5", "--weights", "none"),
]
"""The same on the command line."""

FIT = Fit(passes=3)


def contents(folder: Path, pattern: str) -> dict[str, bytes]:
    """The files of a folder by name."""
    return {file.name: file.read_bytes() for file in sorted(folder.glob(pattern))}


def write_positions(
    folder: Path, positions: list[tuple[Position, int, int]], shard: int = 0
) -> None:
    """A shard by hand, from positions with value in 1/128 disc and number of game.

    The best move is played everywhere, without passes.
    """
    prepare_folder(folder, {"weights": ""})
    columns: dict[str, Any] = {
        "player": np.array([position.player for position, *_ in positions], dtype=np.uint64),
        "opponent": np.array([position.opponent for position, *_ in positions], dtype=np.uint64),
    }
    columns["value"] = np.array([row[1] for row in positions], dtype=np.int16)
    columns["game"] = np.array([row[2] for row in positions], dtype=np.uint32)
    for name, value in (("exact", False), ("best_played", True), ("passed", False)):
        columns[name] = np.full(len(positions), value)
    write_shard(folder, shard, shard_bytes(columns))
