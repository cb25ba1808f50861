"""Training at a tiny scale: games, labels, data sets and fits are what they say."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from outflank.engine.solver import Solver
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.patterns import LANE_CENTRES, STAGE_WEIGHTS, states_of, symmetry_classes
from outflank.rules.position import Position
from outflank.training.dataset import Positions, load_dataset
from outflank.training.fit import Fit, fit_all, fit_positions, values_of
from outflank.training.selfplay import SelfPlay, play_shard, run_selfplay, shard_path

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

SETTINGS = SelfPlay(games_per_shard=20, depth=3, exact_empties=8, seed=5)


def test_shards_depend_on_their_number_and_the_settings_alone() -> None:
    first, again, other = (play_shard(SETTINGS, shard) for shard in (0, 0, 1))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert not np.array_equal(first["player"][:50], other["player"][:50])


def test_exact_labels_are_exact() -> None:
    columns = play_shard(SETTINGS, 2)
    solver = Solver(weights=Weights.zeros(), table_megabytes=4)
    exact = np.flatnonzero(columns["exact"])
    assert len(exact) > 30
    for row in exact:
        position = Position(int(columns["player"][row]), int(columns["opponent"][row]))
        assert solver.solve(position).score * DISC == columns["value"][row]
        assert columns["outcome"][row] == columns["value"][row]


def test_a_run_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        made = run_selfplay(SETTINGS, 3, tmp_path, executor)
        kept = shard_path(tmp_path, 0).stat().st_mtime_ns
        shard_path(tmp_path, 1).unlink()
        again = run_selfplay(SETTINGS, 3, tmp_path, executor)
        assert 0 < again < made
        assert shard_path(tmp_path, 0).stat().st_mtime_ns == kept
        other = SelfPlay(games_per_shard=20, depth=4, exact_empties=8, seed=5)
        with pytest.raises(OutflankError, match="other settings"):
            run_selfplay(other, 3, tmp_path, executor)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["settings"]["seed"] == 5
    dataset = load_dataset([tmp_path])
    kept_positions = sum(
        len(part) for side in (dataset.train, dataset.held_out) for part in side.values()
    )
    assert 0 < kept_positions <= made
    table, errors = fit_all(dataset, Fit(passes=3, threads=1))
    assert table.any()
    assert {error.discs for error in errors} == {
        discs for discs, part in dataset.train.items() if len(part)
    }


def test_without_shards_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(OutflankError, match="no shards"):
        load_dataset([tmp_path])


def random_positions(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    chance = np.random.default_rng(seed)
    players = chance.integers(0, 1 << 63, count, dtype=np.uint64)
    return players, chance.integers(0, 1 << 63, count, dtype=np.uint64) & ~players


def test_values_are_sums_of_weights() -> None:
    players, opponents = random_positions(50, 1)
    weights = np.random.default_rng(2).normal(0, 1, STAGE_WEIGHTS).astype(np.float32)
    positions = Positions(players, opponents, np.zeros(50, dtype=np.float32))
    for row, value in enumerate(values_of(positions, weights)):
        states = states_of(int(players[row]), int(opponents[row]))[:46]
        total = weights[-1] + sum(
            weights[centre + state] for centre, state in zip(LANE_CENTRES[:46], states, strict=True)
        )
        assert value == pytest.approx(total, abs=1e-3)


def test_a_fit_finds_the_weights_that_made_the_labels() -> None:
    players, opponents = random_positions(4000, 3)
    drawn = np.random.default_rng(4).normal(0, 1, STAGE_WEIGHTS).astype(np.float32)
    truth = drawn[symmetry_classes()]
    blank = Positions(players, opponents, np.zeros(len(players), dtype=np.float32))
    positions = Positions(players, opponents, values_of(blank, truth))
    zero = np.zeros(STAGE_WEIGHTS, dtype=np.float32)
    for threads in (1, 2):
        fitted = fit_positions(positions, zero, ridge=0.01, passes=40, threads=threads)
        error = np.abs(values_of(positions, fitted) - positions.labels).mean()
        assert error < 0.05 * np.abs(positions.labels).mean()
        assert np.array_equal(fitted, fitted[symmetry_classes()])
    pulled = fit_positions(positions, truth, ridge=1e9, passes=3, threads=1)
    assert np.allclose(pulled, truth, atol=1e-3)
