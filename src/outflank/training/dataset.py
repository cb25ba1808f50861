"""A data set on disk: labelled positions without duplicates, by number of discs.

Shards (see `training.shards`) hold positions in the order of play, but a fit needs all positions
with one number of discs. So the shards are redistributed once: first into parts sorted by discs,
each from a few shards, then the parts into two files per number of discs, one for training and one
held out. Each step is a task for any executor, ends with a complete file, and is not repeated when
a killed run is resumed. No step holds more than one part or one number of discs in memory.

One game in `HELD_OUT_GAMES` is held out to measure the fit. A position that also occurs in a
training game, in any of its eight symmetric images, is a training position, so that no held-out
position was seen in training.
"""

from __future__ import annotations

import shutil
from bisect import bisect_left
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.files import make_run_folder, read_json, replacing, write_json
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.kernels.evaluate import DISC
from outflank.training.shards import COLUMNS, MANIFEST, import_parquet, positions_in, shards_in
from outflank.training.unique import Groups, canonical_boards

HELD_OUT_GAMES = 50
"""One of this many games is not used for fitting but held out to measure the errors."""

DISC_COUNTS = range(4, 64)
"""The possible numbers of discs in a position with an empty square."""

PART_POSITIONS = 2_000_000
"""Approximate number of positions per intermediate file (part), which takes 100 MB of memory."""

LABELLED = np.dtype([("player", np.uint64), ("opponent", np.uint64), ("label", np.float32)])
"""Fields of a position in a data set: bitboards, and the label in discs for the player to move."""

DEALT = np.dtype([*LABELLED.descr, ("held_out", np.bool_)])
"""Fields of a position in an intermediate file: those of `LABELLED`, and `held_out`.

`held_out` says whether the position is from a game that is held out to measure the fit.
"""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_SOURCE_STEP = 1 << 40
"""Added to game numbers for each folder, so that games of different folders differ.

No folder has as many games.
"""

SUMMARY = "dataset.json"


@dataclass(frozen=True, slots=True)
class Source:
    """A folder of shards, and how to label their positions.

    `trace_decay` is the λ of `kernels.labels.lambda_returns`: 0 labels with the values of searches,
    1 with the results of games, values between mix both.
    """

    folder: Path
    trace_decay: float = 0.85

    def __post_init__(self) -> None:
        if not 0 <= self.trace_decay <= 1:
            raise OutflankError(f"{self.trace_decay} is not a trace decay; give 0 to 1")
        if not shards_in(self.folder):
            raise OutflankError(
                f"{self.folder} has no shards; make some with outflank train selfplay"
            )


def sources_of(folders: Sequence[Path], trace_decays: Sequence[float]) -> list[Source]:
    """Make a source of each folder, with one trace decay for all folders or one for each."""
    if len(trace_decays) not in (1, len(folders)):
        raise OutflankError(
            f"{len(trace_decays)} trace decays for {len(folders)} folders; "
            "give one for all or one for each"
        )
    decays = list(trace_decays) * (len(folders) if len(trace_decays) == 1 else 1)
    return [Source(folder, decay) for folder, decay in zip(folders, decays, strict=True)]


@dataclass(frozen=True, slots=True)
class Positions:
    """Arrays of positions, with labels in discs for the player to move."""

    players: np.ndarray[Any, np.dtype[np.uint64]]
    opponents: np.ndarray[Any, np.dtype[np.uint64]]
    labels: np.ndarray[Any, np.dtype[np.float32]]

    def __len__(self) -> int:
        return len(self.players)

    def select(self, rows: np.ndarray[Any, Any]) -> Positions:
        """A copy of the positions that `rows` selects, which is a mask or an array of indices."""
        return Positions(self.players[rows], self.opponents[rows], self.labels[rows])

    def part(self, start: int, stop: int) -> Positions:
        """The positions from index `start` up to `stop`, as views without copying."""
        return Positions(
            self.players[start:stop], self.opponents[start:stop], self.labels[start:stop]
        )


