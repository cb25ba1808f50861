"""Train the hidden units of the evaluation on the residuals of linear weights.

The residual of a position is its label minus its linear evaluation. Phases of the game (ranges of
numbers of discs) are trained independently, on any executor, each with a few passes of Adagrad
(`kernels.unit_training`) over its positions. After every pass a phase writes a checkpoint
atomically, and the order of positions depends only on seed, phase and pass. So a killed run can be
resumed from the checkpoints and ends with identical units.
"""

from __future__ import annotations

import io
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine import weights as weight_files
from outflank.engine.units import Units, check_borders, empty_blocks
from outflank.engine.weights import STAGES, Weights, state_classes
from outflank.errors import OutflankError
from outflank.files import make_run_folder, read_json, write_bytes, write_json
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.kernels.correction import FULL, OUTPUT_SHIFT, UNITS
from outflank.kernels.evaluate import DISC
from outflank.training.dataset import Dataset, Positions
from outflank.training.fit import what_is_missed

OUTPUT_UNIT = DISC * (1 << OUTPUT_SHIFT) / FULL
"""Factor from an output weight in discs to the engine's integer scale."""

FIRST_SQUARES = np.float32(10_000)
"""Initial sums of squared gradients of rows; being large, they let rarely seen rows change little.
With 1.9 million positions of a phase the held-out RMSE was 5.25 discs, and 5.34 with 0.01."""

BOUNDED_SHARE = 0.95
"""Corrections are clipped at this quantile of their magnitude. With a smaller bound the search can
skip more corrections."""

MOST_DISCS = 24.0
"""Upper limit of the bound on corrections, in discs."""

