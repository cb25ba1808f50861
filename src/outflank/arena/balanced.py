"""Make the list of balanced openings named ``xot`` with the engine.

Matches often begin with short lines that leave neither side ahead, so that games differ and none is
decided in advance. All lines of eight plies, without symmetric images and transpositions, are
searched to a shallow depth, and the promising ones to the full depth. A random sample of the lines
with a score within two discs of a draw is kept.

Lines are searched in chunks. A chunk depends only on its number and the settings, so a run can be
killed and resumed, and gives the same list on any number of processes.
"""

from __future__ import annotations

import random
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from outflank.errors import OutflankError
from outflank.files import make_run_folder, read_json, write_json, write_text
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.rules.position import Position
from outflank.rules.squares import F5, Square, square_name
from outflank.search.limit import Limit

Line: TypeAlias = tuple[Square, ...]

SHALLOW_DEPTH = 4
SHALLOW_DISCS = 4.0
"""How far the score at `SHALLOW_DEPTH` may exceed `Balance.discs` before a line is dropped.

Of 300 random lines 54 were within 2 discs at depth 12; all of these were within 3.2 at depth 4.
"""

CHUNK_LINES = 256
TABLE_MEGABYTES = 4

SETTINGS = "settings.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """Which lines count as balanced: their length, and the search that must find them even.

    A line of `plies` plies is balanced if a search of `depth` plies with selectivity `confidence`
    (per cent) gives a score between -`discs` and +`discs`.
    """

    plies: int = 8
    depth: int = 12
    confidence: int = 73
    discs: float = 2.0

    def __post_init__(self) -> None:
        if not 1 <= self.plies <= 10:
            raise OutflankError(f"plies={self.plies} makes too few or too many lines; give 1 to 10")
        if self.discs < 0:
            raise OutflankError(f"discs={self.discs:g} leaves no line; give 0 or more")
        Limit(depth=self.depth, confidence=self.confidence)  # raises for invalid values


def distinct_lines(plies: int) -> list[Line]:
    """One line to every position after `plies` plies; symmetric positions count as one.

    All lines begin with f5. If several lines lead to a position, the lexicographically first is
    taken.
    """
    start = Position.start()
    layer: dict[Position, tuple[Position, Line]] = {start: (start, ())}
    for ply in range(plies):
        longer: dict[Position, tuple[Position, Line]] = {}
        for position, line in layer.values():
            for move in (F5,) if ply == 0 else position.legal_moves():
                child = position.play(move)
                candidate = (*line, move)
                image = child.canonical()
                if image not in longer or candidate < longer[image][1]:
                    longer[image] = child, candidate
        layer = longer
    return sorted(line for position, line in layer.values() if not position.is_over())


def write_balanced(
    balance: Balance,
    path: Path,
    executor: Executor,
    *,
    lines: int,
    seed: int = 1,
    progress: Progress = SILENT,
) -> int:
    """Write a random sample of `lines` balanced lines to `path`.

    Returns how many balanced lines there are in all. `executor` runs the searches. Intermediate
    results are kept in the folder ``<path>.work``, which may be deleted afterwards.
    """
    if lines < 1:
        raise OutflankError(f"lines={lines} makes no list; give 1 or more")
    if not path.name or path.is_dir():
        raise OutflankError(f"{path} is a folder; name the file to write")
    folder = path.with_name(f"{path.name}.work")
    make_run_folder(folder)
    settings = folder / SETTINGS
    if settings.exists() and read_json(settings) != asdict(balance):
        raise OutflankError(
            f"{folder} was made with other settings; delete it or choose another file"
        )
    write_json(settings, asdict(balance))

    progress.begin("finding lines", 1)
    everything = distinct_lines(balance.plies)
    progress.step(len(everything))
    chunks = [
        everything[first : first + CHUNK_LINES] for first in range(0, len(everything), CHUNK_LINES)
    ]
    files = [folder / f"chunk-{number:05}.json" for number in range(len(chunks))]
    missing = [number for number, file in enumerate(files) if not file.exists()]

    def finished(answer: tuple[int, list[str]]) -> None:
        number, kept = answer
        write_json(files[number], kept)
        progress.step(len(chunks[number]))

    progress.begin("searching lines", len(chunks), len(chunks) - len(missing))
    calls = ((balance, number, chunks[number]) for number in missing)
    run_tasks(executor, score_chunk, calls, finished)

    balanced = [line for file in files for line in read_json(file)]
    if len(balanced) < lines:
        raise OutflankError(
            f"only {len(balanced):,} of {len(everything):,} lines are balanced; "
            f"ask for fewer than {lines:,}, or for longer ones"
        )
    chosen = sorted(random.Random(f"balanced {seed}").sample(balanced, lines))
    write_text(path, "".join(f"{line}\n" for line in chosen))
    return len(balanced)


def score_chunk(balance: Balance, number: int, lines: list[Line]) -> tuple[int, list[str]]:
    """Search all `lines` of chunk `number`; return the number and those lines that are balanced.

    Runs in a worker process. The returned lines are transcripts such as ``"f5d6c3"``.
    """
    from outflank.engine.engine import Engine

    engine = Engine(table_megabytes=TABLE_MEGABYTES)
    shallow = Limit(depth=SHALLOW_DEPTH)
    deep = Limit(depth=balance.depth, confidence=balance.confidence)
    kept = []
    for line in lines:
        position = Position.start()
        for move in line:
            position = position.play(move)
        # Scores must not depend on table entries of earlier lines.
        engine.clear()
        if abs(engine.search(position, shallow).score) > balance.discs + SHALLOW_DISCS:
            continue
        if abs(engine.search(position, deep).score) <= balance.discs:
            kept.append("".join(square_name(move) for move in line))
    return number, kept
