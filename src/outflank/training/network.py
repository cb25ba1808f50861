"""Train neural networks: one with pattern inputs and one with the 64 squares as inputs.

Both are described in report 004 (docs/reports.md). A network has separate parameters for each phase
of the game (a range of numbers of discs). Each phase is trained separately, by Adam on the squared
error, for some epochs over its positions. After every epoch a checkpoint is written atomically, and
the order of positions depends only on seed, phase and epoch: a killed run resumes there and ends
with the identical network.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.networks import Kind, Network, Shape
from outflank.errors import OutflankError
from outflank.files import make_folder, replacing, write_text
from outflank.training.dataset import Dataset, Positions
from outflank.training.network_export import export_network
from outflank.training.network_model import (
    LABEL_DISCS,
    draw_tensors,
    import_torch,
    numbers_in_discs,
    values_of,
)

WARM_UP = 0.1
"""Share of all steps in which the learning rate rises; afterwards it falls to 0."""

CLAIM = "settings.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkTraining:
    """Settings of training: `rate` is the highest learning rate, `batch` the positions per step.

    `kind` is patterns or raw squares, `width` the width of the hidden layers, and `phases` the
    number of game phases with separate parameters.
    """

    kind: Kind = Kind.PATTERNS
    width: int = 16
    phases: int = 6
    epochs: int = 3
    batch: int = 4096
    rate: float = 0.005
    seed: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.phases <= 60:
            raise OutflankError(f"phases={self.phases} is not a number of phases; give 1 to 60")
        for name in ("epochs", "batch"):
            if getattr(self, name) < 1:
                raise OutflankError(f"{name}={getattr(self, name)} is too few; give 1 or more")

    @property
    def shape(self) -> Shape:
        """The layout of the network, with phases of equal length from 4 discs to 63."""
        later = (4 + phase * 60 // self.phases for phase in range(1, self.phases))
        return Shape(self.kind, self.width, (0, *later))


@dataclass(frozen=True, slots=True, kw_only=True)
class EpochReport:
    """The result of one epoch of one phase; errors are mean absolute errors in discs."""

    phase: int
    epoch: int
    positions: int
    trained_error: float
    held_out_error: float


def train_network(
    dataset: Dataset,
    settings: NetworkTraining,
    checkpoints: Path,
    *,
    threads: int = 1,
    progress: Callable[[EpochReport], None] | None = None,
) -> Network:
    """Train a network on `dataset`.

    A killed run resumes from the folder `checkpoints`; remove it when the network has been saved.
    `progress` is called after every epoch.
    """
    import_torch().set_num_threads(threads)
    shape = settings.shape
    parts = [_phase_of(dataset, shape, phase) for phase in range(len(shape.phases))]
    _claim(checkpoints, settings, [len(train) for train, _ in parts])
    phases, reports = [], []
    for phase, (train, held_out) in enumerate(parts):
        run = _PhaseRun(settings, phase, checkpoints)
        while run.epoch < settings.epochs:
            report = run.train_epoch(train, held_out)
            if progress is not None:
                progress(report)
        phases.append(run.numbers())
        reports.append(run.held_out_error)
    card = {"settings": asdict(settings), "held_out_mean_absolute_errors": reports}
    return export_network(shape, phases, card)


def remove_checkpoints(checkpoints: Path) -> None:
    """Remove the folder of checkpoints. Call when the network has been saved."""
    shutil.rmtree(checkpoints, ignore_errors=True)


def _phase_of(dataset: Dataset, shape: Shape, phase: int) -> tuple[Positions, Positions]:
    """The training positions and the held-out positions of a phase of the game."""
    discs = [count for count in range(65) if shape.phase_of(count) == phase]
    train = dataset.training(*discs)
    if not len(train):
        raise OutflankError(
            f"no position has {discs[0]} to {discs[-1]} discs, one of {len(shape.phases)} "
            "phases; give fewer phases or more positions"
        )
    return train, dataset.held_out(*discs)


def _claim(checkpoints: Path, settings: NetworkTraining, positions: list[int]) -> None:
    """Note the settings of this run in the folder; raise an error if it holds another run.

    `positions` are the numbers of training positions of each phase.
    """
    make_folder(checkpoints)
    path = checkpoints / CLAIM
    claim = json.dumps({"settings": asdict(settings), "positions": positions}, indent=2)
    if path.exists() and path.read_text() != claim:
        raise OutflankError(
            f"{checkpoints} is from a run with other settings or positions; delete it to restart"
        )
    write_text(path, claim)


class _PhaseRun:
    """The training of one phase of the game, resumed from its checkpoint if there is one."""

    def __init__(self, settings: NetworkTraining, phase: int, checkpoints: Path) -> None:
        self._torch = import_torch()
        self._settings = settings
        self._phase = phase
        self._path = checkpoints / f"phase-{phase:02}.pt"
        self._tensors = draw_tensors(settings.shape, settings.seed + 1000 * phase)
        self._optimiser = self._torch.optim.Adam(self._tensors, fused=True)
        self.epoch = 0
        self.held_out_error = 0.0
        if self._path.exists():
            self._restore()

    def train_epoch(self, train: Positions, held_out: Positions) -> EpochReport:
        """Train on all positions of `train` once, measure the error, and write the checkpoint."""
        torch, batch = self._torch, self._settings.batch
        chance = np.random.default_rng((self._settings.seed, self._phase, self.epoch))
        order = chance.permutation(len(train))
        batches = math.ceil(len(train) / batch)
        error = 0.0
        for number in range(batches):
            part = train.select(order[number * batch : (number + 1) * batch])
            labels = torch.from_numpy(part.labels / LABEL_DISCS)
            differences = values_of(part, self._tensors, self._settings.kind) - labels
            self._optimiser.zero_grad()
            (differences**2).mean().backward()
            done = (self.epoch + (number + 1) / batches) / self._settings.epochs
            for group in self._optimiser.param_groups:
                group["lr"] = self._settings.rate * learning_rate_share(done)
            self._optimiser.step()
            error += float(differences.detach().abs().sum())
        self.epoch += 1
        self.held_out_error = self._error(held_out)
        self._save()
        return EpochReport(
            phase=self._phase,
            epoch=self.epoch,
            positions=len(train),
            trained_error=error * LABEL_DISCS / len(train),
            held_out_error=self.held_out_error,
        )

    def numbers(self) -> list[np.ndarray[Any, Any]]:
        """The parameters as arrays: embeddings if there are any, then layers.

        The output is in discs.
        """
        return numbers_in_discs(self._tensors)

    def _error(self, positions: Positions) -> float:
        """Mean absolute error in discs on `positions`; 0 if there are none."""
        if not len(positions):
            return 0.0
        total = 0.0
        with self._torch.no_grad():
            for start in range(0, len(positions), 65_536):
                part = positions.select(np.arange(start, min(start + 65_536, len(positions))))
                values = values_of(part, self._tensors, self._settings.kind).numpy() * LABEL_DISCS
                total += float(np.abs(values - part.labels).sum())
        return total / len(positions)

    def _save(self) -> None:
        state = {
            "epoch": self.epoch,
            "held_out_error": self.held_out_error,
            "tensors": [tensor.detach() for tensor in self._tensors],
            "optimiser": self._optimiser.state_dict(),
        }
        with replacing(self._path) as file:
            self._torch.save(state, file)

    def _restore(self) -> None:
        state = self._torch.load(self._path, weights_only=True)
        self.epoch = state["epoch"]
        self.held_out_error = state["held_out_error"]
        with self._torch.no_grad():
            for tensor, saved in zip(self._tensors, state["tensors"], strict=True):
                tensor.copy_(saved)
        self._optimiser.load_state_dict(state["optimiser"])


def learning_rate_share(done: float) -> float:
    """The learning rate, as a share of the highest, after a share `done` (0 to 1) of all steps."""
    return min(done / WARM_UP, (1 - done) / (1 - WARM_UP))
