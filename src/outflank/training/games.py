"""Make training data from real games: the positions of WTHOR files, labelled by the engine.

People err, so the result of a game says little about its positions. Each position is searched, or
solved near the end, as in self-play. The result is a folder of shards (see `training.shards`).
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.formats.wthor import read_base
from outflank.formats.wthor_records import ROW_BYTES, SQUARE_OF_CODE
from outflank.jobs.progress import SILENT, Progress
from outflank.search.limit import CONFIDENCES
from outflank.search.stopping import StopFlag
from outflank.training.selfplay import check_labelling
from outflank.training.shards import make_missing, prepare_folder, read_weights, shard_bytes
from outflank.training.unique import Boards, Groups, canonical_boards


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelling:
    """Settings of labelling: positions are searched to `depth` plies.

    With `exact_empties` or fewer empty squares they are solved exactly; with `solved_empties` or
    fewer they are solved with the selectivity `confidence`. This is one of `CONFIDENCES` in per
    cent, also of the searches. `weights` is a file, or empty for an evaluation that is always zero.
    """

    depth: int = 6
    exact_empties: int = 14
    solved_empties: int = 0
    positions_per_shard: int = 20_000
    weights: str = ""
    confidence: int = 100

    def __post_init__(self) -> None:
        check_labelling(self.depth, self.exact_empties, self.confidence)
        if not 0 <= self.solved_empties <= 30:
            raise OutflankError(f"solved_empties={self.solved_empties} is too many; give 0 to 30")


@dataclass(frozen=True, slots=True)
class GamePositions:
    """Distinct positions in canonical form, each with the number of the first game that has it."""

    players: Boards
    opponents: Boards
    games: np.ndarray[Any, np.dtype[np.uint32]]

    def __len__(self) -> int:
        return len(self.players)

    def part(self, start: int, stop: int) -> GamePositions:
        """The positions from index `start` up to `stop`."""
        return GamePositions(
            self.players[start:stop], self.opponents[start:stop], self.games[start:stop]
        )


def positions_of_bases(files: Iterable[Path]) -> GamePositions:
    """Every position in WTHOR files that was followed by a legal move, without duplicates."""
    from outflank.kernels.labels import positions_of_games

    moves = b"".join(read_base(file).base.move_bytes() for file in files)
    squares = np.frombuffer(moves.translate(SQUARE_OF_CODE), dtype=np.uint8).copy()
    rows = squares.reshape(-1, ROW_BYTES)
    players, opponents = (np.empty(rows.size, dtype=np.uint64) for _ in range(2))
    games = np.empty(rows.size, dtype=np.uint32)
    count = positions_of_games(rows, players, opponents, games)
    players, opponents = canonical_boards(players[:count], opponents[:count])
    kept = np.sort(Groups(players, opponents).first_rows())
    return GamePositions(players[kept], opponents[kept], games[kept])


def label_shard(settings: Labelling, positions: GamePositions) -> dict[str, Any]:
    """Label the positions; return the columns of `training.shards` with these positions."""
    from outflank.engine.workspace import Table, Workspace
    from outflank.kernels.labels import label_positions

    weights, _ = read_weights(settings.weights)
    workspace = Workspace(Table(megabytes=8), weights, StopFlag())
    workspace.trust(CONFIDENCES.index(settings.confidence))
    values = np.empty(len(positions), dtype=np.int16)
    exact = np.empty(len(positions), dtype=np.bool_)
    label_positions(
        positions.players,
        positions.opponents,
        settings.depth,
        settings.solved_empties,
        settings.exact_empties,
        values,
        exact,
        workspace.work,
    )
    return {
        "player": positions.players,
        "opponent": positions.opponents,
        "value": values,
        "exact": exact,
        "best_played": np.zeros(len(positions), dtype=np.bool_),
        "passed": np.zeros(len(positions), dtype=np.bool_),
        "game": positions.games,
    }


def make_shard(settings: Labelling, positions: GamePositions) -> bytes:
    """Label the positions; return the bytes of a Parquet file. Runs in a worker process."""
    return shard_bytes(label_shard(settings, positions))


def run_labelling(
    settings: Labelling,
    files: Iterable[Path],
    folder: Path,
    executor: Executor,
    progress: Progress = SILENT,
) -> int:
    """Label all positions of the WTHOR `files`, and write them into `folder` as shards.

    Shards (see `training.shards`) that exist already are not made again. Returns the number of
    positions labelled in this run.
    """
    files = list(files)
    positions = positions_of_bases(files)
    if not len(positions):
        raise OutflankError("these bases hold no moves; name other .wtb files")
    bases = {file.name: sha256(file.read_bytes()).hexdigest() for file in files}
    prepare_folder(folder, {**asdict(settings), "bases": bases})
    size = settings.positions_per_shard
    tasks = {
        shard: (settings, positions.part(start, start + size))
        for shard, start in enumerate(range(0, len(positions), size))
    }
    return make_missing("labelling", make_shard, tasks, folder, executor, progress)
