"""The midgame search without selectivity equals plain negamax with the same evaluation."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from outflank.engine.weights import STAGES, Weights
from outflank.engine.workspace import Table, Workspace
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.leaf import HIGHEST
from outflank.kernels.midgame import LOWEST, first_choice, search_root, static_value
from outflank.kernels.patterns import LANE_CENTRES, STAGE_WEIGHTS, states_of, symmetry_classes
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.stopping import StopFlag
from tests.positions import all_images, random_play_positions
from tests.units import random_units


@pytest.fixture(scope="module")
def weights() -> Weights:
    drawn = np.random.default_rng(4).normal(0, 60, (STAGES, STAGE_WEIGHTS)).astype(np.int16)
    return Weights(np.ascontiguousarray(drawn[:, symmetry_classes()]), {})


def evaluation(position: Position, weights: Weights) -> int:
    row = weights.table[64 - position.empty_count]
    states = states_of(position.player, position.opponent)[:46]
    total = int(row[-1]) + sum(
        int(row[centre + state]) for centre, state in zip(LANE_CENTRES[:46], states, strict=True)
    )
    return max(-HIGHEST, min(HIGHEST, total))


def negamax(position: Position, depth: int, value_of: Callable[[Position], int]) -> int:
    """A leaf is evaluated as it stands; passes cost no depth."""
    if depth == 0:
        over = not position.empty_count or not position.player
        return position.score() * DISC if over else value_of(position)
    moves = position.legal_moves()
    if not moves:
        return position.score() * DISC
    if moves == (PASS,):
        return -negamax(position.passed(), depth, value_of)
    return max(-negamax(position.play(move), depth - 1, value_of) for move in moves)


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_search_with_hidden_units_equals_negamax_with_every_leaf_corrected(
    weights: Weights,
) -> None:
    corrected = replace(weights, units=random_units())
    leaves = Workspace(Table(0.01), corrected, StopFlag())

    def value_of(position: Position) -> int:
        return static_value(position.player, position.opponent, leaves.work)

    boards = list(random_play_positions(5, 12))
    differing = 0
    for board in random.Random(6).sample(boards, 30):
        position = Position(*board)
        if position.is_over() or position.empty_count < 3:
            continue
        linear = evaluation(position, weights)
        differing += linear != value_of(position)
        workspace = Workspace(Table(1), corrected, StopFlag())
        for depth in (1, 2, 3):
            found = search_root(*board, LOWEST, -LOWEST, depth, workspace.work)
            wanted = negamax(position, depth, value_of)
            assert found == wanted
            for alpha in (wanted - 1, wanted, wanted + 300, wanted - 300):
                bound = search_root(*board, alpha, alpha + 1, depth, workspace.work)
                assert (bound > alpha) == (wanted > alpha)
                assert bound <= wanted if bound > alpha else bound >= wanted
    assert differing > 20


def test_search_equals_negamax(weights: Weights) -> None:
    workspace = Workspace(Table(1), weights, StopFlag())
    boards = list(random_play_positions(5, 2 if INTERPRETED else 12))
    chosen = random.Random(6).sample(boards, 8 if INTERPRETED else 40)
    for board in chosen:
        position = Position(*board)
        for depth in (1, 2) if INTERPRETED else (1, 2, 3):
            if position.is_over() or position.empty_count < depth:
                continue
            value = search_root(*board, LOWEST, -LOWEST, depth, workspace.work)
            assert value == negamax(position, depth, partial(evaluation, weights=weights))


def test_the_first_choice_is_the_best_of_one_ply(weights: Weights) -> None:
    workspace = Workspace(Table(1), weights, StopFlag())
    boards = list(random_play_positions(8, 2 if INTERPRETED else 12))
    positions = [Position(*board) for board in boards]
    positions = [position for position in positions if position.legal_moves() not in ((), (PASS,))]
    for position in random.Random(9).sample(positions, 8 if INTERPRETED else 60):
        move = first_choice(position.player, position.opponent, workspace.work)
        assert move in position.legal_moves()
        value_of = partial(evaluation, weights=weights)
        value = negamax(position, 1, value_of)
        assert value == workspace.work["root_value"] == -negamax(position.play(move), 0, value_of)


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_images_have_the_same_value_at_any_depth(weights: Weights) -> None:
    for board in list(random_play_positions(7, 3))[::9]:
        if Position(*board).is_over():
            continue
        workspaces = [Workspace(Table(1), weights, StopFlag()) for _ in range(8)]
        values = {
            search_root(
                *image, LOWEST, -LOWEST, min(5, 64 - (image[0] | image[1]).bit_count()), space.work
            )
            for image, space in zip(all_images(*board), workspaces, strict=True)
        }
        assert len(values) == 1
