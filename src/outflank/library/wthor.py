"""Check WTHOR files (`.wtb`): replay every game and report every faulty one."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import FormatError
from outflank.formats.wthor import read_base
from outflank.formats.wthor_records import NO_SQUARE, ROW_BYTES, SQUARE_OF_CODE, WthorBase
from outflank.kernels.replay import NO_MOVE, replay

assert NO_SQUARE == NO_MOVE, "padding of a record is where the replay kernel stops"


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that is wrong or incomplete; `game` is its number in the file, from 1."""

    file: str
    game: int
    problem: str

    def __str__(self) -> str:
        return f"{self.file}, game {self.game}: {self.problem}"


@dataclass(frozen=True, slots=True)
class BaseReport:
    """The result of a check: numbers of files and games, faulty games, and its duration."""

    files: int
    games: int
    faults: tuple[Fault, ...]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The fields as a dictionary for JSON."""
        return asdict(self)


def check_bases(paths: Iterable[Path]) -> BaseReport:
    """Replay every game of the WTHOR files in `paths`; a folder stands for all such files in it."""
    started = time.perf_counter()
    files = [file for path in paths for file in base_files(path)]
    faults: list[Fault] = []
    games = 0
    for file in files:
        base = read_base(file).base
        games += len(base.records)
        faults += [Fault(str(file), game, problem) for game, problem in _faults(base)]
    return BaseReport(len(files), games, tuple(faults), time.perf_counter() - started)


def base_files(path: Path) -> list[Path]:
    """The file `path`, or if it is a folder, the WTHOR files in it."""
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.suffix.lower() == ".wtb")
    if not files:
        raise FormatError("there is no .wtb file in this folder; name another", source=str(path))
    return files


def _faults(base: WthorBase) -> Iterator[tuple[int, str]]:
    """Yield the number (from 1) and the problem of each faulty game of a WTHOR file."""
    count = len(base.records)
    squares = base.move_bytes().translate(SQUARE_OF_CODE)
    rows = np.frombuffer(squares, dtype=np.uint8).reshape(count, ROW_BYTES).copy()
    illegal_move = np.zeros(count, dtype=np.int16)
    black_score = np.zeros(count, dtype=np.int16)
    finished = np.zeros(count, dtype=np.bool_)
    replay(rows, illegal_move, black_score, finished)

    recorded = np.frombuffer(base.black_disc_counts(), dtype=np.uint8)
    replayed = (black_score + 64) // 2
    suspicious = (illegal_move != 0) | ~finished | (recorded != replayed)
    for game in np.flatnonzero(suspicious).tolist():
        if illegal_move[game]:
            problem = f"move {illegal_move[game]} is not legal"
        elif not finished[game]:
            moves = len(base.records[game].squares())
            problem = (
                f"the record ends after {moves} moves, before the game does; "
                f"its result, {recorded[game]} black discs, cannot be checked"
            )
        else:
            problem = (
                f"the record has {recorded[game]} black discs, but its moves lead to "
                f"{replayed[game]}"
            )
        yield game + 1, problem