@dataclass(frozen=True, slots=True)
class Dataset:
    """A finished data set in `folder`; `summary` describes its sources and sizes."""

    folder: Path
    summary: dict[str, Any]

    def training(self, *discs: int) -> Positions:
        """The training positions with these numbers of discs, in the order of `discs`."""
        return self._read("train", discs)

    def training_count(self, discs: int) -> int:
        """The number of training positions with `discs` discs."""
        return len(np.load(_file(self.folder, "train", discs), mmap_mode="r"))

    def held_out(self, *discs: int) -> Positions:
        """The held-out positions with these numbers of discs, in the order of `discs`."""
        return self._read("held-out", discs)

    def _read(self, side: str, discs: Sequence[int]) -> Positions:
        rows = [np.load(_file(self.folder, side, count)) for count in discs if count in DISC_COUNTS]
        merged = np.concatenate([*rows, np.zeros(0, dtype=LABELLED)])
        # Kernels need contiguous columns.
        return Positions(*(np.ascontiguousarray(merged[name]) for name in LABELLED.names or ()))


def open_dataset(
    sources: Sequence[Source], work_folder: Path, executor: Executor, progress: Progress = SILENT
) -> Dataset:
    """Open the data set of these sources in `work_folder`; build it first if it is missing.

    A position that occurs several times, in any of its eight symmetric images, is kept once, with
    the mean of its labels. `executor` runs the tasks.
    """
    contents = [_contents(source) for source in sources]
    key = sha256(repr((contents, HELD_OUT_GAMES)).encode()).hexdigest()[:16]
    folder = work_folder / f"data-{key}"
    if not (folder / SUMMARY).exists():
        make_run_folder(folder)
        _deal(sources, folder, executor, progress)
        _gather(folder, executor, progress)
        write_json(folder / SUMMARY, _summary(sources, folder))
    # Only after the summary is written, so that a run killed here need not start over.
    shutil.rmtree(folder / "parts", ignore_errors=True)
    return Dataset(folder, read_json(folder / SUMMARY))


def _contents(source: Source) -> Any:
    """A value that changes when the shards or the settings of a source change."""
    stats = [(file.name, file.stat()) for file in shards_in(source.folder)]
    shards = [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]
    return str(source.folder.resolve()), source.trace_decay, shards


def _file(folder: Path, side: str, discs: int) -> Path:
    return folder / f"{side}-{discs:02}.npy"


def _save(path: Path, rows: Any) -> None:
    with replacing(path) as file:
        np.save(file, rows)


# From shards to parts


def _deal(sources: Sequence[Source], folder: Path, executor: Executor, progress: Progress) -> None:
    parts = folder / "parts"
    make_run_folder(parts)
    batches = [
        (number, source.trace_decay, batch)
        for number, source in enumerate(sources)
        for batch in _batches(shards_in(source.folder))
    ]
    tasks = [(parts / f"{index:06}.npy", *batch) for index, batch in enumerate(batches)]
    missing = [task for task in tasks if not task[0].exists()]
    progress.begin("dealing out", len(tasks), len(tasks) - len(missing))
    run_tasks(executor, deal_part, missing, progress.step)


def _batches(shards: Sequence[Path]) -> list[list[Path]]:
    batches: list[list[Path]] = []
    room = 0
    for shard in shards:
        count = positions_in(shard)
        if count > room or not batches:
            batches.append([])
            room = PART_POSITIONS
        batches[-1].append(shard)
        room -= count
    return batches


def deal_part(path: Path, source: int, trace_decay: float, shards: Sequence[Path]) -> int:
    """Write the positions of some `shards` to `path`, sorted by discs; return their number.

    `source` is the number of the shards' folder, `trace_decay` that of `Source`. Runs in a worker
    process.
    """
    column = _read_columns(shards)
    rows = np.empty(len(column["game"]), dtype=DEALT)
    rows["player"], rows["opponent"] = canonical_boards(column["player"], column["opponent"])
    rows["label"] = labels_of(column, trace_decay)
    game = column["game"].astype(np.uint64) + np.uint64(source * _SOURCE_STEP)
    rows["held_out"] = (game * _GOLDEN >> np.uint64(40)) % HELD_OUT_GAMES == 0
    discs = np.bitwise_count(rows["player"] | rows["opponent"])
    _save(path, rows[np.argsort(discs, kind="stable")])
    return len(rows)