BORDERS = (12, 24, 33, 42, 51, 60)
"""The numbers of discs at which phases begin and, last, at which the last phase ends. With fewer
discs there are few positions; with more, the exact solver is used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTraining:
    """Settings of the training of hidden units.

    `borders` are the phases (see `BORDERS`). A phase also learns from positions with up to
    `overlap` discs fewer or more. `row_rate` and `output_rate` are learning rates; in each pass
    they are multiplied by one of `rates`, whose length is the number of passes.
    """

    borders: tuple[int, ...] = BORDERS
    overlap: int = 2
    rates: tuple[float, ...] = (1.0, 0.4, 0.15)
    row_rate: float = 0.03
    output_rate: float = 0.05
    seed: int = 1

    def __post_init__(self) -> None:
        check_borders(self.borders)
        if not self.rates or not all(0 < rate <= 1 for rate in self.rates):
            raise OutflankError(f"rates={self.rates} train nothing; give shares above 0, up to 1")


def falling_rates(passes: int) -> tuple[float, ...]:
    """Factors of the learning rate for `passes` passes: a geometric series from 1 down to 0.15."""
    return tuple(round(0.15 ** (number / max(1, passes - 1)), 3) for number in range(passes))


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseReport:
    """The result of training one phase: discs from `first` to before `end`.

    `positions` and `held_out` are numbers of positions. `most_correction` is the bound on
    corrections, in discs. `passes` has the errors after each pass (see `_errors`).
    """

    first: int
    end: int
    positions: int
    held_out: int
    most_correction: float
    passes: tuple[dict[str, float], ...]


@dataclass(slots=True)
class _Numbers:
    """The checkpoint of one phase: its trained numbers, and the errors after each pass so far."""

    rows: np.ndarray[Any, np.dtype[np.float32]]
    row_squares: np.ndarray[Any, np.dtype[np.float32]]
    outputs: np.ndarray[Any, np.dtype[np.float32]]
    output_squares: np.ndarray[Any, np.dtype[np.float32]]
    passes: list[dict[str, float]] = field(default_factory=list)

    @classmethod
    def drawn(cls, seed: int, phase: int) -> _Numbers:
        """Random initial numbers: small rows, and outputs of about one disc.

        The bias lets every unit start a quarter open, that is with an activation of 0.25.
        """
        chance = np.random.default_rng((seed, phase))
        first, numbers = state_classes()
        rows = chance.normal(0, 0.006, (first.size, UNITS)).astype(np.float32)
        rows[numbers[-1]] += np.float32(0.25)
        outputs = np.zeros((STAGES, UNITS + 1), dtype=np.float32)
        outputs[:, :UNITS] = chance.normal(0, 1.4, UNITS)
        return cls(
            rows,
            np.full_like(rows, FIRST_SQUARES),
            outputs,
            np.ones_like(outputs),
        )


def train_units(
    dataset: Dataset,
    linear: Path,
    settings: UnitTraining,
    work_folder: Path,
    executor: Executor,
    progress: Progress = SILENT,
) -> tuple[Weights, list[PhaseReport]]:
    """Add hidden units, trained on `dataset`, to the linear weights in the file `linear`.

    Returns the new weights and a report of each phase. A killed run resumes from its checkpoints in
    `work_folder`.
    """
    weights = weight_files.load(linear)
    if weights.units is not None:
        raise OutflankError(f"{linear} has hidden units already; give linear weights to add to")
    key = sha256(repr((dataset.folder.name, settings, linear.read_bytes())).encode()).hexdigest()
    folder = work_folder / f"units-{key[:16]}"
    make_run_folder(folder)
    phases = range(len(settings.borders) - 1)
    missing = [phase for phase in phases if not _report_path(folder, phase).exists()]
    progress.begin("training", len(phases), len(phases) - len(missing))
    tasks = [(dataset, linear, settings, phase, folder) for phase in missing]
    run_tasks(executor, train_phase, tasks, progress.step)
    reports = [_read_report(folder, phase) for phase in phases]
    trained = [_load(_numbers_path(folder, phase)) for phase in phases]
    return with_units(weights, settings, trained, reports), reports


def train_phase(
    dataset: Dataset, linear: Path, settings: UnitTraining, phase: int, folder: Path
) -> int:
    """Train one phase, resuming from its checkpoint in `folder`, and write its report there.

    Returns the number of positions processed, over all passes of this call.
    """
    from outflank.kernels.unit_training import train_units as train_pass

    weights = weight_files.load(linear)
    first, end = list(pairwise(settings.borders))[phase]
    around = range(first - settings.overlap, end + settings.overlap)
    train = what_is_missed(dataset.training(*around), weights)
    held_out = what_is_missed(dataset.held_out(*range(first, end)), weights)
    if not len(train):
        raise OutflankError(f"no position has {first} to {end - 1} discs; make more positions")
    classes = state_classes()[1].astype(np.int32)
    path = _numbers_path(folder, phase)
    numbers = _load(path) if path.exists() else _Numbers.drawn(settings.seed, phase)
    passed = 0
    for number in range(len(numbers.passes), len(settings.rates)):
        chance = np.random.default_rng((settings.seed, phase, number))
        order = chance.permutation(len(train)).astype(np.int32)
        rate = settings.rates[number]
        squared = train_pass(
            train.players,
            train.opponents,
            train.labels,
            order,
            classes,
            numbers.rows,
            numbers.row_squares,
            numbers.outputs,
            numbers.output_squares,
            settings.row_rate * rate,
            settings.output_rate * rate,
        )
        passed += len(train)
        numbers.passes.append(_errors(held_out, classes, numbers, squared))
        _save(path, numbers)
    report = PhaseReport(
        first=first,
        end=end,
        positions=len(train),
        held_out=len(held_out),
        most_correction=_most_correction(held_out, classes, numbers),
        passes=tuple(numbers.passes),
    )
    write_json(_report_path(folder, phase), asdict(report))
    return passed


def _predicted(held_out: Positions, classes: Any, numbers: _Numbers) -> Any:
    """The corrections that the units give for held-out positions, in discs."""
    from outflank.kernels.unit_training import predict_units

    values = np.empty(len(held_out), dtype=np.float32)
    predict_units(
        held_out.players, held_out.opponents, classes, numbers.rows, numbers.outputs, values
    )
    return values


def _most_correction(held_out: Positions, classes: Any, numbers: _Numbers) -> float:
    """The bound on corrections, in discs: a quantile of their magnitude on held-out positions.

    `BOUNDED_SHARE` of them are not larger.
    """
    if not len(held_out):
        return MOST_DISCS
    discs = np.bitwise_count(held_out.players | held_out.opponents)
    # The constant becomes part of the linear weights.
    values = _predicted(held_out, classes, numbers) - numbers.outputs[discs, -1]
    return round(min(MOST_DISCS, float(np.quantile(np.abs(values), BOUNDED_SHARE))), 2)


def _errors(
    held_out: Positions, classes: Any, numbers: _Numbers, squared: float
) -> dict[str, float]:
    """Root mean square and mean absolute errors in discs, after a pass.

    They are given for held-out positions by linear weights alone and with the units. `squared` is
    the mean squared error on the training positions during the pass; its root is given too.
    """
    values = _predicted(held_out, classes, numbers)
    after = held_out.labels - values
    return {
        "trained_root_mean_square": round(float(np.sqrt(squared)), 4),
        "linear_root_mean_square": _root_mean_square(held_out.labels),
        "root_mean_square": _root_mean_square(after),
        "linear_mean_absolute": _mean_absolute(held_out.labels),
        "mean_absolute": _mean_absolute(after),
    }


def _root_mean_square(errors: Any) -> float:
    return round(float(np.sqrt(np.mean(np.square(errors, dtype=np.float64)))), 4)


def _mean_absolute(errors: Any) -> float:
    return round(float(np.mean(np.abs(errors, dtype=np.float64))), 4)


def with_units(
    weights: Weights,
    settings: UnitTraining,
    trained: list[_Numbers],
    reports: list[PhaseReport],
) -> Weights:
    """Add trained units, converted to the engine's 8- and 16-bit integers, to linear weights."""
    numbers = state_classes()[1]
    folded = np.stack([_row_bytes(phase) for phase in trained])
    blocks = empty_blocks()
    table = weights.table.copy()
    for report, phase in zip(reports, trained, strict=True):
        stages = slice(report.first, report.end)
        blocks["most"][stages] = round(report.most_correction * DISC)
        outputs = np.rint(phase.outputs[stages, :UNITS] * OUTPUT_UNIT)
        blocks["outputs"][stages] = np.clip(outputs, -32767, 32767)
        # The constant of the outputs is added to the linear weights.
        table[stages, -1] += np.rint(phase.outputs[stages, -1] * DISC).astype(np.int16)
    card = {
        **weights.card,
        "units": {
            "borders": list(settings.borders),
            "settings": asdict(settings),
            "phases": [asdict(report) for report in reports],
        },
    }
    units = Units.of_classes(settings.borders, folded, blocks, numbers)
    return replace(weights, table=table, card=card, units=units)


