"""Labelled positions in memory: read from shards, without duplicates, by number of discs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.kernels.evaluate import DISC
from outflank.training.selfplay import import_parquet

HELD_OUT_GAMES = 50
"""One game in so many is kept out of the fit, to measure it on."""


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions with labels in discs for the player to move."""

    players: np.ndarray[Any, np.dtype[np.uint64]]
    opponents: np.ndarray[Any, np.dtype[np.uint64]]
    labels: np.ndarray[Any, np.dtype[np.float32]]

    def __len__(self) -> int:
        return len(self.players)

    def select(self, rows: np.ndarray[Any, Any]) -> Positions:
        """The positions in `rows`, a mask or indices."""
        return Positions(self.players[rows], self.opponents[rows], self.labels[rows])


@dataclass(frozen=True, slots=True)
class Dataset:
    """Positions to fit and positions held out, each by number of discs."""

    train: dict[int, Positions]
    held_out: dict[int, Positions]


def load_dataset(folders: Iterable[Path], outcome_share: float = 0.5) -> Dataset:
    """All shards of `folders`; labels mix the search's value with the game's outcome.

    Exact labels are exact either way. A position that occurs several times, in any of its eight
    images, is kept once, from the folder named last.
    """
    parquet = import_parquet()
    files = [file for folder in folders for file in sorted(folder.glob("shard-*.parquet"))]
    if not files:
        raise OutflankError("there are no shards in these folders; run: outflank train selfplay")
    columns: dict[str, list[Any]] = {}
    for number, file in enumerate(files):
        table = parquet.read_table(file)
        for name in ("player", "opponent", "value", "outcome", "game"):
            columns.setdefault(name, []).append(table[name].to_numpy())
        columns.setdefault("source", []).append(np.full(len(table), number, dtype=np.uint32))
    merged = {name: np.concatenate(parts) for name, parts in columns.items()}
    mixed = (1 - outcome_share) * merged["value"] + outcome_share * merged["outcome"]
    labels = (mixed / DISC).astype(np.float32)
    players, opponents = _canonical(merged["player"], merged["opponent"])
    kept = _last_of_each(players, opponents)
    players, opponents, labels = players[kept], opponents[kept], labels[kept]
    # By game, which lies in one shard, so that its positions are all on one side.
    group = merged["game"][kept].astype(np.uint64) + merged["source"][kept].astype(np.uint64)
    held = (group * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)) % HELD_OUT_GAMES == 0
    positions = Positions(players, opponents, labels)
    discs = np.bitwise_count(players | opponents).astype(np.int64)
    return Dataset(_by_discs(positions, discs, ~held), _by_discs(positions, discs, held))


def _by_discs(
    positions: Positions, discs: np.ndarray[Any, Any], chosen: np.ndarray[Any, Any]
) -> dict[int, Positions]:
    rows = np.flatnonzero(chosen)
    order = rows[np.argsort(discs[rows], kind="stable")]
    counts = np.searchsorted(discs[order], np.arange(66))
    return {
        count: positions.select(order[counts[count] : counts[count + 1]]) for count in range(65)
    }


def _canonical(players: Any, opponents: Any) -> tuple[Any, Any]:
    from outflank.kernels.hashing import canonical_all

    players, opponents = players.copy(), opponents.copy()
    canonical_all(players, opponents)
    return players, opponents


def _last_of_each(players: Any, opponents: Any) -> Any:
    """The rows of the last occurrence of every position."""
    from outflank.kernels.hashing import hash_all

    hashes = np.empty(len(players), dtype=np.uint64)
    hash_all(players, opponents, hashes)
    _, last = np.unique(hashes[::-1], return_index=True)
    return np.sort(len(hashes) - 1 - last)
