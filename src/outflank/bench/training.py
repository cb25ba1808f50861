"""Speed of passes over positions, the main work of fitting weights."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from outflank.bench.timing import Measurement, best_seconds
from outflank.training.dataset import Positions
from outflank.training.least_squares import LeastSquares, classes_count
from outflank.training.selfplay import SelfPlay, play_shard

COPIES = 8
THREADS = 2


def measure() -> list[Measurement]:
    """Time one product with the matrix of a fit, with one thread and with two.

    The positions are those of 2,000 games.
    """
    columns = play_shard(SelfPlay(games_per_shard=2_000, depth=3, exact_empties=8), 0)
    positions = Positions(
        np.tile(columns["player"], COPIES),
        np.tile(columns["opponent"], COPIES),
        np.tile(columns["value"].astype(np.float32), COPIES),
    )
    vector = np.random.default_rng(1).normal(0, 1, classes_count())
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(THREADS) as two:
        problems = [LeastSquares(positions, vector, 1.0, threads) for threads in (one, two)]
        alone, together = best_seconds(*(lambda p=p: p.product(vector) for p in problems))
    return [
        Measurement(
            what="positions of a pass, one thread",
            value=len(positions) / alone / 1e6,
            unit="M/s",
        ),
        Measurement(
            what=f"positions of a pass, {THREADS} threads, against one",
            value=len(positions) / together / 1e6,
            unit="M/s",
            ratio=alone / together,
        ),
    ]
