"""Compiled networks: they compute what the NumPy twin does, whichever way the board is turned."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from outflank.classics.evaluations import Evaluation
from outflank.engine.networks import Kind, Network
from outflank.engine.weights import STAGES, Weights
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.network import states_of_all
from outflank.kernels.patterns import (
    INSTANCES,
    LANE_CENTRES,
    LANES,
    STAGE_WEIGHTS,
    states_of,
    symmetry_classes,
)
from outflank.players.network import linear_evaluation, network_evaluation
from tests.networks import random_network
from tests.positions import all_images, custom_positions, random_play_positions

POSITIONS = [
    *custom_positions(seed=1, count=10 if INTERPRETED else 300),
    *list(random_play_positions(seed=2, games=4))[:: 20 if INTERPRETED else 1],
]


@cache
def example(kind: Kind, width: int) -> tuple[Network, Evaluation]:
    network = random_network(kind, width)
    return network, network_evaluation(network)


@pytest.mark.parametrize("width", [16, 48])
@pytest.mark.parametrize("kind", Kind)
def test_compiled_networks_equal_their_twin(kind: Kind, width: int) -> None:
    network, evaluate = example(kind, width)
    values = [network.value(*board) for board in POSITIONS]
    assert np.std(values) > 0.5
    for board, value in zip(POSITIONS, values, strict=True):
        assert evaluate(*board) == pytest.approx(DISC * value, abs=0.51 + 1e-3 * abs(value) * DISC)


@pytest.mark.parametrize("kind", Kind)
def test_images_are_worth_the_same(kind: Kind) -> None:
    _, evaluate = example(kind, 16)
    for board in POSITIONS[:: 1 if INTERPRETED else 5]:
        assert len({evaluate(*image) for image in all_images(*board)}) == 1


def test_linear_values_are_sums_of_weights() -> None:
    drawn = np.random.default_rng(3).integers(-200, 200, (STAGES, STAGE_WEIGHTS))
    weights = Weights(np.ascontiguousarray(drawn[:, symmetry_classes()], dtype=np.int16), {})
    evaluate = linear_evaluation(weights)
    for player, opponent in POSITIONS:
        stage = weights.table[(player | opponent).bit_count()].astype(np.int64)
        lanes = zip(LANE_CENTRES, states_of(player, opponent)[: len(INSTANCES)], strict=False)
        assert evaluate(player, opponent) == stage[-1] + sum(
            stage[centre + state] for centre, state in lanes
        )


def test_states_of_many_positions_are_those_of_each() -> None:
    boards = np.array(POSITIONS, dtype=np.uint64)
    states = np.zeros((len(boards), LANES), dtype=np.int16)
    states_of_all(boards[:, 0].copy(), boards[:, 1].copy(), states)
    for row, board in zip(states, POSITIONS, strict=True):
        assert row.tolist() == states_of(*board)
