"""The value of having the move: a constant per stage that makes odd and even depths agree.

A search picks the best of many leaves with noisy evaluations, so its value is biased towards the
side that moves last: odd depths are above even ones, by 2.7 discs with weights fitted to unbiased
labels. Adding a constant for the side to move to every evaluation raises searches of even depth and
lowers those of odd depth. The constants, one per stage (number of discs), are fitted so that the
values of a position at different depths agree best, and that they change little from stage to
stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np

from outflank.engine.weights import STAGES, Weights
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.kernels.evaluate import DISC
from outflank.training.probcut_fit import Measuring, search_values

LEAST_DEPTH = 4
"""Shallower searches are not used: they have less bias, because fewer leaves compete."""

SMOOTHNESS = 300.0
"""Weight of the penalty on the curvature of the constants over the numbers of discs.

It is relative to the squared differences between depths.
"""

PART = 50
"""Number of positions per task for a worker."""

Values = Mapping[int, float]
"""The values of one position in discs, by search depth in plies."""


def measure_values(
    pairs: Iterable[tuple[int, int]],
    weights_path: str,
    settings: Measuring,
    executor: Executor,
    progress: Progress = SILENT,
) -> list[tuple[int, Values]]:
    """Search the positions (two bitboards each) to several depths, in parallel.

    Returns for each position its number of discs and its values. `weights_path` is a file of
    weights, or empty for the shipped ones.
    """
    pairs = list(pairs)
    parts = [pairs[start : start + PART] for start in range(0, len(pairs), PART)]
    found: list[tuple[int, Values]] = []

    def finished(rows: list[tuple[int, Values]]) -> None:
        found.extend(rows)
        progress.step(len(rows))

    progress.begin("measuring", len(parts))
    tasks = [(part, weights_path, settings) for part in parts]
    run_tasks(executor, values_of_part, tasks, finished)
    return sorted(found, key=lambda row: (row[0], sorted(row[1].items())))


def values_of_part(
    pairs: list[tuple[int, int]], weights_path: str, settings: Measuring
) -> list[tuple[int, Values]]:
    """Do the work of `measure_values` for some of the positions; runs in a worker process."""
    rows = search_values(pairs, weights_path, settings)
    return [
        ((player | opponent).bit_count(), values)
        for (player, opponent), values in zip(pairs, rows, strict=True)
    ]


def fit_tempo(rows: Iterable[tuple[int, Values]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Fit the tempo constants, one in discs for each number of discs on the board.

    `rows` are results of `measure_values`.
    """
    matrix = np.zeros((STAGES, STAGES))
    target = np.zeros(STAGES)
    for discs, values in rows:
        depths = [depth for depth in values if depth >= LEAST_DEPTH and discs + depth < 60]
        if len(depths) < 2:
            continue
        # A leaf of an even depth has the same side to move as the root.
        design = np.zeros((len(depths), STAGES))
        for row, depth in enumerate(depths):
            design[row, discs + depth] = 1.0 if depth % 2 == 0 else -1.0
        found = np.array([values[depth] for depth in depths])
        # Subtracting the mean over depths eliminates the position's unknown true value.
        design -= design.mean(axis=0)
        found -= found.mean()
        matrix += design.T @ design
        target -= design.T @ found
    bends = np.diff(np.eye(STAGES), n=2, axis=0)
    matrix += SMOOTHNESS * bends.T @ bends + 1e-6 * np.eye(STAGES)
    return np.linalg.solve(matrix, target).astype(np.float64)


def with_tempo(weights: Weights, tempo: np.ndarray[Any, Any]) -> Weights:
    """A copy of the weights with these tempo constants (in discs) added.

    They are also noted in the model card.
    """
    table = weights.table.copy()
    table[:, -1] += np.rint(tempo * DISC).astype(np.int16)
    card = {**weights.card, "tempo": [round(float(value), 3) for value in tempo]}
    return replace(weights, table=table, card=card)
