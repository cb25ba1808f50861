"""Train the network of report 004 (docs/reports.md) whose inputs are the 64 squares."""

from __future__ import annotations

from outflank.engine import networks
from outflank.engine.networks import Kind, Network
from outflank.experiments.laboratory import Laboratory
from outflank.training.dataset import DISC_COUNTS, open_dataset, sources_of
from outflank.training.network import NetworkTraining, remove_checkpoints, train_network
from outflank.training.network_model import import_torch
from outflank.training.selfplay import SelfPlay, run_selfplay

WIDTH = 64
OUTCOME_SHARE = 0.5
"""Trace decay (λ) of the labels: 0 means search values, 1 means game results."""


def raw_network(laboratory: Laboratory) -> tuple[Network, int]:
    """Train the network, or load it if this run has trained it already.

    Returns the network and the number of its training positions.
    """
    import_torch()
    games = laboratory.choose(full=8_000, quick=2_000, tiny=100)
    settings = NetworkTraining(
        kind=Kind.RAW,
        width=WIDTH,
        phases=laboratory.choose(full=6, quick=6, tiny=2),
        epochs=laboratory.choose(full=4, quick=3, tiny=1),
    )
    folder = laboratory.folder_for("raw network")
    games_folder, file = folder / "selfplay", folder / "raw.net"
    selfplay = SelfPlay(games_per_shard=min(games, 1_000), exact_empties=10, weights="shipped")
    executor, progress = laboratory.executor, laboratory.progress
    run_selfplay(selfplay, games_folder, executor, games=games, progress=progress)
    dataset = open_dataset(sources_of([games_folder], [OUTCOME_SHARE]), folder, executor, progress)
    if not file.exists():
        progress.begin("epochs of the raw network", settings.phases * settings.epochs)
        checkpoints = folder / "checkpoints"
        trained = train_network(
            dataset, settings, checkpoints, progress=lambda report: progress.step(1)
        )
        networks.save(trained, file)
        remove_checkpoints(checkpoints)
    return networks.load(file), sum(dataset.training_count(discs) for discs in DISC_COUNTS)
