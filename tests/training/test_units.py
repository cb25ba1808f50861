"""Training hidden units: what is learnt, how it is rounded, and that a run can be resumed."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outflank.engine import weights as weight_files
from outflank.engine.probcut_model import UNFITTED
from outflank.engine.weights import STAGES, Weights, state_classes
from outflank.engine.workspace import Table, Workspace
from outflank.errors import OutflankError
from outflank.kernels.correction import UNITS
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.midgame import static_value
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES, states_of
from outflank.kernels.unit_training import ROW_LIMIT, predict_units
from outflank.kernels.unit_training import train_units as train_pass
from outflank.search.stopping import StopFlag
from outflank.training.dataset import Dataset
from outflank.training.probcut_fit import with_model
from outflank.training.units import FIRST_SQUARES, UnitTraining, falling_rates, train_units
from tests.positions import random_play_positions

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

SETTINGS = UnitTraining(borders=(20, 30, 50), rates=(1.0, 0.4))


@pytest.fixture(scope="module")
def linear(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "linear.bin"
    weight_files.save(Weights.zeros(), path)
    return path


def boards() -> tuple[np.ndarray, np.ndarray]:
    pairs = [pair for pair in random_play_positions(9, 8) if (pair[0] | pair[1]).bit_count() > 10]
    return tuple(np.array(side, dtype=np.uint64) for side in zip(*pairs, strict=True))  # type: ignore[return-value]


def shown_rows(player: int, opponent: int) -> list[int]:
    numbers = state_classes()[1]
    states = states_of(player, opponent)[: len(INSTANCES)]
    centres = LANE_CENTRES[: len(INSTANCES)]
    places = [centre + state for centre, state in zip(centres, states, strict=True)]
    return [int(numbers[place]) for place in [*places, LANE_CENTRES[-1]]]


def test_a_pass_equals_plain_adagrad() -> None:
    players, opponents = (side[:12] for side in boards())
    chance = np.random.default_rng(3)
    count = state_classes()[0].size
    rows = chance.normal(0, 0.02, (count, UNITS)).astype(np.float32)
    squares = np.full_like(rows, 0.01)
    outputs = chance.normal(0, 2, (STAGES, UNITS + 1)).astype(np.float32)
    output_squares = np.ones_like(outputs)
    labels = chance.normal(0, 5, 12).astype(np.float32)
    order = chance.permutation(12).astype(np.int32)
    copies = [array.copy() for array in (rows, squares, outputs, output_squares)]
    classes = state_classes()[1].astype(np.int32)
    data = (players, opponents, labels, order, classes)
    mean_square = train_pass(*data, rows, squares, outputs, output_squares, 0.02, 0.05)
    plain_rows, plain_squares, plain_outputs, plain_output_squares = copies
    total = 0.0
    for index in order:
        player, opponent = int(players[index]), int(opponents[index])
        shown, discs = shown_rows(player, opponent), (player | opponent).bit_count()
        sums = plain_rows[shown].sum(axis=0)
        active = np.append(np.clip(sums, 0, 1), np.float32(1))
        error = active @ plain_outputs[discs] - labels[index]
        total += error**2
        is_open = (sums > 0) & (sums < 1)
        slopes = np.where(is_open, error * plain_outputs[discs, :UNITS], 0)
        gradient = error * active
        plain_output_squares[discs] += gradient**2
        plain_outputs[discs] -= 0.05 * gradient / np.sqrt(plain_output_squares[discs] + 1e-3)
        for row in shown:
            plain_squares[row] += slopes**2
            step = 0.02 * slopes / np.sqrt(plain_squares[row] + 1e-3)
            plain_rows[row] = np.clip(plain_rows[row] - step, -ROW_LIMIT, ROW_LIMIT)
    assert mean_square == pytest.approx(total / 12, rel=1e-4)
    np.testing.assert_allclose(rows, plain_rows, atol=1e-5)
    np.testing.assert_allclose(outputs, plain_outputs, atol=1e-4)


def test_units_learn_what_linear_weights_cannot(
    dataset: Dataset, linear: Path, tmp_path: Path, executor: Executor
) -> None:
    weights, reports = train_units(dataset, linear, SETTINGS, tmp_path, executor)
    assert weights.units is not None
    assert [(report.first, report.end) for report in reports] == [(20, 30), (30, 50)]
    for report in reports:
        first, last = report.passes[0], report.passes[-1]
        assert last["trained_root_mean_square"] < first["trained_root_mean_square"]
    assert weights.card["units"]["borders"] == [20, 30, 50]


def test_the_engine_evaluates_as_training_does_but_for_rounding(
    dataset: Dataset, linear: Path, tmp_path: Path, executor: Executor
) -> None:
    weights, reports = train_units(dataset, linear, SETTINGS, tmp_path, executor)
    most = reports[1].most_correction
    (folder,) = tmp_path.glob("units-*")
    numbers = np.load(folder / "phase-1.npz")
    workspace = Workspace(Table(0.01), weights, StopFlag())
    players, opponents = boards()
    discs = np.bitwise_count(players | opponents)
    chosen = (discs >= 30) & (discs < 50)
    players, opponents = players[chosen], opponents[chosen]
    values = np.empty(len(players), dtype=np.float32)
    seen = (numbers["row_squares"] > FIRST_SQUARES).any(axis=1, keepdims=True)
    rows = np.where(seen, numbers["rows"], 0).astype(np.float32)
    classes = state_classes()[1].astype(np.int32)
    predict_units(players, opponents, classes, rows, numbers["outputs"], values)
    assert len(players) > 50
    constants = numbers["outputs"][discs[chosen], -1]
    expected = np.clip(values - constants, -most, most) + constants
    for player, opponent, value in zip(players, opponents, expected, strict=True):
        found = static_value(player, opponent, workspace.work) / DISC
        assert found == pytest.approx(float(value), abs=0.5)


def test_a_file_keeps_units(
    dataset: Dataset, linear: Path, tmp_path: Path, executor: Executor
) -> None:
    weights, _ = train_units(dataset, linear, SETTINGS, tmp_path, executor)
    weight_files.save(weights, tmp_path / "both.bin")
    again = weight_files.load(tmp_path / "both.bin")
    assert weights.units is not None
    assert again.units is not None
    assert np.array_equal(again.units.rows, weights.units.rows)
    assert np.array_equal(again.units.blocks, weights.units.blocks)
    assert again.units.borders == (20, 30, 50)
    assert with_model(again, UNFITTED, []).units is again.units
    with pytest.raises(OutflankError, match="has hidden units already"):
        train_units(dataset, tmp_path / "both.bin", SETTINGS, tmp_path, executor)


def test_a_resumed_run_ends_with_the_same_units(
    dataset: Dataset, linear: Path, tmp_path: Path, executor: Executor
) -> None:
    whole, _ = train_units(dataset, linear, SETTINGS, tmp_path / "whole", executor)
    train_units(dataset, linear, SETTINGS, tmp_path / "cut", executor)
    (folder,) = (tmp_path / "cut").glob("units-*")
    for lost in ("phase-0.json", "phase-1.json", "phase-1.npz"):
        (folder / lost).unlink()
    resumed, _ = train_units(dataset, linear, SETTINGS, tmp_path / "cut", executor)
    assert weight_files.to_bytes(resumed) == weight_files.to_bytes(whole)


@pytest.mark.parametrize(
    "settings", [{"borders": (20,)}, {"borders": (30, 20)}, {"rates": ()}, {"rates": (0.0,)}]
)
def test_settings_that_train_nothing_are_refused(settings: dict[str, tuple[float, ...]]) -> None:
    with pytest.raises(OutflankError):
        replace(SETTINGS, **settings)  # type: ignore[arg-type]


def test_rates_fall() -> None:
    assert falling_rates(1) == (1.0,)
    assert falling_rates(3) == (1.0, 0.387, 0.15)
