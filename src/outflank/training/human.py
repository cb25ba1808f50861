"""Fit models of which move people choose (`engine.choice.Habits`) to real games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.choice import DIGITS, STAGES, Habits, People, stage_of
from outflank.engine.perception import COLUMNS, LOOKS, Matrix
from outflank.jobs.progress import SILENT, Progress
from outflank.jobs.tasks import run_tasks
from outflank.training.beginner import beginner_from
from outflank.training.conditional_logit import Choices, fit, probabilities
from outflank.training.people import Choice, Group, groups_of

CHOICES_PER_TASK = 1_000

LAPSE_PASSES = 100
"""Number of iterations that estimate the probability of a lapse (a random move).

They converge slowly if the probability is near 0.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanFit:
    """Settings: games per group of people, and the strength `ridge` of the L2 penalty."""

    games: int = 1_200
    held_out_games: int = 400
    ridge: float = 16.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Seen:
    """A choice of a person, with one row of features per legal move.

    `place` is the index of the move played, `empties` the number of empty squares.
    """

    empties: int
    rows: Matrix
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How well a model predicts the moves of a group of people in held-out games.

    `log_likelihood` is the mean log-probability of the move played, None for a deterministic model.
    `best` and `best_three` are the shares of choices in which the model's first move, or one of its
    first three, was played; ties count in part.
    """

    group: str
    model: str
    choices: int
    log_likelihood: float | None
    best: float
    best_three: float


def see_choices(choices: Sequence[Choice]) -> list[Seen]:
    """Compute the features of all legal moves for each choice."""
    from outflank.engine.perception import Perception

    perception = Perception()
    seen = []
    for choice in choices:
        moves, rows = perception.see(choice.position, choice.last)
        seen.append(Seen(choice.position.empty_count, rows, moves.index(choice.played)))
    return seen


def fit_people(
    files: Iterable[Path],
    settings: HumanFit,
    executor: Executor,
    progress: Progress = SILENT,
) -> tuple[People, list[Agreement]]:
    """Fit habits to the games in WTHOR files; also measure how well they predict held-out games."""
    files = list(files)
    groups = groups_of(files)
    habits: dict[str, Habits] = {}
    agreements: list[Agreement] = []
    about: dict[str, Any] = {}
    for group in groups:
        taught, tested = (
            _see(group, games, held_out, settings, executor, progress)
            for games, held_out in ((settings.games, False), (settings.held_out_games, True))
        )
        habits[group.name] = fit_habits(taught, settings.ridge)
        agreements += compare(group.name, taught, tested, habits[group.name], settings.ridge)
        about[group.name] = {
            "people": group.people,
            "ratings": [round(group.least_rating), round(group.most_rating)],
            "games": len(group.sides),
            "choices": len(taught),
            "held_out_choices": len(tested),
        }
    habits["beginner"] = beginner_from(habits["club"])
    card = {
        "bases": [file.name for file in files],
        "settings": asdict(settings),
        "groups": about,
        "held_out": [asdict(agreement) for agreement in agreements],
    }
    return People(habits, card), agreements


def _see(
    group: Group,
    games: int,
    held_out: bool,
    settings: HumanFit,
    executor: Executor,
    progress: Progress,
) -> list[Seen]:
    choices = group.choices(games, held_out=held_out, seed=settings.seed)
    parts = [
        choices[start : start + CHOICES_PER_TASK]
        for start in range(0, len(choices), CHOICES_PER_TASK)
    ]
    seen: dict[int, list[Seen]] = {}

    def finished(result: tuple[int, list[Seen]]) -> None:
        number, part = result
        seen[number] = part
        progress.step(len(part))

    progress.begin(f"{group.name}, {'held out' if held_out else 'fit'}", len(parts))
    run_tasks(executor, _see_part, enumerate(parts), finished)
    return [one for number in sorted(seen) for one in seen[number]]


def _see_part(number: int, choices: Sequence[Choice]) -> tuple[int, list[Seen]]:
    return number, see_choices(choices)


# Fitting


def by_stage(seen: Iterable[Seen]) -> list[Choices]:
    """Group the choices by stage of the game, in the order of `STAGES`."""
    parts: list[list[tuple[Matrix, int]]] = [[] for _ in STAGES]
    for one in seen:
        parts[stage_of(one.empties)].append((one.rows, one.place))
    return [Choices.of(part, len(COLUMNS)) for part in parts]


def fit_habits(seen: Iterable[Seen], ridge: float) -> Habits:
    """Fit the weights of each stage of the game, then the probability of a lapse.

    A lapse is a move chosen at random. The prior of a stage is the fit to the whole game: giving a
    corner in the opening is so rare that its weight would rest on a few games. `ridge` is the
    strength of the penalty towards the prior.
    """
    seen = list(seen)
    stages = by_stage(seen)
    whole = fit(Choices.of([(one.rows, one.place) for one in seen], len(COLUMNS)), ridge)
    fitted = [fit(stage, ridge, towards=whole) if len(stage) else whole for stage in stages]
    weights = np.round(fitted, DIGITS)
    chosen, uniform = [], []
    for choices, row in zip(stages, weights, strict=True):
        if len(choices):
            chosen.append(probabilities(choices, row)[choices.chosen])
            uniform.append(1 / choices.sizes)
    return Habits(
        weights, round(fit_lapse(np.concatenate(chosen), np.concatenate(uniform)), DIGITS)
    )


def fit_lapse(chosen: Any, uniform: Any) -> float:
    """The most likely share of lapses, moves chosen at random.

    `chosen` are the model's probabilities of the moves played, `uniform` their probabilities in a
    lapse.
    """
    lapse = 0.05
    for _ in range(LAPSE_PASSES):
        blind = lapse * uniform
        lapse = float((blind / (blind + (1 - lapse) * chosen)).mean())
    return lapse


# Quality of the predictions


def compare(
    group: str, taught: Iterable[Seen], tested: Iterable[Seen], habits: Habits, ridge: float
) -> list[Agreement]:
    """Measure the predictions of several models for the held-out choices `tested` of a group.

    The models are: any legal move, the engine's best move and a softmax of its losses (at each
    depth of `LOOKS`), and the fitted `habits`. `taught` are the choices to which the softmax is
    fitted.
    """
    fitted = by_stage(taught)
    stages = by_stage(tested)
    none = np.zeros((len(STAGES), len(COLUMNS)))
    rows = [_judged(group, "any legal move", stages, none, 0.0)]
    for index, (_, depth, _) in enumerate(LOOKS):
        column = 2 * index
        plies = "1 ply" if depth == 1 else f"{depth} plies"
        certain = none.copy()
        certain[:, column] = -1.0
        rows.append(_judged(group, f"engine, {plies}", stages, certain, None))
        softmax = none.copy()
        for stage, choices in enumerate(fitted):
            if len(choices):
                softmax[stage, column] = fit(choices.only([column]), ridge)[0]
        rows.append(_judged(group, f"softmax, {plies}", stages, softmax, 0.0))
    rows.append(_judged(group, "imitation", stages, habits.weights, habits.lapse))
    return rows


def _judged(
    group: str, model: str, stages: Sequence[Choices], weights: Matrix, lapse: float | None
) -> Agreement:
    """Measure the predictions of one model, given by its weights for each stage of the game.

    `lapse` is the probability of a random move; None means a deterministic model.
    """
    logs, best, three = [], [], []
    for choices, row in zip(stages, weights, strict=True):
        if not len(choices):
            continue
        shares = probabilities(choices, row)
        doubt = lapse or 0.0
        logs.append(np.log((1 - doubt) * shares[choices.chosen] + doubt / choices.sizes))
        best.append(_among_best(choices, choices.rows @ row, 1))
        three.append(_among_best(choices, choices.rows @ row, 3))
    return Agreement(
        group=group,
        model=model,
        choices=sum(len(part) for part in logs),
        log_likelihood=None if lapse is None else float(np.concatenate(logs).mean()),
        best=float(np.concatenate(best).mean()),
        best_three=float(np.concatenate(three).mean()),
    )


def _among_best(choices: Choices, utility: Any, count: int) -> Any:
    """For each choice, the probability that the move played is among the best `count` by utility.

    It is between 0 and 1 only if several moves have the same utility.
    """
    own = choices.per_row(utility[choices.chosen])
    tolerance = 1e-9
    better = np.add.reduceat((utility > own + tolerance).astype(float), choices.starts)
    equal = np.add.reduceat((np.abs(utility - own) <= tolerance).astype(float), choices.starts)
    return np.clip((count - better) / equal, 0.0, 1.0)
