"""Fits: the best weights are found, by either method, the same with any number of threads."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outflank.engine import weights as weight_files
from outflank.engine.weights import STAGES, Weights, state_classes
from outflank.errors import OutflankError
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.patterns import LANE_CENTRES, states_of
from outflank.training import least_squares
from outflank.training.curves import fits_of, plot_curves
from outflank.training.dataset import Dataset, Positions
from outflank.training.fit import Fit, errors_of, open_fit, run_fit, what_is_missed
from outflank.training.least_squares import (
    LeastSquares,
    Vector,
    classes_count,
    dot,
    spread,
    values_of,
)
from outflank.training.minimisers import MINIMISERS, conjugate_gradients, gradient_descent
from outflank.training.reports import StageReport, overall
from tests.training.tiny import FIT

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

RIDGE = 2.0


def random_positions(count: int, seed: int) -> Positions:
    """Boards with labels drawn at random."""
    chance = np.random.default_rng(seed)
    players = chance.integers(0, 1 << 63, count, dtype=np.uint64)
    opponents = chance.integers(0, 1 << 63, count, dtype=np.uint64) & ~players
    return Positions(players, opponents, chance.normal(0, 10, count).astype(np.float32))


def matrix_of(positions: Positions) -> np.ndarray[Any, Any]:
    """How often each position shows each class: the matrix that passes never write down."""
    rows = []
    for player, opponent in zip(positions.players, positions.opponents, strict=True):
        states = states_of(int(player), int(opponent))[:46]
        shown = [centre + state for centre, state in zip(LANE_CENTRES, states, strict=False)]
        classes = state_classes()[1][[*shown, LANE_CENTRES[-1]]]
        rows.append(np.bincount(classes, minlength=classes_count()))
    return np.array(rows, dtype=np.float64)


@pytest.fixture(scope="module")
def positions() -> Positions:
    return random_positions(40, 1)


@pytest.fixture(scope="module")
def matrix(positions: Positions) -> np.ndarray[Any, Any]:
    return matrix_of(positions)


def drawn(seed: int) -> Vector:
    return np.random.default_rng(seed).normal(0, 1, classes_count())


def ignore(objective: float, change: Vector) -> None:
    pass


def test_passes_multiply_by_the_matrix(
    positions: Positions, matrix: np.ndarray[Any, Any], executor: Executor
) -> None:
    prior, vector = drawn(2), drawn(3)
    problem = LeastSquares(positions, prior, RIDGE, executor)
    assert np.allclose(values_of(positions, spread(vector)), matrix @ vector, atol=1e-4)
    assert np.allclose(problem.sightings(), matrix.sum(axis=0) + RIDGE)
    product = matrix.T @ (matrix @ vector) + RIDGE * vector
    assert np.allclose(problem.product(vector), product, atol=1e-3)
    downhill, objective = problem.descent(vector)
    residual = positions.labels - matrix @ (prior + vector)
    assert np.allclose(downhill, matrix.T @ residual - RIDGE * vector, atol=1e-3)
    expected = (residual @ residual + RIDGE * vector @ vector) / 2
    assert objective == pytest.approx(expected, rel=1e-5)


def test_conjugate_gradients_find_the_solution(
    positions: Positions, matrix: np.ndarray[Any, Any], executor: Executor
) -> None:
    prior = drawn(4)
    problem = LeastSquares(positions, prior, RIDGE, executor)
    objectives = []
    change = conjugate_gradients(problem, 60, lambda objective, _: objectives.append(objective))
    # With few positions and many weights the solution is quickest by way of the positions.
    gram = matrix @ matrix.T + RIDGE * np.eye(len(positions))
    exact = matrix.T @ np.linalg.solve(gram, positions.labels - matrix @ prior)
    assert np.allclose(change, exact, atol=1e-3)
    assert objectives == sorted(objectives, reverse=True)
    assert objectives[-1] == pytest.approx(problem.descent(change)[1], rel=1e-4)


def test_gradient_descent_goes_down_to_the_same_place_but_slower(
    positions: Positions, executor: Executor
) -> None:
    problem = LeastSquares(positions, np.zeros(classes_count()), RIDGE, executor)
    curves: dict[str, list[float]] = {"cg": [], "gd": []}
    ends = {}
    for name, curve in curves.items():

        def watch(objective: float, change: Vector, to: list[float] = curve) -> None:
            to.append(objective)

        ends[name] = MINIMISERS[name](problem, 30, watch)
    assert curves["gd"] == sorted(curves["gd"], reverse=True)
    assert all(fast <= slow for fast, slow in zip(curves["cg"], curves["gd"], strict=False))
    longer = gradient_descent(problem, 600, ignore)
    assert dot(longer - ends["cg"], longer - ends["cg"]) < 0.01 * dot(ends["cg"], ends["cg"])


def test_the_number_of_threads_changes_no_bit(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(least_squares, "CHUNK", 100)
    positions = random_positions(3000, 5)
    vector = drawn(6)
    with ThreadPoolExecutor(3) as three:
        results = [
            LeastSquares(positions, vector, RIDGE, threads).descent(vector)
            for threads in (executor, three, three)
        ]
    for downhill, objective in results[1:]:
        assert np.array_equal(downhill, results[0][0])
        assert objective == results[0][1]


def test_a_great_ridge_keeps_to_the_prior(positions: Positions, executor: Executor) -> None:
    change = conjugate_gradients(LeastSquares(positions, drawn(7), 1e9, executor), 3, ignore)
    assert np.abs(change).max() < 1e-3


# All stages


@pytest.fixture(scope="module")
def fitted(dataset: Dataset, executor: Executor) -> tuple[Any, list[StageReport]]:
    return run_fit(dataset, FIT, executor)


def test_a_fit_reports_what_its_weights_do(
    dataset: Dataset, fitted: tuple[Any, list[StageReport]]
) -> None:
    weights, reports = fitted
    assert {report.discs for report in reports} == set(range(4, 64))
    for report in reports:
        assert report.positions == len(dataset.training(report.discs))
        row = weights.table[report.discs].astype(np.float32) / DISC
        assert report.quantised == errors_of(dataset.held_out(report.discs), row)
        if report.fitted is not None and report.quantised is not None:
            loss = report.quantised.root_mean_square - report.fitted.root_mean_square
            assert abs(loss) < 0.1
            assert report.curve[-1].held_out is not None
            final = report.curve[-1].held_out.root_mean_square
            assert final == pytest.approx(report.fitted.root_mean_square, rel=1e-3)
    total = overall(reports, quantised=True)
    assert total is not None
    assert 0 < total.mean_absolute <= total.root_mean_square < 30


def test_learning_curves_go_down(fitted: tuple[Any, list[StageReport]]) -> None:
    for report in fitted[1]:
        for phase in ("window", "own"):
            curve = [point for point in report.curve if point.phase == phase]
            assert [point.passes for point in curve] == list(range(len(curve)))
            objectives = [point.objective_discs for point in curve]
            assert objectives == sorted(objectives, reverse=True)


def test_stages_without_positions_take_after_their_neighbours(
    dataset: Dataset, fitted: tuple[Any, list[StageReport]]
) -> None:
    assert not len(dataset.training(60))
    assert len(dataset.training(58))
    table = fitted[0].table
    assert table[60].any()
    assert not table[2].any()


def test_the_model_card_tells_where_weights_come_from(
    dataset: Dataset, fitted: tuple[Any, list[StageReport]]
) -> None:
    card = fitted[0].card
    assert (card["licence"], card["rounds"]) == ("MIT", 1)
    assert card["fit"]["passes"] == FIT.passes
    assert card["data"] == dataset.summary
    (source,) = card["data"]["sources"]
    assert source["made_by"]["settings"]["seed"] == 5
    assert {stage["discs"] for stage in card["stages"]} == {
        discs for discs in range(4, 64) if len(dataset.training(discs))
    }


def test_stages_that_are_fitted_are_not_fitted_again(
    dataset: Dataset, fitted: tuple[Any, list[StageReport]], executor: Executor
) -> None:
    folder = open_fit(dataset, FIT)
    for kept in folder.glob("stage-*"):
        if kept.stem != "stage-30":
            kept.touch()
    (folder / "stage-30.json").unlink()
    before = (folder / "stage-40.json").stat().st_mtime_ns
    weights, reports = run_fit(dataset, FIT, executor, threads=2)
    assert (folder / "stage-40.json").stat().st_mtime_ns == before
    assert np.array_equal(weights.table, fitted[0].table)
    assert (weights.card, reports) == (fitted[0].card, fitted[1])


def test_both_methods_are_drawn_in_one_picture(
    dataset: Dataset, fitted: tuple[Any, list[StageReport]], executor: Executor, tmp_path: Path
) -> None:
    run_fit(dataset, Fit(method="gd", passes=1), executor)
    fits = fits_of(dataset)
    assert {fit.name.split(",")[0] for fit in fits} == {"conjugate gradients", "gradient descent"}
    assert sorted(len(fit.held_out()) for fit in fits) == [2 * 2, 2 * 4]
    plot_curves(fits, tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_weights_that_a_fit_goes_on_from_are_kept_where_it_sees_nothing(
    dataset: Dataset, fitted: tuple[Any, list[StageReport]], executor: Executor, tmp_path: Path
) -> None:
    before = fitted[0]
    weight_files.save(before, tmp_path / "before.bin")
    onto = str(tmp_path / "before.bin")
    # So strong a pull lets nothing change.
    held = Fit(passes=1, ridge=1e12, window_ridge=1e12, onto=onto)
    weights, _ = run_fit(dataset, held, executor)
    assert np.array_equal(weights.table[4:], before.table[4:])
    assert weights.card["fit"]["onto"] == "before.bin"
    # What the positions show does change; what they never show does not.
    positions = dataset.training(*range(4, 64))
    is_shown = _are_shown(positions)
    other = Weights(np.full_like(before.table, 64), {})
    weight_files.save(other, tmp_path / "other.bin")
    weights, _ = run_fit(
        dataset,
        replace(held, ridge=1.0, window_ridge=1.0, onto=str(tmp_path / "other.bin")),
        executor,
    )
    folded = weights.table[:, state_classes()[0]]
    assert (folded[4:64, ~is_shown] == 64).all()
    assert (folded[4:64, is_shown] != 64).any()


def _are_shown(positions: Positions) -> np.ndarray[Any, Any]:
    """Which classes any of these positions shows."""
    with ThreadPoolExecutor(1) as pool:
        sightings = LeastSquares(positions, np.zeros(classes_count()), 0.0, pool).sightings()
    return sightings > 0


def test_nothing_is_missed_of_labels_that_are_the_values() -> None:
    chance = np.random.default_rng(7)
    numbers = chance.integers(-500, 500, (STAGES, classes_count()), dtype=np.int16)
    weights = Weights(np.ascontiguousarray(numbers[:, state_classes()[1]]), {})
    positions = random_positions(50, 8)
    discs = np.bitwise_count(positions.players | positions.opponents)
    for row, count in enumerate(discs):
        one = positions.part(row, row + 1)
        positions.labels[row] = values_of(one, weights.table[count].astype(np.float32) / DISC)[0]
    assert len(np.unique(discs)) > 5
    assert np.abs(what_is_missed(positions, weights).labels).max() < 1e-3


@pytest.mark.parametrize(
    "settings",
    [{"method": "magic"}, {"passes": 0}, {"ridge": 0.0}, {"window_ridge": -1.0}, {"window": 31}],
)
def test_settings_that_fit_nothing_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(OutflankError):
        Fit(**settings)
