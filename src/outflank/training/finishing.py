"""Finish fitted linear weights for play: add hidden units, tempo constants and ProbCut.

Hidden units add what a linear sum cannot express (`training.units`). Tempo constants make searches
of odd and even depth agree (`training.tempo`). For ProbCut the errors of shallow searches are
measured with the new weights (`training.probcut_fit`). Training of units can be resumed after a
kill; the other steps take minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

from outflank.engine import weights as weight_files
from outflank.engine.weights import Weights
from outflank.jobs.progress import SILENT, Progress
from outflank.training.dataset import Dataset
from outflank.training.probcut_fit import (
    Measuring,
    choose_positions,
    fit_model,
    measure,
    with_model,
)
from outflank.training.tempo import fit_tempo, measure_values, with_tempo
from outflank.training.units import UnitTraining, train_units


@dataclass(frozen=True, slots=True, kw_only=True)
class Finishing:
    """Settings of the last steps of training: hidden units, tempo constants and ProbCut.

    If `units` is None, no hidden units are added.
    """

    units: UnitTraining | None = None
    tempo: Measuring = field(
        default_factory=lambda: Measuring(positions=30, depth=9, solve_empties=14)
    )
    probcut: Measuring = field(default_factory=Measuring)


def finish(
    linear: Path,
    dataset: Dataset,
    folders: Sequence[Path],
    settings: Finishing,
    work_folder: Path,
    executor: Executor,
    progress: Progress = SILENT,
) -> Weights:
    """Return the weights of the file `linear` with hidden units, tempo constants and ProbCut added.

    Units are trained on `dataset`. Positions for the measurements are drawn from the shards in
    `folders`. Intermediate files are in `work_folder`.
    """
    weights = weight_files.load(linear)
    if settings.units is not None:
        weights, _ = train_units(dataset, linear, settings.units, work_folder, executor, progress)
    unfinished = work_folder / "unfinished.bin"

    # 1. The value of having the move.
    weight_files.save(weights, unfinished)
    pairs = choose_positions(folders, settings.tempo)
    rows = measure_values(pairs, str(unfinished), settings.tempo, executor, progress)
    weights = with_tempo(weights, fit_tempo(rows))

    # 2. The errors of shallow searches.
    weight_files.save(weights, unfinished)
    pairs = choose_positions(folders, settings.probcut)
    deviations = measure(pairs, str(unfinished), settings.probcut, executor, progress)
    unfinished.unlink()
    return with_model(weights, fit_model(deviations), deviations)
