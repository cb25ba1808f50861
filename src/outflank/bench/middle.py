"""Fixed midgame positions for the benchmarks of the engine."""

from __future__ import annotations

import random

from outflank.engine.engine import Engine
from outflank.rules.position import Position
from outflank.search.limit import Limit

RANDOM_PLIES, DEPTH = 8, 4
"""Positions are from games with this many random plies, then the engine at this depth."""


def middle_positions(empties: range, count: int, seed: int = 11) -> list[Position]:
    """`count` positions, each from another game, cycling through these numbers of empty squares."""
    chance = random.Random(seed)
    engine = Engine(table_megabytes=1)
    found: list[Position] = []
    while len(found) < count:
        wanted = empties[len(found) % len(empties)]
        position = _played_to(wanted, chance, engine)
        if not position.is_over() and not position.must_pass():
            found.append(position)
    return found


def _played_to(empties: int, chance: random.Random, engine: Engine) -> Position:
    position = Position.start()
    plies = 0
    while position.empty_count > empties and not position.is_over():
        if plies < RANDOM_PLIES:
            move = chance.choice(position.legal_moves())
        else:
            move = engine.search(position, Limit(depth=DEPTH)).move
        position = position.play(move)
        plies += 1
    return position
