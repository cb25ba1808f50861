"""Fitting ProbCut at a tiny scale: what is measured, modelled and written with the weights."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import pytest

from outflank.cli.main import run
from outflank.engine import weights as weight_files
from outflank.engine.probcut_model import ErrorModel
from outflank.engine.weights import STAGES, Weights
from outflank.errors import OutflankError
from outflank.kernels.patterns import STAGE_WEIGHTS, symmetry_classes
from outflank.rules.position import Position
from outflank.training import probcut_fit
from outflank.training.probcut_fit import Deviation, Measuring
from tests.endgames import compiled_exact_score

TINY = Measuring(positions=8, depth=4, solve_empties=14)


@pytest.fixture(scope="module")
def weights_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    drawn = np.random.default_rng(3).normal(0, 40, (STAGES, STAGE_WEIGHTS)).astype(np.int16)
    weights = Weights(np.ascontiguousarray(drawn[:, symmetry_classes()]), {"rounds": 1})
    path = tmp_path_factory.mktemp("weights") / "weights.bin"
    weight_files.save(weights, path)
    return path


def test_positions_are_spread_over_all_numbers_of_empties(shards: Path) -> None:
    pairs = probcut_fit.choose_positions([shards], TINY)
    empties = [Position(*pair).empty_count for pair in pairs]
    assert set(empties) >= set(range(12, 50))
    assert max(empties.count(count) for count in set(empties)) <= TINY.positions
    assert pairs == probcut_fit.choose_positions([shards], TINY)


def test_values_by_depth_end_with_the_exact_score(shards: Path, weights_file: Path) -> None:
    pairs = [
        pair
        for pair in probcut_fit.choose_positions([shards], TINY)
        if Position(*pair).empty_count == 12
    ]
    for pair, values in zip(
        pairs, probcut_fit.search_values(pairs, str(weights_file), TINY), strict=True
    ):
        assert set(values) == {0, 1, 2, 3, 4, 12}
        assert values[12] == compiled_exact_score(*pair, -64, 64)


def test_deviations_and_the_model_are_written_with_the_weights(
    shards: Path, weights_file: Path, executor: Executor, tmp_path: Path
) -> None:
    pairs = probcut_fit.choose_positions([shards], TINY)
    deviations = probcut_fit.measure(pairs, str(weights_file), TINY, executor)
    assert {row.deep for row in deviations if row.deep < row.empties} == {1, 2, 3, 4}
    assert all(row.shallow < row.deep and row.discs > 0 for row in deviations)
    model = probcut_fit.fit_model(deviations)
    before = weight_files.load(weights_file)
    path = tmp_path / "with-model.bin"
    weight_files.save(probcut_fit.with_model(before, model, deviations), path)
    after = weight_files.load(path)
    assert np.array_equal(after.table, before.table)
    assert after.card["rounds"] == 1
    assert np.array_equal(after.errors, model.tables())
    assert not np.array_equal(after.errors, before.errors)


def test_the_model_finds_known_coefficients_again() -> None:
    truth = ErrorModel((1.0, -0.02, 0.3, -0.4, 0.1), (1.5, -0.01, 0.2, -0.3))
    rows = [
        Deviation(empties, deep, shallow, truth.deviation(empties, deep, shallow), 50)
        for empties in range(14, 40)
        for deep in (*range(2, 9), empties)
        for shallow in range(6)
        if shallow < deep
    ]
    found = probcut_fit.fit_model(rows)
    assert np.allclose(found.midgame, truth.midgame, atol=1e-6)
    assert np.allclose(found.endgame, truth.endgame, atol=1e-6)


def test_too_little_to_fit_is_refused() -> None:
    with pytest.raises(OutflankError, match="too few positions"):
        probcut_fit.fit_model([Deviation(20, 4, 2, 3.0, 10)])
    with pytest.raises(OutflankError, match="depth=40"):
        Measuring(depth=40)


@pytest.mark.slow
def test_the_command_writes_weights_and_a_picture(
    shards: Path, weights_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, plot = tmp_path / "out.bin", tmp_path / "errors.png"
    options = ["--weights", str(weights_file), "--positions", "8", "--depth", "4", "--solve", "14"]
    paths = ["--output", str(output), "--plot", str(plot)]
    assert run(["train", "probcut", str(shards), *options, *paths, "--processes", "1"]) == 0
    assert "has the model" in " ".join(capsys.readouterr().out.split())
    model = weight_files.load(output).card["probcut"]
    assert all(math.isfinite(value) for value in model["midgame"] + model["endgame"])
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert run(["train", "probcut", str(shards), "--weights", "none", *paths]) == 2
    assert "none has no errors" in capsys.readouterr().err
