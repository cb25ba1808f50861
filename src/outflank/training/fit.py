"""Fit the evaluation weights by least squares, each stage (number of discs) separately.

A stage is fitted twice: first together with its neighbours of the same parity, which have many more
positions, then alone, with a ridge (L2) penalty towards the first result. The ridge keeps rare
pattern configurations near the common fit, and unseen ones near zero.

Each stage ends with two files in the folder of the fit, its weights and then a report. A killed run
is resumed with the stages that have no report, and ends with the same weights. Stages can be fitted
in any order and on any executor.
"""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.weights import STAGES, Weights, state_classes
from outflank.errors import OutflankError, check_known
from outflank.files import make_run_folder, read_json, replacing, write_json
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.kernels.evaluate import DISC
from outflank.kernels.patterns import STAGE_WEIGHTS
from outflank.training.card import model_card
from outflank.training.dataset import DISC_COUNTS, Dataset, Positions
from outflank.training.least_squares import (
    LeastSquares,
    Spread,
    Vector,
    classes_count,
    spread,
    values_of,
)
from outflank.training.minimisers import MINIMISERS
from outflank.training.reports import CurvePoint, Errors, StageReport
from outflank.training.shards import read_weights

SETTINGS = "fit.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Settings of a fit.

    `method` is a key of `MINIMISERS`, `passes` the number of passes over the positions in both fits
    of a stage. `window` is the number of neighbouring stages of the same parity on either side in
    the first fit. `window_ridge` and `ridge` are the penalties of the first and second fit: a ridge
    of n weighs like n extra occurrences of every configuration at its prior value. `onto` is a file
    of weights, or ``shipped``: the fit is to their residuals and is added to them, which keeps
    their knowledge of configurations that this data lacks.
    """

    method: str = "cg"
    passes: int = 10
    # Best of those tried on held-out positions: see the table in docs/training.md.
    ridge: float = 300.0
    window_ridge: float = 10.0
    window: int = 3
    onto: str = ""

    def __post_init__(self) -> None:
        check_known("method", self.method, MINIMISERS)
        if self.passes < 1:
            raise OutflankError(f"passes={self.passes} is too few; give 1 or more")
        if not (self.ridge > 0 and self.window_ridge > 0):
            raise OutflankError("a ridge must be above 0, or unseen weights are undefined")
        if not 0 <= self.window <= 30:
            raise OutflankError(f"window={self.window} is not a number of stages; give 0 to 30")


def open_fit(dataset: Dataset, settings: Fit) -> Path:
    """The folder for this fit beside that of its data set, created if missing."""
    before = sha256(read_weights(settings.onto)[1]).hexdigest()
    key = sha256(repr((dataset.folder.name, settings, before)).encode()).hexdigest()[:16]
    folder = dataset.folder.parent / f"fit-{key}"
    make_run_folder(folder)
    if not (folder / SETTINGS).exists():
        write_json(
            folder / SETTINGS,
            {
                "data": dataset.folder.name,
                # Only the name: paths on the author's machine are private.
                "settings": asdict(settings) | {"onto": Path(settings.onto).name},
                # Of the first run, so that a resumed run writes the same file.
                "date": date.today().isoformat(),
            },
        )
    return folder


def run_fit(
    dataset: Dataset,
    settings: Fit,
    executor: Executor,
    *,
    threads: int = 1,
    progress: Progress = SILENT,
) -> tuple[Weights, list[StageReport]]:
    """Fit all stages; return the weights with their model card, and the report of each stage.

    Each stage uses `threads` threads.
    """
    folder = open_fit(dataset, settings)
    missing = [discs for discs in DISC_COUNTS if not _report_path(folder, discs).exists()]
    progress.begin("fitting", len(DISC_COUNTS), len(DISC_COUNTS) - len(missing))
    tasks = [(dataset, settings, discs, folder, threads) for discs in missing]
    run_tasks(executor, fit_stage, tasks, progress.step)
    reports = read_reports(folder)
    table = np.zeros((STAGES, STAGE_WEIGHTS), dtype=np.int16)
    for discs in DISC_COUNTS:
        table[discs] = quantised(np.load(_weights_path(folder, discs)))[state_classes()[1]]
    noted = read_json(folder / SETTINGS)
    card = model_card(dataset.summary, noted["settings"], reports, noted["date"])
    return Weights(table, card), reports


def read_reports(folder: Path) -> list[StageReport]:
    """The reports of the stages that are fitted so far in the folder of a fit."""
    paths = (_report_path(folder, discs) for discs in DISC_COUNTS)
    return [StageReport.from_json(read_json(path)) for path in paths if path.exists()]


def _weights_path(folder: Path, discs: int) -> Path:
    return folder / f"stage-{discs:02}.npy"


def _report_path(folder: Path, discs: int) -> Path:
    return folder / f"stage-{discs:02}.json"


def quantised(vector: Vector) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Convert weights in discs to the engine's 16-bit integers, in units of 1/`DISC` disc."""
    return np.clip(np.rint(vector * DISC), -32767, 32767).astype(np.int16)


