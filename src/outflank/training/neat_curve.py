"""Plot of the learning curve of an evolution."""

from __future__ import annotations

from pathlib import Path

from outflank.jobs.plots import import_pyplot, save_figure
from outflank.training.neat import Evolution, Run

SMOOTHED = 5
"""The thick line is the mean over this many generations on either side."""


def plot_evolution(run: Run, settings: Evolution, path: Path) -> None:
    """Draw a PNG: the scores of champions on fresh games, and the fitness of each generation."""
    pyplot = import_pyplot()
    figure, (fresh, fitness) = pyplot.subplots(1, 2, figsize=(11, 4), layout="constrained")
    generations = [report.generation for report in run.reports]
    for values, label, colour in (
        ([report.target_score for report in run.reports], f"against {settings.target}", "C0"),
        ([report.random_score for report in run.reports], "against random", "C1"),
    ):
        fresh.plot(generations, values, color=colour, alpha=0.25)
        fresh.plot(generations, smoothed(values), color=colour, label=label)
    fresh.axhline(0.5, color="grey", linewidth=0.8)
    fresh.set(
        title=f"champions at depth 1 on {settings.measured_games:,} fresh games",
        xlabel="generation",
        ylabel="share of points",
        ylim=(0, 1),
    )
    unit = "discs a game" if settings.measure == "discs" else "share of points"
    fitness.plot(generations, [report.best_fitness for report in run.reports], label="best")
    fitness.plot(generations, [report.mean_fitness for report in run.reports], label="mean")
    fitness.set(title="fitness within a generation", xlabel="generation", ylabel=unit)
    for axes in (fresh, fitness):
        axes.grid(alpha=0.3)
        axes.legend()
    save_figure(figure, path, dots_per_inch=90)


def smoothed(values: list[float]) -> list[float]:
    """The mean of each value and of up to `SMOOTHED` neighbours on either side."""
    means = []
    for index in range(len(values)):
        near = values[max(0, index - SMOOTHED) : index + SMOOTHED + 1]
        means.append(sum(near) / len(near))
    return means
