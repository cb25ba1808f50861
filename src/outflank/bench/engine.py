"""The engine in the middle of the game: time to a depth, nodes a second, and two threads.

As in the benchmark of the solver, the least time of several runs counts, and the time of one thread
is CPU time.
"""

from __future__ import annotations

import time

from outflank.bench.ffo import NOTHING, Effort, best_of
from outflank.bench.middle import middle_positions
from outflank.bench.timing import Measurement
from outflank.engine.engine import Engine
from outflank.rules.position import Position
from outflank.search.limit import Limit

EMPTIES = range(30, 45)
POSITIONS = 30
ROUNDS = 3
TABLE_MEGABYTES = 64

FULL_WIDTH = Limit(depth=10, confidence=100)
SELECTIVE = Limit(depth=14, confidence=73)
DEEP = Limit(depth=18, confidence=73)
"""A search deep enough for two threads to pay off."""


def measure() -> list[Measurement]:
    """Measure searches to fixed depths with one thread, and a deep one with two threads as well."""
    positions = middle_positions(EMPTIES, POSITIONS)
    one, two = (Engine(threads=threads, table_megabytes=TABLE_MEGABYTES) for threads in (1, 2))
    measurements = []
    for limit in (FULL_WIDTH, SELECTIVE):
        (effort,) = least([one], positions, limit)
        what = f"depth {limit.depth} at {limit.confidence} %"
        rate = effort.nodes / effort.cpu_seconds / 1e6
        measurements += [
            Measurement(what, 1000 * effort.cpu_seconds / POSITIONS, "ms"),
            Measurement(f"{what}, nodes", effort.nodes / POSITIONS / 1e3, "thousand"),
            Measurement(f"{what}, rate", rate, "M nodes/s"),
        ]
    first, second = least([one, two], positions, DEEP)
    what = f"depth {DEEP.depth} at {DEEP.confidence} %"
    return [
        *measurements,
        Measurement(f"{what}, one thread", 1000 * first.cpu_seconds / POSITIONS, "ms"),
        Measurement(
            f"{what}, two threads by the clock, against one",
            1000 * second.clock_seconds / POSITIONS,
            "ms",
            first.clock_seconds / second.clock_seconds,
        ),
        Measurement(
            "half the processor time of two threads, against one",
            1000 * second.cpu_seconds / 2 / POSITIONS,
            "ms",
            2 * first.cpu_seconds / second.cpu_seconds,
        ),
    ]


def least(engines: list[Engine], positions: list[Position], limit: Limit) -> list[Effort]:
    """The total effort of each engine for all positions; engines take turns over several runs.

    Of each position the least time per node counts (`best_of`).
    """
    runs: list[list[list[Effort]]] = [[] for _ in engines]
    for _ in range(ROUNDS):
        for engine, efforts in zip(engines, runs, strict=True):
            efforts.append([search_from_nothing(engine, position, limit) for position in positions])
    return [sum(best_of(efforts), NOTHING) for efforts in runs]


def search_from_nothing(engine: Engine, position: Position, limit: Limit) -> Effort:
    """Nodes and time of one search with an empty transposition table."""
    engine.clear()
    cpu, clock = time.process_time(), time.perf_counter()
    nodes = engine.search(position, limit).nodes
    return Effort(nodes, time.process_time() - cpu, time.perf_counter() - clock)
