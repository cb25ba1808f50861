"""Alternate training between two sources of games: an open question of report 004.

The report is described in docs/reports.md. A network is trained on the positions of two sources in
turns, and measured on held-out positions of both after each turn; another network is trained on
both together. The differences between the sources are measured too: the mean size of scores, and
the share of pattern states of one source that never occur in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.engine.networks import Kind
from outflank.training.dataset import DISC_COUNTS, Dataset, Positions
from outflank.training.network import NetworkTraining, learning_rate_share
from outflank.training.network_inputs import class_count, inputs_of
from outflank.training.network_model import LABEL_DISCS, draw_tensors, import_torch, values_of

BOTH = "both together"
BATCH_MEASURED = 65_536


@dataclass(frozen=True, slots=True)
class Turn:
    """The source trained on in this turn, and the mean absolute errors in discs on both sources."""

    trained_on: str
    errors: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Transfer:
    """The results of all turns in order, and the differences between the sources.

    `positions` are numbers of training positions. `score_sizes` is the mean absolute score in discs
    of each source: the error of always predicting 0. ``unseen[trained][measured]`` is the share of
    pattern states in the held-out positions of source `measured` that never occur in the training
    positions of source `trained`.
    """

    sources: tuple[str, str]
    positions: tuple[int, int]
    score_sizes: tuple[float, float]
    unseen: tuple[tuple[float, float], tuple[float, float]]
    turns: tuple[Turn, ...]


def measure_transfer(
    sources: dict[str, Dataset],
    settings: NetworkTraining,
    turns: int,
    progress: Callable[[str], None] = lambda said: None,
) -> Transfer:
    """Train networks on two sources in `turns` turns, one network for each phase of the game.

    `progress` is called with one line of text after each training.
    """
    first, second = sources
    steps = [(first, second)[turn % 2] for turn in range(turns)]
    totals = np.zeros((turns + 1, 2))
    phases = [
        [count for count in DISC_COUNTS if settings.shape.phase_of(count) == phase]
        for phase in range(settings.phases)
    ]
    held_out = {
        name: [sources[name].held_out(*discs) for discs in phases] for name in (first, second)
    }
    for phase, discs in enumerate(phases):
        train = {name: sources[name].training(*discs) for name in (first, second)}
        tensors = draw_tensors(settings.shape, settings.seed + 1000 * phase)
        for turn, name in enumerate(steps):
            _train(tensors, train[name], settings, (settings.seed, phase, turn))
            progress(f"phase {phase + 1}, turn {turn + 1}: {name}")
            totals[turn] += _errors(tensors, [held_out[each][phase] for each in train], settings)
        tensors = draw_tensors(settings.shape, settings.seed + 1000 * phase)
        _train(tensors, _joined(*train.values()), settings, (settings.seed, phase, turns))
        progress(f"phase {phase + 1}: {BOTH}")
        totals[turns] += _errors(tensors, [held_out[each][phase] for each in train], settings)
    whole = {name: _joined(*held_out[name]) for name in (first, second)}
    counts = np.array([len(whole[name]) for name in (first, second)])
    means = totals / counts
    seen = [_seen_states(sources[name]) for name in (first, second)]
    sizes = [float(np.abs(whole[name].labels).mean()) for name in (first, second)]
    unseen = [[_unseen_share(known, whole[name]) for name in (first, second)] for known in seen]
    training = [
        sum(sources[name].training_count(discs) for discs in DISC_COUNTS)
        for name in (first, second)
    ]
    return Transfer(
        (first, second),
        (training[0], training[1]),
        (sizes[0], sizes[1]),
        ((unseen[0][0], unseen[0][1]), (unseen[1][0], unseen[1][1])),
        tuple(
            Turn(name, (float(row[0]), float(row[1])))
            for name, row in zip((*steps, BOTH), means, strict=True)
        ),
    )


def _train(
    tensors: list[Any], train: Positions, settings: NetworkTraining, seed: Sequence[int]
) -> None:
    """Continue training the parameters `tensors` for `settings.epochs` epochs."""
    torch = import_torch()
    optimiser = torch.optim.Adam(tensors, fused=True)
    batches = -(-len(train) // settings.batch)
    steps = batches * settings.epochs
    step = 0
    for epoch in range(settings.epochs):
        order = np.random.default_rng((*seed, epoch)).permutation(len(train))
        for number in range(batches):
            part = train.select(order[number * settings.batch : (number + 1) * settings.batch])
            labels = torch.from_numpy(part.labels / LABEL_DISCS)
            optimiser.zero_grad()
            ((values_of(part, tensors, settings.kind) - labels) ** 2).mean().backward()
            step += 1
            for group in optimiser.param_groups:
                group["lr"] = settings.rate * learning_rate_share(step / steps)
            optimiser.step()


def _errors(tensors: list[Any], sources: list[Positions], settings: NetworkTraining) -> Any:
    """For each set of positions, the sum of absolute errors in discs."""
    torch = import_torch()
    sums = []
    with torch.no_grad():
        for positions in sources:
            total = 0.0
            for start in range(0, len(positions), BATCH_MEASURED):
                part = positions.part(start, start + BATCH_MEASURED)
                values = values_of(part, tensors, settings.kind).numpy() * LABEL_DISCS
                total += float(np.abs(values - part.labels).sum())
            sums.append(total)
    return np.array(sums)


def _joined(*positions: Positions) -> Positions:
    return Positions(
        np.concatenate([each.players for each in positions]),
        np.concatenate([each.opponents for each in positions]),
        np.concatenate([each.labels for each in positions]),
    )


def _seen_states(dataset: Dataset) -> Any:
    """For each class of pattern states, whether it occurs in a training position."""
    seen = np.zeros(class_count(), dtype=np.bool_)
    for discs in DISC_COUNTS:
        positions = dataset.training(discs)
        if len(positions):
            seen[inputs_of(positions, Kind.PATTERNS).ravel()] = True
    return seen


def _unseen_share(seen: Any, positions: Positions) -> float:
    return float(1 - seen[inputs_of(positions, Kind.PATTERNS)].mean())
