"""Values of given positions, and duels: what the other kernels say one by one."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest

from outflank.engine.solver import Solver
from outflank.engine.weights import STAGES, Weights
from outflank.engine.workspace import Table, Workspace
from outflank.kernels.duel import play_duel
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.labels import label_positions, value_at_depth
from outflank.kernels.patterns import STAGE_WEIGHTS, symmetry_classes
from outflank.rules.position import Position
from outflank.search.stopping import StopFlag
from tests.kernels.test_midgame import evaluation, negamax
from tests.positions import Pair, random_play_positions


@pytest.fixture(scope="module")
def weights() -> Weights:
    drawn = np.random.default_rng(4).normal(0, 60, (STAGES, STAGE_WEIGHTS)).astype(np.int16)
    return Weights(np.ascontiguousarray(drawn[:, symmetry_classes()]), {})


@pytest.fixture(scope="module")
def boards() -> list[Pair]:
    return list(random_play_positions(9, 2 if INTERPRETED else 12))


def new_workspace(weights: Weights) -> Workspace:
    return Workspace(Table(1), weights, StopFlag())


def test_depth_0_is_the_evaluation_for_the_side_that_can_move(
    weights: Weights, boards: list[Pair]
) -> None:
    workspace = new_workspace(weights)
    kinds = set()
    for board in boards:
        position = Position(*board)
        if position.is_over():
            kind, expected = "over", position.score() * DISC
        elif position.must_pass():
            kind, expected = "pass", -evaluation(position.passed(), weights)
        else:
            kind, expected = "move", evaluation(position, weights)
        kinds.add(kind)
        assert value_at_depth(*board, 0, workspace.work) == expected
    assert kinds == {"over", "pass", "move"} or INTERPRETED


def test_labels_are_searched_or_solved(weights: Weights, boards: list[Pair]) -> None:
    workspace = new_workspace(weights)
    movable = [board for board in boards if Position(*board).legal_mask]
    chosen = random.Random(2).sample(movable, 8 if INTERPRETED else 150)
    chosen = [board for board in chosen if Position(*board).empty_count >= 2]
    players, opponents = (np.array(side, dtype=np.uint64) for side in zip(*chosen, strict=True))
    values, exact = np.zeros(len(chosen), dtype=np.int16), np.zeros(len(chosen), dtype=np.bool_)
    exact_empties = 5 if INTERPRETED else 9
    label_positions(players, opponents, 2, 0, exact_empties, values, exact, workspace.work)
    solver = Solver(weights=Weights.zeros(), table_megabytes=1)
    for board, value, solved in zip(chosen, values.tolist(), exact.tolist(), strict=True):
        position = Position(*board)
        assert solved == (position.empty_count <= exact_empties)
        if solved:
            assert value == solver.solve(position).score * DISC
        else:
            assert value == negamax(position, 2, partial(evaluation, weights=weights))


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_a_duel_ends_with_the_solver(weights: Weights, boards: list[Pair]) -> None:
    first, second = new_workspace(weights), new_workspace(Weights.zeros())
    solver = Solver(weights=Weights.zeros(), table_megabytes=1)
    late = [board for board in boards if Position(*board).empty_count <= 8]
    for board in late[::4]:
        expected = solver.solve(Position(*board)).score
        assert play_duel(*board, 3, 8, first.work, second.work) == expected


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_both_sides_of_a_duel_play_by_their_own_weights(
    weights: Weights, boards: list[Pair]
) -> None:
    strong, weak = new_workspace(weights), new_workspace(Weights.zeros())
    early = [board for board in boards if 40 <= Position(*board).empty_count <= 50][::8]

    def scores(one: Workspace, other: Workspace) -> list[int]:
        return [play_duel(*board, 3, 8, one.work, other.work) for board in early]

    same = scores(strong, new_workspace(weights))
    assert same == scores(new_workspace(weights), strong)
    assert len({tuple(scores(*sides)) for sides in ((strong, weak), (weak, strong))}) == 2
    assert scores(strong, weak) != same