def _read_columns(shards: Sequence[Path]) -> dict[str, Any]:
    parquet = import_parquet()
    tables = [parquet.read_table(shard) for shard in shards]
    for shard, table in zip(shards, tables, strict=True):
        if not set(COLUMNS) <= set(table.column_names):
            raise OutflankError(
                f"{shard} is from an older Outflank; make its positions again with "
                "outflank train selfplay or train games"
            )
    return {name: np.concatenate([table[name].to_numpy() for table in tables]) for name in COLUMNS}


def labels_of(column: dict[str, Any], trace_decay: float) -> np.ndarray[Any, Any]:
    """Labels in discs, computed from the columns of shards, whose rows are in the order of play."""
    from outflank.kernels.labels import lambda_returns

    labels = np.empty(len(column["game"]), dtype=np.float32)
    values, exact, best_played, passed, games = (
        np.array(column[name]) for name in ("value", "exact", "best_played", "passed", "game")
    )
    lambda_returns(values, exact, best_played, passed, games, trace_decay, labels)
    return labels / np.float32(DISC)


# From parts to numbers of discs


def _gather(folder: Path, executor: Executor, progress: Progress) -> None:
    missing = [count for count in DISC_COUNTS if not _file(folder, "train", count).exists()]
    progress.begin("sorting", len(DISC_COUNTS), len(DISC_COUNTS) - len(missing))
    run_tasks(executor, gather_discs, ((folder, count) for count in missing), progress.step)


def gather_discs(folder: Path, discs: int) -> int:
    """Write the two files of one number of discs, training and held out, from all parts.

    Parts are the intermediate files of `deal_part`. Returns the number of positions read. Runs in a
    worker process.
    """
    slices = []
    for path in sorted((folder / "parts").glob("*.npy")):
        part = np.load(path, mmap_mode="r")
        count_at = partial(_discs_at, part)
        start, stop = (
            bisect_left(range(len(part)), count, key=count_at) for count in (discs, discs + 1)
        )
        slices.append(np.array(part[start:stop]))
    rows = np.concatenate(slices)
    players, opponents = (np.ascontiguousarray(rows[name]) for name in ("player", "opponent"))
    groups = Groups(players, opponents)
    last = groups.last_rows()
    rows["label"][last] = groups.means_of(np.ascontiguousarray(rows["label"]))
    unseen = groups.all_of(np.ascontiguousarray(rows["held_out"]))
    names = list(LABELLED.names or ())
    # The training file is written last: if it exists, both do.
    for side, chosen in (("held-out", last[unseen]), ("train", last[~unseen])):
        # In the order of play: neighbours share many weights, which helps the cache.
        kept = rows[np.sort(chosen)][names].astype(LABELLED)
        _save(_file(folder, side, discs), kept)
    return len(rows)


def _discs_at(part: Any, row: int) -> int:
    return (int(part[row]["player"]) | int(part[row]["opponent"])).bit_count()


# Summary of the sources


def _summary(sources: Sequence[Source], folder: Path) -> dict[str, Any]:
    def total(side: str) -> int:
        return sum(len(np.load(_file(folder, side, n), mmap_mode="r")) for n in DISC_COUNTS)

    return {
        "positions": total("train"),
        "held_out": total("held-out"),
        "sources": [_summary_of(source) for source in sources],
    }


def _summary_of(source: Source) -> dict[str, Any]:
    shards = shards_in(source.folder)
    manifest = source.folder / MANIFEST
    made_by = read_json(manifest) if manifest.exists() else {}
    settings = made_by.get("settings", {})
    if settings.get("weights"):
        # Only the name: paths on the author's machine are private.
        settings["weights"] = Path(settings["weights"]).name
    return {
        "folder": source.folder.resolve().name,
        "shards": len(shards),
        "positions": sum(positions_in(shard) for shard in shards),
        "trace_decay": source.trace_decay,
        "made_by": made_by,
    }
