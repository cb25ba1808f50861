"""The midgame search without selectivity equals plain negamax with the same evaluation."""

from __future__ import annotations

import random

import numpy as np
import pytest

from outflank.engine.weights import STAGES, Weights
from outflank.engine.workspace import Table, Workspace
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.midgame import HIGHEST, LOWEST, first_choice, search_root
from outflank.kernels.patterns import LANE_CENTRES, STAGE_WEIGHTS, states_of, symmetry_classes
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.stopping import StopFlag
from tests.positions import all_images, random_play_positions


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


def negamax(position: Position, depth: int, weights: Weights) -> int:
    """A leaf is evaluated as it stands; passes cost no depth."""
    if depth == 0:
        over = not position.empty_count or not position.player
        return position.score() * DISC if over else evaluation(position, weights)
    moves = position.legal_moves()
    if not moves:
        return position.score() * DISC
    if moves == (PASS,):
        return -negamax(position.passed(), depth, weights)
    return max(-negamax(position.play(move), depth - 1, weights) for move in moves)


def test_search_equals_negamax(weights: Weights) -> None:
    workspace = Workspace(Table(1), weights, StopFlag())
    boards = list(random_play_positions(5, 2 if INTERPRETED else 12))
    chosen = random.Random(6).sample(boards, 8 if INTERPRETED else 60)
    for board in chosen:
        position = Position(*board)
        for depth in (1, 2) if INTERPRETED else (1, 2, 3):
            if position.is_over() or position.empty_count < depth:
                continue
            value = search_root(*board, LOWEST, -LOWEST, depth, workspace.work)
            assert value == negamax(position, depth, weights)


def test_the_first_choice_is_the_best_of_one_ply(weights: Weights) -> None:
    workspace = Workspace(Table(1), weights, StopFlag())
    boards = list(random_play_positions(8, 2 if INTERPRETED else 12))
    positions = [Position(*board) for board in boards]
    positions = [position for position in positions if position.legal_moves() not in ((), (PASS,))]
    for position in random.Random(9).sample(positions, 8 if INTERPRETED else 60):
        move = first_choice(position.player, position.opponent, workspace.work)
        assert move in position.legal_moves()
        value = negamax(position, 1, weights)
        assert value == workspace.work["root_value"] == -negamax(position.play(move), 0, weights)


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
