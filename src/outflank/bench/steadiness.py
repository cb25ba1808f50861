"""Stability of the engine's score from depth to depth.

A score should not depend on the parity of the depth. Two figures, both means over positions: the
excess of odd depths over even ones, and the change of the score from one depth to the next.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from outflank.arena.openings import load_openings
from outflank.bench.middle import middle_positions
from outflank.bench.timing import Measurement
from outflank.engine.engine import Engine
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.formats import read_file
from outflank.rules.position import Position
from outflank.search.limit import Limit

DEPTHS = range(9, 14)
SELECTIVITY = 73
"""Confidence in per cent, as levels use in the middle of the game."""
OPENINGS = 40
MIDDLE = range(24, 45)
MIDDLE_POSITIONS = 210


def measure(weights: Weights | None = None, games: Path | None = None) -> list[Measurement]:
    """Both figures in balanced openings of eight moves, and with 24 to 44 empties.

    Positions with 24 to 44 empties are from the file `games`, by default from engine games.
    """
    openings = [opening.game().position for opening in load_openings("xot", OPENINGS, seed=1)]
    middle = positions_of(games) if games else middle_positions(MIDDLE, MIDDLE_POSITIONS)
    engine = Engine(weights=weights)
    return [
        *steadiness("balanced openings", openings, engine),
        *steadiness("24 to 44 empties", middle, engine),
    ]


def positions_of(path: Path, count: int = MIDDLE_POSITIONS, seed: int = 1) -> list[Position]:
    """Positions cycling through 24 to 44 empties, each from a different game of a file."""
    games = read_file(path).games
    found: list[Position] = []
    for index in random.Random(seed).sample(range(len(games)), len(games)):
        wanted = MIDDLE[len(found) % len(MIDDLE)]
        for node in games[index].main_line():
            if node.position.empty_count == wanted and not node.position.must_pass():
                found.append(node.position)
                break
        if len(found) == count:
            return found
    raise OutflankError(f"{path} has {len(found)} suitable games; give a file with {count}")


def steadiness(
    what: str, positions: Sequence[Position], engine: Engine, depths: Sequence[int] = DEPTHS
) -> list[Measurement]:
    """Both figures for some positions, in discs."""
    rows = [scores_by_depth(position, engine, depths) for position in positions]
    gaps = [_odd_above_even(row, depths) for row in rows]
    steps = [abs(later - earlier) for row in rows for earlier, later in pairwise(row)]
    return [
        Measurement(f"{what}: odd depths above even ones", fmean(gaps), "discs"),
        Measurement(f"{what}: step from depth to depth", fmean(steps), "discs"),
    ]


def scores_by_depth(position: Position, engine: Engine, depths: Sequence[int]) -> list[float]:
    """The score in discs at each depth, each searched with an empty table."""
    scores = []
    for depth in depths:
        engine.clear()
        scores.append(engine.search(position, Limit(depth=depth, confidence=SELECTIVITY)).score)
    return scores


def _odd_above_even(row: Sequence[float], depths: Sequence[int]) -> float:
    odd = [score for score, depth in zip(row, depths, strict=True) if depth % 2]
    even = [score for score, depth in zip(row, depths, strict=True) if not depth % 2]
    return fmean(odd) - fmean(even)
