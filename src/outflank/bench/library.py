"""Benchmark of a library of games: time of an import, response times of explorer and searches.

The library is the user's, or a new one into which the given games are imported first. The first
response of the opening explorer is measured in a new process each time, as with `outflank db
explore`; HTTP responses come from a server started here. Processor times, which other programs
affect less, are given beside wall-clock times; over HTTP they are the processor times of the
client.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path

from outflank.bench.served import running_server
from outflank.bench.timing import Measurement
from outflank.errors import OutflankError
from outflank.library import Library, Selection
from outflank.library.database import library_path
from outflank.rules.game import Game
from outflank.rules.squares import square_name

POSITIONS = 400
PROCESSES = 40
PAGES = 50
SEED = 1

_FIRST_ANSWER = """
import sys, time
from outflank.library import Library
from outflank.library.explorer import Explorer
from outflank.rules.game import Game
line = sys.argv[2]
position = Game.from_moves([line[i:i + 2] for i in range(0, len(line), 2)]).position
clock, processor = time.perf_counter(), time.process_time()
Library(sys.argv[1]).explore(position)
print(time.perf_counter() - clock, time.process_time() - processor)
"""


def measure(games: Path | None = None) -> list[Measurement]:
    """Measure the explorer at random positions of random games, and searches by names and by words.

    `games` is a file or folder to import into a temporary library; default: the user's library.
    """
    if games is None:
        return _measure_answers(library_path())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.sqlite"
        return _measure_import(path, games) + _measure_answers(path)


def _measure_import(path: Path, games: Path) -> list[Measurement]:
    """Import `games` into a new library at `path`.

    Measure the time with all indexes and the file size.
    """
    started = time.perf_counter()
    with Library(path) as library:
        added = library.import_paths([games]).added
    seconds = time.perf_counter() - started
    return [
        Measurement(what="games imported", value=added, unit=""),
        Measurement(what="import with all indexes", value=seconds, unit="s"),
        Measurement(what="database", value=path.stat().st_size / 1e6, unit="MB"),
    ]


def _measure_answers(path: Path) -> list[Measurement]:
    chance = random.Random(SEED)
    with Library(path) as library:
        ids = library.ids(Selection(least_moves=30))
        if not ids:
            raise OutflankError(
                f"{library.path} holds no games to measure; import some with outflank db import"
            )
        lines = [_random_line(library, chance.choice(ids), chance) for _ in range(POSITIONS)]
        results = _percentiles(
            "explorer, first answer of a process",
            [_first_answer(path, line) for line in lines[:PROCESSES]],
        )
        positions = [Game.from_moves(line).position for line in lines]
        library.explore(positions[0])
        results += _percentiles(
            "explorer", [_timed(partial(library.explore, position)) for position in positions]
        )
        names = [library.row(chance.choice(ids)).black for _ in range(50)]
        for what, selections in (
            ("search for a player", [Selection(player=name) for name in names]),
            ("search for words", [Selection(text=name) for name in names]),
            ("search for a position", [Selection(position=position) for position in positions]),
        ):
            times = [_timed(partial(library.search, selection)) for selection in selections]
            results += _percentiles(what, times)
        pages = [chance.randrange(len(ids)) for _ in range(PAGES)]
        turns = [partial(library.search, order="changed", limit=30, offset=page) for page in pages]
        results += _percentiles("any page of all games", [_timed(turn) for turn in turns])
        results += _over_http(library.path, lines)
    return results


def _over_http(library: Path, lines: list[list[str]]) -> list[Measurement]:
    """Measure responses of `/api/explore` by a server with this library.

    Each of `lines` lists the moves from the start to a position to look up.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), library) as (_, address),
    ):

        def ask(line: list[str]) -> None:
            body = json.dumps({"position": "".join(line) or "start"}).encode()
            headers = {"Content-Type": "application/json"}
            request = urllib.request.Request(f"{address}/api/explore", body, headers)
            with urllib.request.urlopen(request, timeout=60) as answer:
                json.load(answer)

        ask([])
        return _percentiles("explorer over HTTP", [_timed(partial(ask, line)) for line in lines])


def _random_line(library: Library, game_id: int, chance: random.Random) -> list[str]:
    moves = library.row(game_id).moves
    return [square_name(square) for square in moves[: chance.randrange(len(moves))]]


def _first_answer(path: Path, line: list[str]) -> tuple[float, float]:
    command = [sys.executable, "-c", _FIRST_ANSWER, str(path), "".join(line)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    clock, processor = map(float, answer.split())
    return clock, processor


def _timed(action: Callable[[], object]) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    action()
    return time.perf_counter() - clock, time.process_time() - processor


def _percentiles(what: str, times: list[tuple[float, float]]) -> list[Measurement]:
    clock, processor = (sorted(values) for values in zip(*times, strict=True))
    late = int(0.95 * len(times))
    return [
        Measurement(what=f"{what}: {name}", value=seconds * 1e3, unit="ms")
        for name, seconds in (
            ("median", clock[len(times) // 2]),
            ("95 %", clock[late]),
            ("95 %, processor", processor[late]),
        )
    ]
