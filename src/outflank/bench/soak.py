"""Soak test: 500 games of self-play at 20 ms a move, with a small transposition table.

Takes some ten minutes. An illegal move is an error; memory is measured after a tenth of the games
and at the end, and should be the same.
"""

from __future__ import annotations

import random

from outflank.bench.timing import Measurement
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.rules.position import Position
from outflank.search.limit import Limit

GAMES = 500
RANDOM_PLIES = 6
LIMIT = Limit(seconds=0.02)
TABLE_MEGABYTES = 16


def measure(games: int = GAMES) -> list[Measurement]:
    """Play the games; return the number of moves, and peak memory early and at the end."""
    engine = Engine(table_megabytes=TABLE_MEGABYTES)
    chance = random.Random(4)
    moves = early = 0
    for game in range(games):
        moves += _play(engine, chance)
        if game + 1 == max(games // 10, 1):
            early = _most_memory()
    return [
        Measurement("games", games, "games"),
        Measurement("moves, all legal", moves, "moves"),
        Measurement("most memory after a tenth of the games", early / 1024, "MB"),
        Measurement("most memory at the end", _most_memory() / 1024, "MB"),
    ]


def _play(engine: Engine, chance: random.Random) -> int:
    """Play one game of the engine against itself; return the number of moves."""
    position = Position.start()
    for _ in range(RANDOM_PLIES):
        position = position.play(chance.choice(position.legal_moves()))
    moves = 0
    while not position.is_over():
        move = engine.search(position, LIMIT).move
        if move not in position.legal_moves():
            raise OutflankError(f"the engine played {move} in {position}, which is illegal")
        position = position.play(move)
        moves += 1
    return moves


def _most_memory() -> int:
    """Peak memory of this process in kilobytes."""
    import resource  # not on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
