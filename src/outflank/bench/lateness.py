"""How late the engine's moves are: searches with limits of 10 to 500 ms, in any position.

Takes some six minutes. On an idle machine it measures the time to end a search; with all cores
busy, also the delays of the system.
"""

from __future__ import annotations

import random
import time

from outflank.bench.timing import Measurement
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.search.limit import Limit

LIMITS_MS = (10, 50, 100, 500)
SEARCHES = 500
"""Number of searches for each time limit."""

PROMISE_MS = 50


def measure(searches: int = SEARCHES) -> list[Measurement]:
    """Measure by how many milliseconds searches exceed their limit; illegal moves are errors."""
    engine = Engine(table_megabytes=32)
    engine.search(Position.start(), Limit(depth=4))
    chance = random.Random(2)
    measurements = []
    for limit_ms in LIMITS_MS:
        late = sorted(_late_ms(engine, _any_position(chance), limit_ms) for _ in range(searches))
        kept = sum(excess <= PROMISE_MS for excess in late) / searches
        measurements += [
            Measurement(f"{limit_ms} ms a move: the latest", late[-1], "ms late"),
            Measurement(f"{limit_ms} ms: median", late[searches // 2], "ms late"),
            Measurement(f"{limit_ms} ms: within {PROMISE_MS} ms", 100 * kept, "%"),
        ]
    return measurements


def _late_ms(engine: Engine, position: Position, limit_ms: int) -> float:
    started = time.perf_counter()
    move = engine.search(position, Limit(seconds=limit_ms / 1000)).move
    late = 1000 * (time.perf_counter() - started) - limit_ms
    if move not in position.legal_moves():
        raise OutflankError(f"the engine played {move} in {position}, which is illegal")
    return late


def _any_position(chance: random.Random) -> Position:
    """A position with a legal move or a pass, after a random number of random plies."""
    while True:
        position = Position.start()
        for _ in range(chance.randrange(58)):
            if position.is_over():
                break
            position = position.play(chance.choice(position.legal_moves()))
        if not position.is_over():
            return position
