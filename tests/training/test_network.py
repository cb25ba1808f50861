"""Training networks at a tiny scale: they learn, go on where they were, and can play."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from outflank.cli.main import run
from outflank.engine import networks, weights
from outflank.engine.networks import Kind, Shape
from outflank.errors import MissingExtra, OutflankError
from outflank.kernels.evaluate import DISC
from outflank.kernels.hashing import canonical_all
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES, states_of, symmetry_classes
from outflank.players import UNTIMED, make_player
from outflank.players.network import network_evaluation
from outflank.rules.game import Game
from outflank.training import comparison
from outflank.training.dataset import DISC_COUNTS, LABELLED, Dataset, Positions
from outflank.training.network import EpochReport, NetworkTraining, train_network
from outflank.training.network_export import export_network
from outflank.training.network_inputs import class_count, class_numbers, inputs_of
from outflank.training.network_model import LABEL_DISCS, draw_tensors, numbers_in_discs, values_of
from outflank.training.selfplay import SelfPlay, make_shard
from outflank.training.shards import write_shard
from tests.networks import random_network

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs outflank[nn]: PyTorch")
needs_matplotlib = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="needs outflank[train]: matplotlib"
)


def positions(count: int, seed: int) -> Positions:
    """Canonical boards of 30 to 40 discs, labelled with twice the discs on the edge."""
    chance = np.random.default_rng(seed)
    boards = np.zeros((count, 2), dtype=np.uint64)
    for row in boards:
        squares = chance.permutation(64)[: chance.integers(30, 41)]
        for square in squares:
            row[chance.integers(2)] |= np.uint64(1) << np.uint64(square)
    players, opponents = boards[:, 0].copy(), boards[:, 1].copy()
    canonical_all(players, opponents)
    edge = np.uint64(0xFF818181818181FF)
    own = np.bitwise_count(players & edge).astype(np.float32)
    return Positions(players, opponents, 2 * (own - np.bitwise_count(opponents & edge)))


def dataset(folder: Path, count: int = 1500) -> Dataset:
    """A finished data set, as `open_dataset` leaves it."""
    for side, chosen in (("train", positions(count, 1)), ("held-out", positions(200, 2))):
        rows = np.empty(len(chosen), dtype=LABELLED)
        rows["player"], rows["opponent"], rows["label"] = (
            chosen.players,
            chosen.opponents,
            chosen.labels,
        )
        discs = np.bitwise_count(chosen.players | chosen.opponents)
        for number in DISC_COUNTS:
            np.save(folder / f"{side}-{number:02}.npy", rows[discs == number])
    return Dataset(folder, {})


# What needs no PyTorch


def test_inputs_are_what_the_twin_sees() -> None:
    boards = positions(20, 3)
    classes, squares = inputs_of(boards, Kind.PATTERNS), inputs_of(boards, Kind.RAW)
    for row in range(len(boards)):
        player, opponent = int(boards.players[row]), int(boards.opponents[row])
        states = zip(LANE_CENTRES, states_of(player, opponent)[: len(INSTANCES)], strict=False)
        expected = [class_numbers()[centre + state] for centre, state in states]
        assert classes[row].tolist() == expected
        assert squares[row].tolist() == [
            (player >> square & 1) - (opponent >> square & 1) for square in range(64)
        ]
    assert class_count() == len(np.unique(symmetry_classes()))


def test_export_keeps_values_and_never_overflows() -> None:
    shape = Shape(Kind.PATTERNS, 16, (0,))
    chance = np.random.default_rng(4)
    layers = [chance.normal(0, 0.2, size).astype(np.float32) for size in shape.layers]
    embeddings = chance.normal(0, 0.3, (class_count(), 16)).astype(np.float32)
    embeddings[chance.integers(0, class_count(), 50)] *= 20
    network = export_network(shape, [[embeddings, *layers]], {})
    boards = positions(50, 5)
    for row, classes in enumerate(inputs_of(boards, Kind.PATTERNS)):
        numbers = embeddings[classes].sum(axis=0)
        for layer in layers[:2]:
            numbers = np.maximum(layer[0] + numbers @ layer[1:], 0)
        expected = float((numbers @ layers[2][:-1] + layers[2][-1])[0])
        value = network.value(int(boards.players[row]), int(boards.opponents[row]))
        assert value == pytest.approx(expected, abs=0.05)
    rows = np.abs(network.embeddings[0].astype(np.int64))
    assert rows.max() > 1000
    assert rows.max(axis=1)[LANE_CENTRES[0]] < 32_767


def test_without_pytorch_there_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r"pip install 'outflank\[nn\]'"):
        train_network(dataset(tmp_path, 10), NetworkTraining(), tmp_path / "checkpoints")


@pytest.mark.parametrize("settings", [{"phases": 0}, {"phases": 61}, {"epochs": 0}, {"batch": 0}])
def test_settings_that_cannot_be_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(OutflankError, match=f"{next(iter(settings))}="):
        NetworkTraining(**settings)  # type: ignore[arg-type]


def test_errors_by_discs_and_by_phase(tmp_path: Path) -> None:
    held_out = dataset(tmp_path).held_out

    def zero(player: int, opponent: int) -> int:
        return 0

    def two(player: int, opponent: int) -> int:
        return 2 * DISC

    rows = comparison.compare_evaluations(held_out, {"zero": zero, "two": two})
    assert sum(row.positions for row in rows) == 200
    for row in rows:
        labels = held_out(row.first).labels
        assert row.mean_absolute["zero"] == pytest.approx(np.abs(labels).mean())
        assert row.mean_absolute["two"] == pytest.approx(np.abs(labels - 2).mean())
    phases = comparison.by_phase(rows, 6)
    assert [(row.first, row.last) for row in phases] == [(28, 33), (34, 39), (40, 45)]
    total = sum(row.positions * row.mean_absolute["zero"] for row in phases)
    assert total == pytest.approx(np.abs(held_out(*range(65)).labels).sum())
    path = tmp_path / "errors.csv"
    comparison.write_csv(rows, path)
    with path.open() as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == ["discs", "positions", "zero", "two"]
    assert len(lines) == len(rows)


@needs_matplotlib
def test_errors_are_drawn(tmp_path: Path) -> None:
    row = comparison.Errors(30, 30, 5, {"linear": 3.0, "raw": 9.0})
    comparison.draw_plot([row, replace(row, first=31)], tmp_path / "errors.png")
    assert (tmp_path / "errors.png").read_bytes().startswith(b"\x89PNG")


def test_the_command_compares_a_network_with_linear_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for shard in range(3):
        settings = SelfPlay(games_per_shard=40, depth=3, exact_empties=8)
        write_shard(tmp_path, shard, make_shard(settings, shard))
    linear, network = tmp_path / "linear.bin", tmp_path / "network.bin"
    weights.save(weights.Weights.zeros(), linear)
    networks.save(random_network(Kind.RAW), network)
    command = ["train", "compare", str(tmp_path), "--with", f"linear={linear}"]
    assert run([*command, "-w", f"raw={network}", "--csv", str(tmp_path / "errors.csv")]) == 0
    shown = capsys.readouterr().out
    assert "linear" in shown
    assert "raw" in shown
    assert (tmp_path / "errors.csv").read_text().startswith("discs,positions,linear,raw")
    assert run([*command, "--with", "raw"]) == 2
    assert "write NAME=FILE" in capsys.readouterr().err


# Training


@needs_torch
@pytest.mark.parametrize("kind", Kind)
def test_kernel_twin_and_pytorch_agree(kind: Kind) -> None:
    import torch

    shape = Shape(kind, 32, (0,))
    tensors = draw_tensors(shape, seed=6)
    with torch.no_grad():
        if kind is Kind.PATTERNS:
            tensors[0].normal_(0, 0.3, generator=torch.Generator().manual_seed(7))
    boards = positions(100, 8)
    trained = values_of(boards, tensors, kind).detach().numpy() * LABEL_DISCS
    network = export_network(shape, [numbers_in_discs(tensors)], {})
    evaluate = network_evaluation(network)
    for row, value in enumerate(trained):
        board = int(boards.players[row]), int(boards.opponents[row])
        assert network.value(*board) == pytest.approx(value, abs=0.05)
        assert evaluate(*board) / DISC == pytest.approx(network.value(*board), abs=0.01)
    assert trained.std() > 0.3


@needs_torch
@pytest.mark.parametrize("kind", Kind)
def test_networks_learn_and_play(kind: Kind, tmp_path: Path) -> None:
    settings = NetworkTraining(kind=kind, width=16, phases=2, epochs=8, batch=64, rate=0.01)
    data = dataset(tmp_path)
    trained = train_network(data, settings, tmp_path / "checkpoints")
    rows = comparison.compare_evaluations(
        data.training, {"network": network_evaluation(trained), "zero": lambda *_: 0}
    )
    (phase,) = comparison.by_phase(rows, 60)
    assert phase.mean_absolute["network"] < 0.5 * phase.mean_absolute["zero"]
    path = tmp_path / "network.bin"
    networks.save(trained, path)
    player = make_player(f"network:weights={path},depth=2")
    game = Game()
    assert player.choose(game, UNTIMED) in game.position.legal_moves()


def _stop_after(epochs: int) -> Callable[[EpochReport], None]:
    seen = []

    def progress(report: EpochReport) -> None:
        seen.append(report)
        if len(seen) == epochs:
            raise KeyboardInterrupt

    return progress


@needs_torch
def test_a_killed_run_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    settings = NetworkTraining(kind=Kind.RAW, width=16, phases=2, epochs=2, batch=100)
    data = dataset(tmp_path, 400)
    whole = train_network(data, settings, tmp_path / "whole")
    broken = tmp_path / "broken"
    with pytest.raises(KeyboardInterrupt):
        train_network(data, settings, broken, progress=_stop_after(1))
    (broken / "phase-01.pt.1.tmp").write_bytes(b"half a checkpoint")
    reports: list[EpochReport] = []
    resumed = train_network(data, settings, broken, progress=reports.append)
    assert [(report.phase, report.epoch) for report in reports] == [(0, 2), (1, 1), (1, 2)]
    assert np.array_equal(whole.dense, resumed.dense)
    assert whole.card == resumed.card
    with pytest.raises(OutflankError, match="other settings"):
        train_network(data, replace(settings, seed=2), broken)
    with pytest.raises(OutflankError, match="no position has 0 to 13 discs"):
        train_network(data, replace(settings, phases=6), broken)
