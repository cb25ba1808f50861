"""Compare evaluations by their errors on held-out positions, for each number of discs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outflank import files
from outflank.classics.evaluations import Evaluation
from outflank.jobs.plots import import_pyplot, save_figure
from outflank.kernels.evaluate import DISC
from outflank.training.dataset import DISC_COUNTS, Positions


@dataclass(frozen=True, slots=True)
class Errors:
    """Mean absolute error in discs of each evaluation, by its name.

    Measured on `positions` positions with `first` to `last` discs on the board.
    """

    first: int
    last: int
    positions: int
    mean_absolute: dict[str, float]


def compare_evaluations(
    held_out: Callable[[int], Positions], evaluations: Mapping[str, Evaluation]
) -> list[Errors]:
    """Measure the errors of evaluations for each number of discs on the board.

    ``held_out(discs)`` returns the positions with that number of discs. An evaluation is a function
    of two bitboards that returns 1/`DISC` of a disc.
    """
    rows = []
    for discs in DISC_COUNTS:
        positions = held_out(discs)
        if not len(positions):
            continue
        errors = {
            name: mean_absolute_error(positions, evaluation)
            for name, evaluation in evaluations.items()
        }
        rows.append(Errors(discs, discs, len(positions), errors))
    return rows


def mean_absolute_error(positions: Positions, evaluation: Evaluation) -> float:
    """Mean absolute difference in discs between an evaluation and the labels of positions."""
    boards = zip(positions.players.tolist(), positions.opponents.tolist(), strict=True)
    values = np.array([evaluation(*board) for board in boards])
    return float(np.abs(values / DISC - positions.labels).mean())


def by_phase(rows: list[Errors], length: int) -> list[Errors]:
    """Average the errors over phases: ranges of `length` numbers of discs, from 4 discs on."""
    phases: dict[int, list[Errors]] = {}
    for row in rows:
        phases.setdefault((row.first - 4) // length, []).append(row)
    return [_merged(phases[phase], 4 + phase * length, length) for phase in sorted(phases)]


def _merged(rows: list[Errors], first: int, length: int) -> Errors:
    positions = sum(row.positions for row in rows)
    errors = {
        name: sum(row.positions * row.mean_absolute[name] for row in rows) / positions
        for name in rows[0].mean_absolute
    }
    return Errors(first, first + length - 1, positions, errors)


def write_csv(rows: list[Errors], path: Path) -> None:
    """Write one CSV line per number of discs: positions, and the error of each evaluation."""
    lines = [
        [row.first, row.positions, *(f"{error:.4f}" for error in row.mean_absolute.values())]
        for row in rows
    ]
    files.write_csv(path, ["discs", "positions", *rows[0].mean_absolute], lines)


def draw_plot(rows: list[Errors], path: Path) -> None:
    """Plot the errors against the number of discs on the board, as a PNG file at `path`."""
    figure, axes = import_pyplot().subplots(figsize=(8, 4.5), layout="constrained")
    for name in rows[0].mean_absolute:
        axes.plot(
            [row.first for row in rows], [row.mean_absolute[name] for row in rows], label=name
        )
    axes.set_xlabel("discs on the board")
    axes.set_ylabel("mean absolute error in discs")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    save_figure(figure, path, dots_per_inch=120)
