"""How steady the engine's score is from depth to depth.

A score should not depend on the parity of the depth. Two figures are measured, both means over
positions: by how much the scores of odd depths exceed those of even depths, and by how much the
score changes from one depth to the next.
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
"""Confidence of the searches in per cent, as levels use in the middle of the game."""
OPENINGS = 40
MIDDLE = range(24, 45)
MIDDLE_POSITIONS = 210


def measure(weights: Weights | None = None, games: Path | None = None) -> list[Measurement]:
    """Measure both figures in balanced openings of eight moves, and with 24 to 44 empty squares.

    The latter positions are from the file `games`, by default from games of the engine. `weights`
    are those of the engine, by default the shipped ones.
    """
    openings = [opening.game().position for opening in load_openings("xot", OPENINGS, seed=1)]
    middle = positions_of(games) if games else middle_positions(MIDDLE, MIDDLE_POSITIONS)
    engine = Engine(weights=weights)
    return [
        *steadiness("balanced openings", openings, engine),
        *steadiness("24 to 44 empties", middle, engine),
    ]


def positions_of(path: Path, count: int = MIDDLE_POSITIONS, seed: int = 1) -> list[Position]:
    """`count` positions from a file of games, each from a different game.

    Their numbers of empty squares cycle from 24 to 44.
    """
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
    """Both figures in discs for these positions; `what` names the positions in the result."""
    rows = [scores_by_depth(position, engine, depths) for position in positions]
    gaps = [_odd_above_even(row, depths) for row in rows]
    steps = [abs(later - earlier) for row in rows for earlier, later in pairwise(row)]
    return [
        Measurement(f"{what}: odd depths above even ones", fmean(gaps), "discs"),
        Measurement(f"{what}: step from depth to depth", fmean(steps), "discs"),
    ]


def scores_by_depth(position: Position, engine: Engine, depths: Sequence[int]) -> list[float]:
    """The engine's score in discs at each depth, searched with an empty table each time."""
    scores = []
    for depth in depths:
        engine.clear()
        scores.append(engine.search(position, Limit(depth=depth, confidence=SELECTIVITY)).score)
    return scores


def _odd_above_even(row: Sequence[float], depths: Sequence[int]) -> float:
    odd = [score for score, depth in zip(row, depths, strict=True) if depth % 2]
    even = [score for score, depth in zip(row, depths, strict=True) if not depth % 2]
    return fmean(odd) - fmean(even)
