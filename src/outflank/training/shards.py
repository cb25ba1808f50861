"""Shards: Parquet files of labelled positions, made on any executor.

A folder holds shards and a manifest with their settings. A shard depends only on its number and the
manifest, so a run can be killed at any time and resumed: existing shards are not made again, and
none is ever half written.

Columns: `player` and `opponent`, the two bitboards; `value` in 1/128 disc for the player to move,
by a search or, where `exact`, by the solver; `game`, a number that the positions of one game share,
in the order of play; `best_played`, whether the move that the search found best was played;
`passed`, whether a pass followed that move.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from hashlib import sha256
from pathlib import Path
from typing import Any

from outflank.engine import weights as weight_files
from outflank.engine.weights import Weights
from outflank.errors import MissingExtra, OutflankError
from outflank.files import make_run_folder, read_json, write_bytes, write_json
from outflank.jobs.progress import Progress
from outflank.jobs.tasks import run_tasks

MANIFEST = "manifest.json"

COLUMNS = ("player", "opponent", "value", "exact", "best_played", "passed", "game")
"""The names of the columns of every shard."""


def shard_path(folder: Path, shard: int) -> Path:
    """The path of the shard with this number."""
    return folder / f"shard-{shard:06}.parquet"


def shards_in(folder: Path) -> list[Path]:
    """The paths of all shards in a folder, sorted by number."""
    return sorted(folder.glob("shard-*.parquet"))


def positions_in(shard: Path) -> int:
    """The number of positions in the shard file `shard`."""
    return int(import_parquet().read_metadata(shard).num_rows)


def shard_bytes(columns: dict[str, Any]) -> bytes:
    """Convert the columns of a shard to the bytes of a Parquet file."""
    parquet = import_parquet()
    import pyarrow

    buffer = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(columns), buffer, compression="zstd")
    return bytes(buffer.getvalue())


def write_shard(folder: Path, shard: int, content: bytes) -> None:
    """Write the bytes of shard number `shard` atomically to its file."""
    write_bytes(shard_path(folder, shard), content)


def prepare_folder(folder: Path, settings: dict[str, Any]) -> None:
    """Create a folder for shards with these settings; if it exists, its settings must be the same.

    ``settings["weights"]`` is a file of weights, or empty for none. Its content is compared, not
    its name.
    """
    from outflank.version import installed_version

    import_parquet()
    make_run_folder(folder)
    weights, content = read_weights(settings["weights"])
    manifest = {
        "outflank": installed_version(),
        "settings": settings,
        "weights_sha256": sha256(content).hexdigest(),
        "weights_rounds": weights.card.get("rounds", 0),
    }
    path = folder / MANIFEST
    if path.exists():
        if _identity(read_json(path)) != _identity(manifest):
            raise OutflankError(
                f"{folder} has positions with other settings; choose another folder or delete it"
            )
    else:
        write_json(path, manifest)


def _identity(manifest: dict[str, Any]) -> Any:
    settings = {name: value for name, value in manifest["settings"].items() if name != "weights"}
    return settings, manifest["weights_sha256"]


def read_weights(path: str) -> tuple[Weights, bytes]:
    """The weights in the file `path`, and the bytes of the file; zeros and no bytes if it is empty.

    ``shipped`` means the weights of the installed package.
    """
    if not path:
        return Weights.zeros(), b""
    file = weight_files.SHIPPED if path == "shipped" else Path(path)
    return weight_files.load(file), file.read_bytes()


def make_missing(
    what: str,
    make: Callable[..., bytes],
    tasks: dict[int, tuple[Any, ...]],
    folder: Path,
    executor: Executor,
    progress: Progress,
) -> int:
    """Make those of the shards in `tasks` that do not exist yet, with ``make(*tasks[number])``.

    `what` names the job in progress reports. Workers make the shards and this process writes them,
    so machines need no common folder. Returns the number of new positions. An interrupt keeps
    finished shards.
    """
    missing = [shard for shard in tasks if not shard_path(folder, shard).exists()]
    made = 0

    def finished(answer: tuple[int, bytes]) -> None:
        nonlocal made
        shard, content = answer
        write_shard(folder, shard, content)
        positions = positions_in(shard_path(folder, shard))
        made += positions
        progress.step(positions)

    progress.begin(what, len(tasks), len(tasks) - len(missing))
    calls = ((make, shard, tasks[shard]) for shard in missing)
    run_tasks(executor, numbered_shard, calls, finished)
    return made


def numbered_shard(
    make: Callable[..., bytes], shard: int, arguments: tuple[Any, ...]
) -> tuple[int, bytes]:
    """Make a shard with ``make(*arguments)``; return its number and its bytes.

    Runs in a worker process; the number is needed because shards arrive in any order.
    """
    return shard, make(*arguments)


def import_parquet() -> Any:
    """Import `pyarrow.parquet`; raise `MissingExtra` if it is not installed."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("training", "train") from None
    return parquet