def errors_of(positions: Positions, weights: Spread) -> Errors | None:
    """Errors of the values that `weights` give to `positions`, in discs; None without positions."""
    if not len(positions):
        return None
    errors = (values_of(positions, weights) - positions.labels).astype(np.float64)
    return Errors(float(np.abs(errors).mean()), float(np.sqrt(np.square(errors).mean())))


# One stage


def what_is_missed(positions: Positions, before: Weights) -> Positions:
    """The same positions with new labels: the old ones minus the values by the weights `before`."""
    if not before.table.any():
        return positions
    labels = positions.labels.copy()
    discs = np.bitwise_count(positions.players | positions.opponents)
    for count in np.unique(discs):
        rows = discs == count
        weights = before.table[count].astype(np.float32) / np.float32(DISC)
        labels[rows] -= values_of(positions.select(rows), weights)
    return replace(positions, labels=labels)


def fit_stage(dataset: Dataset, settings: Fit, discs: int, folder: Path, threads: int) -> int:
    """Fit the stage of `discs` discs and write its weights and report into `folder`.

    Returns the number of positions processed in all passes. Runs in a worker process.
    """
    with ThreadPoolExecutor(threads) as pool:
        stage = _Stage(dataset, settings, discs, pool)
        vector = stage.fit()
    with replacing(_weights_path(folder, discs)) as file:
        np.save(file, vector)
    write_json(_report_path(folder, discs), stage.report().as_json())
    return stage.positions_passed


class _Stage:
    """Runs the two fits of one stage, and keeps their learning curves."""

    def __init__(self, dataset: Dataset, settings: Fit, discs: int, pool: Executor) -> None:
        self._settings = settings
        self._discs = discs
        self._pool = pool
        # The stage itself comes first, so that its own positions are a prefix.
        reach = range(-settings.window, settings.window + 1)
        window = sorted((discs + 2 * step for step in reach), key=lambda count: abs(count - discs))
        before, _ = read_weights(settings.onto)
        self._before = before.table[discs][state_classes()[0]] / DISC
        self._wide = what_is_missed(dataset.training(*window), before)
        self._own = self._wide.part(0, dataset.training_count(discs))
        self._held_out = what_is_missed(dataset.held_out(discs), before)
        self._change = np.zeros(classes_count())
        self._curve: list[CurvePoint] = []
        self.positions_passed = 0

    def fit(self) -> Vector:
        """Run both fits; return the weights in discs, in single precision."""
        settings = self._settings
        wide = self._minimise("window", self._wide, self._change, settings.window_ridge)
        self._change = self._minimise("own", self._own, wide, settings.ridge)
        fitted: Vector = (self._before + self._change).astype(np.float32)
        return fitted

    def _minimise(self, phase: str, positions: Positions, prior: Vector, ridge: float) -> Vector:
        if not len(positions):
            return prior
        passes = 0
        self.positions_passed += len(positions)  # to count sightings

        def watch(objective: float, change: Vector) -> None:
            nonlocal passes
            self.positions_passed += len(positions)
            objective_discs = float(np.sqrt(2 * max(objective, 0) / len(positions)))
            held_out = errors_of(self._held_out, spread(prior + change))
            self._curve.append(CurvePoint(phase, passes, objective_discs, held_out))
            passes += 1

        problem = LeastSquares(positions, prior, ridge, self._pool)
        return prior + MINIMISERS[self._settings.method](problem, self._settings.passes, watch)

    def report(self) -> StageReport:
        """The errors and learning curves of the fitted weights. Call after `fit`."""
        return StageReport(
            discs=self._discs,
            positions=len(self._own),
            held_out=len(self._held_out),
            fitted=errors_of(self._held_out, spread(self._change)),
            quantised=errors_of(self._held_out, spread(quantised(self._change) / DISC)),
            curve=tuple(self._curve),
        )
