"""Searches with a function at an address in place of the pattern evaluation."""

from __future__ import annotations

import random

import pytest

from outflank.engine.own_evaluation import own_evaluation
from outflank.engine.weights import Weights
from outflank.engine.workspace import Table, Workspace
from outflank.kernels.bits import popcount
from outflank.kernels.endgame import solve_root
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.leaf import HIGHEST
from outflank.kernels.midgame import LOWEST, first_choice, search_root, static_value
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.stopping import StopFlag
from tests.endgames import played_endgames
from tests.kernels.test_midgame import negamax
from tests.positions import random_play_positions

EDGES = 0xFF818181818181FF


def edge_heavy(player: int, opponent: int) -> float:
    """Not antisymmetric, with fractions, and at times more than a game can be worth."""
    edge = popcount(player & EDGES) - popcount(opponent & EDGES)
    return 2.25 * edge + popcount(player) / 7 - 3


def plain_value(position: Position) -> int:
    """`edge_heavy` in 1/128 disc, without any kernel."""
    edge = (position.player & EDGES).bit_count() - (position.opponent & EDGES).bit_count()
    value = 2.25 * edge + position.player.bit_count() / 7 - 3
    return max(-HIGHEST, min(HIGHEST, round(value * DISC)))


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    own = own_evaluation(edge_heavy)
    assert own.points_per_disc == 1
    return Workspace(Table(1), Weights.zeros(), StopFlag(), own=own)


def sample(seed: int, count: int) -> list[Position]:
    positions = [Position(*pair) for pair in random_play_positions(seed, 12)]
    playable = [position for position in positions if position.legal_moves() not in ((), (PASS,))]
    return random.Random(seed).sample(playable, count)


def test_a_position_has_the_value_of_the_function(workspace: Workspace) -> None:
    for position in sample(1, 20 if INTERPRETED else 200):
        value = static_value(position.player, position.opponent, workspace.work)
        assert value == plain_value(position)


def test_values_beyond_all_discs_are_cut_to_the_greatest(workspace: Workspace) -> None:
    all_edges = Position(EDGES, 1 << 27)
    assert static_value(all_edges.player, all_edges.opponent, workspace.work) == HIGHEST
    assert plain_value(all_edges) == HIGHEST


def test_a_search_equals_negamax(workspace: Workspace) -> None:
    for position in sample(2, 6 if INTERPRETED else 60):
        for depth in (1, 2) if INTERPRETED else (1, 2, 3):
            if position.empty_count < depth:
                continue
            board = (position.player, position.opponent)
            value = search_root(*board, LOWEST, -LOWEST, depth, workspace.work)
            assert value == negamax(position, depth, plain_value)


def test_the_first_choice_is_the_best_of_one_ply(workspace: Workspace) -> None:
    for position in sample(3, 6 if INTERPRETED else 60):
        move = first_choice(position.player, position.opponent, workspace.work)
        value = negamax(position, 1, plain_value)
        assert value == workspace.work["root_value"]
        assert value == -negamax(position.play(move), 0, plain_value)


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_solves_are_exact_with_any_move_ordering(workspace: Workspace) -> None:
    patterns = Workspace(Table(1), Weights.zeros(), StopFlag())
    for pair in played_endgames(4, 20, range(12, 16)):
        score = solve_root(*pair, -65, 65, patterns.work)
        assert solve_root(*pair, -65, 65, workspace.work) == score
