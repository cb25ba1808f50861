"""Print scores and node counts of a few searches as JSON, for the tests of switches.

``python -m tests.kernels.switch_probe solver|midgame``; as plain Python on smaller positions.
"""

from __future__ import annotations

import json
import random
import sys

from outflank.bench.ffo import POSITIONS
from outflank.engine.engine import Engine
from outflank.engine.solver import Solver
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.search.limit import Limit

FULL_WIDTH = Limit(depth=5, confidence=100)
SELECTIVE = Limit(depth=7 if INTERPRETED else 14, confidence=73)


def random_positions(count: int, empties: int) -> list[Position]:
    """Positions of random games, the same every time."""
    chance = random.Random(1)
    found: list[Position] = []
    while len(found) < count:
        position = Position.start()
        while position.empty_count > empties and not position.is_over():
            position = position.play(chance.choice(position.legal_moves()))
        if not position.is_over() and not position.must_pass():
            found.append(position)
    return found


def solved(positions: list[Position]) -> dict[str, list[float]]:
    """Exact scores, each from an empty table."""
    solver = Solver(table_megabytes=16)
    scores: list[float] = []
    nodes: list[float] = []
    for position in positions:
        solver.clear()
        solution = solver.solve(position)
        scores.append(int(solution.score))
        nodes.append(int(solution.nodes))
    return {"scores": scores, "nodes": nodes}


def searched(positions: list[Position]) -> dict[str, list[float]]:
    """Scores of searches at full width, and nodes of these and of selective ones."""
    engine = Engine(table_megabytes=16)
    scores: list[float] = []
    nodes: list[float] = []
    for position in positions:
        for limit in (FULL_WIDTH, SELECTIVE):
            engine.clear()
            analysis = engine.search(position, limit)
            nodes.append(int(analysis.nodes))
            if limit is FULL_WIDTH:
                scores.append(float(analysis.score))
    return {"scores": scores, "nodes": nodes}


if __name__ == "__main__":
    if sys.argv[1] == "midgame":
        found = searched(random_positions(1 if INTERPRETED else 4, 36))
    elif INTERPRETED:
        found = solved(random_positions(1, 14))
    else:
        found = solved([record.position for record in POSITIONS[:2]])
    print(json.dumps(found))
