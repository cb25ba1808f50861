"""The tables behind ProbCut: sane for any fitted coefficients."""

from __future__ import annotations

import random

import numpy as np
import pytest

from outflank.engine.probcut_model import (
    LEAST_DISCS,
    MOST_DISCS,
    UNFITTED,
    ErrorModel,
    probe_depth_of,
)
from outflank.engine.weights import Weights, shipped
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import kernel
from outflank.kernels.probcut import ERROR_PLACES, probe_depth

FITTED = ErrorModel(
    midgame=(2.040, -0.0275, 0.510, -0.155, -0.309), endgame=(1.527, -0.0450, 0.441, -0.112)
)
"""What a fit gave, rounded."""


def models() -> list[ErrorModel]:
    chance = random.Random(1)
    wild = [
        ErrorModel(
            tuple(chance.uniform(-9, 9) for _ in range(5)),
            tuple(chance.uniform(-9, 9) for _ in range(4)),
        )
        for _ in range(6)
    ]
    extreme = [ErrorModel((value,) * 5, (value,) * 4) for value in (-1e6, 1e6)]
    return [FITTED, UNFITTED, *wild, *extreme]


@kernel("i8(i8)")
def compiled_probe_depth(depth: int) -> int:
    return probe_depth(depth)


@pytest.mark.parametrize("model", models(), ids=lambda model: f"{model.endgame[0]:.3g}")
def test_tables_are_sane_for_any_coefficients(model: ErrorModel) -> None:
    tables = model.tables()
    assert tables.shape == (2, ERROR_PLACES, ERROR_PLACES)
    assert tables.dtype == np.int16
    empties, depth = np.indices((ERROR_PLACES, ERROR_PLACES))
    used = (depth >= 2) & (depth <= empties)
    assert not tables[:, ~used].any()
    assert tables[:, used].min() >= round(LEAST_DISCS * DISC) > 0
    assert tables[:, used].max() <= MOST_DISCS * DISC < 2**15


def fitted_models() -> list[ErrorModel]:
    found = shipped().card.get("probcut")
    if not found:
        return [FITTED]
    return [FITTED, ErrorModel(tuple(found["midgame"]), tuple(found["endgame"]))]


@pytest.mark.parametrize("model", fitted_models(), ids=lambda model: f"{model.endgame[0]:.3g}")
def test_fitted_deviations_behave(model: ErrorModel) -> None:
    probe, static = model.tables().astype(int)
    for empties in range(8, 60):
        depths = range(2, empties)
        # The further a search looks beyond the evaluation, the more they differ.
        assert (np.diff(static[empties, 2:empties]) >= 0).all()
        # A probe knows more than the bare evaluation.
        assert all(probe[empties, depth] <= static[empties, depth] for depth in depths)
        assert probe[empties, empties] <= static[empties, empties]
    # Late in the game more is at stake.
    for depth in (4, 8, 12):
        assert (np.diff(probe[depth + 1 : 60, depth]) <= 0).all()
    # No more than a few discs where the solver cuts.
    solves = np.diagonal(probe)[13:31] / DISC
    assert solves.min() > 1
    assert solves.max() < 10


def test_probes_are_shallower_and_of_the_same_parity() -> None:
    for depth in range(2, 64):
        shallow = probe_depth_of(depth)
        assert shallow == compiled_probe_depth(depth)
        assert 0 <= shallow < depth
        assert (depth - shallow) % 2 == 0
        assert abs(shallow - depth / 2) <= 1


def test_weights_have_the_tables_of_their_card() -> None:
    table = Weights.zeros().table
    card = {"probcut": {"midgame": list(FITTED.midgame), "endgame": list(FITTED.endgame)}}
    assert np.array_equal(Weights(table, card).errors, FITTED.tables())
    assert np.array_equal(Weights(table, {}).errors, UNFITTED.tables())
    assert Weights(table, card).errors.flags.c_contiguous