def _row_bytes(phase: _Numbers) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The rows of a phase as signed bytes.

    Rows never seen in training are 0, which compresses well.
    """
    seen = (phase.row_squares > FIRST_SQUARES).any(axis=1, keepdims=True)
    return np.where(seen, np.rint(phase.rows * FULL), 0).astype(np.int8)


# Files of a run


def _numbers_path(folder: Path, phase: int) -> Path:
    return folder / f"phase-{phase}.npz"


def _report_path(folder: Path, phase: int) -> Path:
    return folder / f"phase-{phase}.json"


def _read_report(folder: Path, phase: int) -> PhaseReport:
    data = read_json(_report_path(folder, phase))
    return PhaseReport(**{**data, "passes": tuple(data["passes"])})


def _save(path: Path, numbers: _Numbers) -> None:
    content = io.BytesIO()
    arrays = {name: getattr(numbers, name) for name in _ARRAYS}
    errors = np.array([list(entry.values()) for entry in numbers.passes])
    np.savez(content, **arrays, errors=errors, names=list(numbers.passes[0]))
    write_bytes(path, content.getvalue())


def _load(path: Path) -> _Numbers:
    with np.load(path) as saved:
        names = [str(name) for name in saved["names"]]
        passes = [dict(zip(names, map(float, row), strict=True)) for row in saved["errors"]]
        arrays: dict[str, Any] = {name: saved[name] for name in _ARRAYS}
        return _Numbers(**arrays, passes=passes)


_ARRAYS = (
    "rows",
    "row_squares",
    "outputs",
    "output_squares",
)
