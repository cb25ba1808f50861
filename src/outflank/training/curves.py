"""Plots of learning curves: the errors of a fit after each pass over the positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.files import read_json
from outflank.jobs.plots import import_pyplot, save_figure
from outflank.training.dataset import Dataset
from outflank.training.fit import SETTINGS, read_reports
from outflank.training.reports import CurvePoint, Errors, StageReport

NAMES = {"cg": "conjugate gradients", "gd": "gradient descent"}


@dataclass(frozen=True, slots=True)
class FittedCurves:
    """The learning curves of one fit: its name for the legend, and the reports of its stages."""

    name: str
    reports: tuple[StageReport, ...]

    def objective(self) -> list[float]:
        """√(2·objective/positions) in discs after each pass, averaged over all stages."""
        rows = self._points(lambda point: Errors(0.0, point.objective_discs))
        return [errors.root_mean_square for errors in rows]

    def held_out(self) -> list[float]:
        """Root mean square error in discs on held-out positions after each pass, of all stages."""
        return [errors.root_mean_square for errors in self._points(lambda point: point.held_out)]

    def _points(self, errors_at: Any) -> list[Errors]:
        """Errors over all stages after each pass, of both fits of a stage one after the other.

        The first fit ("window") includes neighbouring stages, the second ("own") does not.
        ``errors_at(point)`` returns the errors of a point of a curve.
        """
        stages = [report for report in self.reports if report.held_out]
        combined = []
        for phase in ("window", "own"):
            curves = [
                (report.held_out, [point for point in report.curve if point.phase == phase])
                for report in stages
            ]
            longest = max((len(curve) for _, curve in curves), default=0)
            for index in range(longest):
                at_index = [
                    (count, errors_at(_at(curve, index))) for count, curve in curves if curve
                ]
                errors = Errors.combined(at_index)
                if errors is not None:
                    combined.append(errors)
        return combined


def _at(curve: Sequence[CurvePoint], index: int) -> CurvePoint:
    """The point of a curve after `index` passes; if the fit ended earlier, its last point."""
    return curve[min(index, len(curve) - 1)]


def fits_of(dataset: Dataset) -> list[FittedCurves]:
    """The curves of every fit of `dataset`, found in the folders beside that of the data set."""
    found = []
    for path in sorted(dataset.folder.parent.glob(f"fit-*/{SETTINGS}")):
        about = read_json(path)
        reports = read_reports(path.parent)
        if about["data"] == dataset.folder.name and reports:
            settings = about["settings"]
            ridges = f"{settings['window_ridge']:g} and {settings['ridge']:g}"
            name = f"{NAMES[settings['method']]}, ridge {ridges}"
            found.append(FittedCurves(name, tuple(reports)))
    return found


def plot_curves(fits: Sequence[FittedCurves], path: Path) -> None:
    """Draw a PNG: training objective and held-out error by pass, and held-out error by stage."""
    pyplot = import_pyplot()
    figure, (training, held_out, stages) = pyplot.subplots(
        1, 3, figsize=(15, 4.5), layout="constrained"
    )
    for fit in fits:
        training.plot(fit.objective(), marker=".", label=fit.name)
        held_out.plot(fit.held_out(), marker=".", label=fit.name)
        measured = [
            (report.discs, report.quantised.root_mean_square)
            for report in fit.reports
            if report.quantised is not None
        ]
        stages.plot(*zip(*measured, strict=True), label=fit.name)
    for axes, title, label in (
        (training, "training objective", "passes: with the neighbours, then alone"),
        (held_out, "held-out positions", "passes: with the neighbours, then alone"),
        (stages, "held-out positions, rounded weights", "discs on the board"),
    ):
        axes.set(title=title, xlabel=label, ylabel="root mean square error, discs")
        axes.grid(alpha=0.3)
        axes.legend()
    save_figure(figure, path, dots_per_inch=120)
