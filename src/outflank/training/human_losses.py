"""Compare people with their imitations: mean loss of a move, by number of empty squares.

The loss of a move is how many discs it is worse than the best one. On the same positions, the loss
of a person is that of the move played, and the loss of an imitation is the expectation over its
move probabilities, so no random draw of moves adds noise.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from outflank.engine.choice import People
from outflank.engine.perception import Perception
from outflank.jobs.plots import import_pyplot, save_figure
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.training.people import Choice, Group, groups_of

BINS: tuple[tuple[int, int], ...] = (
    (49, 60),
    (43, 48),
    (37, 42),
    (31, 36),
    (25, 30),
    (19, 24),
    (15, 18),
    (11, 14),
    (7, 10),
    (1, 6),
)
"""Ranges of numbers of empty squares, one for each row of the table, from opening to end."""

POSITIONS_PER_TASK = 25

Key: TypeAlias = tuple[str, tuple[int, int]]
"""The name of a group of people, and one of `BINS`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measuring:
    """Settings: positions per bin and group, and the search that gives the value of each move."""

    positions: int = 250
    depth: int = 8
    exact_empties: int = 14
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Mean loss per move in discs: of people with its standard error, and of each imitation.

    Measured on positions of `group` with a number of empty squares in the range `empties`.
    """

    group: str
    empties: tuple[int, int]
    positions: int
    people: float
    error: float
    imitations: Mapping[str, float]


def measure_losses(
    files: Iterable[Path],
    people: People,
    settings: Measuring,
    executor: Executor,
    progress: Progress = SILENT,
) -> list[Loss]:
    """Measure the losses of people in held-out games, and of imitations on the same positions.

    `files` are WTHOR files.
    """
    drawn = {
        (group.name, empties): choices
        for group in groups_of(files)
        for empties, choices in draw(group, settings).items()
    }
    tasks = [
        (key, choices[start : start + POSITIONS_PER_TASK], people, settings)
        for key, choices in drawn.items()
        for start in range(0, len(choices), POSITIONS_PER_TASK)
    ]
    found: dict[Key, list[Costs]] = {key: [] for key in drawn}

    def finished(result: tuple[Key, list[Costs]]) -> None:
        key, costs = result
        found[key] += costs
        progress.step(len(costs))

    progress.begin("losses", len(tasks))
    run_tasks(executor, _costs_of_part, tasks, finished)
    return [_mean(group, empties, costs) for (group, empties), costs in found.items() if costs]


def draw(group: Group, settings: Measuring) -> dict[tuple[int, int], list[Choice]]:
    """A random sample of the held-out choices of a group, for each of `BINS`."""
    choices = group.choices(len(group.sides), held_out=True, seed=settings.seed)
    random.Random(settings.seed).shuffle(choices)
    drawn: dict[tuple[int, int], list[Choice]] = {empties: [] for empties in BINS}
    for choice in choices:
        count = choice.position.empty_count
        row = drawn[next(empties for empties in BINS if empties[0] <= count <= empties[1])]
        if len(row) < settings.positions:
            row.append(choice)
    return drawn


@dataclass(frozen=True, slots=True)
class Costs:
    """The loss in discs of the move played, and the expected loss of each imitation."""

    people: float
    imitations: Mapping[str, float]


def costs_of(choice: Choice, people: People, settings: Measuring, perception: Perception) -> Costs:
    """Compute the losses for one choice; `perception` searches the moves."""
    position = choice.position
    moves, rows = perception.see(position, choice.last)
    values = perception.values(position, settings.depth, settings.exact_empties)
    losses = values.max() - values
    expected = {
        name: float(habits.probabilities(position.empty_count, rows) @ losses)
        for name, habits in people.habits.items()
    }
    return Costs(float(losses[moves.index(choice.played)]), expected)


def _costs_of_part(
    key: Key, choices: Sequence[Choice], people: People, settings: Measuring
) -> tuple[Key, list[Costs]]:
    perception = Perception()
    return key, [costs_of(choice, people, settings, perception) for choice in choices]


def _mean(group: str, empties: tuple[int, int], costs: Sequence[Costs]) -> Loss:
    own = np.array([cost.people for cost in costs])
    return Loss(
        group=group,
        empties=empties,
        positions=len(costs),
        people=float(own.mean()),
        error=float(own.std() / np.sqrt(len(own))),
        imitations={
            name: float(np.mean([cost.imitations[name] for cost in costs]))
            for name in costs[0].imitations
        },
    )


def plot_losses(losses: Sequence[Loss], path: Path) -> None:
    """Draw a PNG with one panel per group: losses of people and imitations by empty squares."""
    pyplot = import_pyplot()
    groups = list(dict.fromkeys(row.group for row in losses))
    figure, parts = pyplot.subplots(
        1, len(groups), figsize=(5.5 * len(groups), 4.5), layout="constrained", squeeze=False
    )
    for axes, group in zip(parts[0], groups, strict=True):
        rows = [row for row in losses if row.group == group]
        middles = [sum(row.empties) / 2 for row in rows]
        means = [row.people for row in rows]
        axes.errorbar(middles, means, [row.error for row in rows], label="people", capsize=3)
        for name in rows[0].imitations:
            values = [row.imitations[name] for row in rows]
            axes.plot(middles, values, linestyle="--", marker=".", label=f"like {name}")
        axes.set(title=f"positions of {group} players", xlabel="empties", ylabel="loss, discs")
        axes.invert_xaxis()
        axes.grid(alpha=0.3)
        axes.legend()
    save_figure(figure, path, dots_per_inch=120)
