"""Playouts: legal, fair within their policy, and on average what they must be."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest
from numba import types

from outflank.classics.playouts import (
    POLICIES,
    playout,
    policy_move,
)
from outflank.kernels.bits import single
from outflank.kernels.chance import random_below
from outflank.kernels.jit import INTERPRETED, kernel
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.position import Position
from outflank.rules.squares import A1, H8, PASS, SQUARES, Square
from tests.classics.boards import FORCED_PASS, ONE_EMPTY, ONE_MOVE, WIDEST, custom, sample

SAMPLES = 200 if INTERPRETED else 40_000
END = -1
STATE = types.Array(types.uint64, 1, "C")

PRIORITIES = "194554919867768946233264573ZZ375573ZZ375462332649867768919455491"
"""The Roxanne table as a board, 1 the best; a1 comes first. The centre is never empty in play; on
other boards it is what is left when no class has a move."""

APART = Position(1 << A1, 1 << H8)
"""One disc each, and no side can ever move."""


@kernel(types.float64(types.uint64, types.uint64, types.int64, types.int64, STATE))
def mean_result(player: int, opponent: int, policy: int, count: int, state: Any) -> float:
    total = 0.0
    for _ in range(count):
        total += playout(player, opponent, policy, state)
    return total / count


@kernel(types.int64(types.uint64, types.int64, STATE))
def one_policy_move(moves: int, policy: int, state: Any) -> int:
    return policy_move(moves, policy, state)


@kernel(types.void(types.uint64, types.int64, types.Array(types.int64, 1, "C"), STATE))
def count_policy_moves(moves: int, policy: int, counts: Any, state: Any) -> None:
    for _ in range(counts.size * 600):
        counts[policy_move(moves, policy, state)] += 1


@kernel(types.int64(types.int64, STATE))
def one_random_below(count: int, state: Any) -> int:
    return random_below(count, state)


@kernel(
    types.void(types.uint64, types.uint64, types.int64, types.Array(types.int64, 1, "C"), STATE)
)
def write_moves(player: int, opponent: int, policy: int, line: Any, state: Any) -> None:
    """A playout that writes down its squares, passes left out; the rest of `line` is `END`."""
    line[:] = END
    for index in range(line.size):
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            moves = vector_legal_moves(player, opponent)
            if not moves:
                return
        square = policy_move(moves, policy, state)
        line[index] = square
        flipped = vector_flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player | flipped | single(square)


def new_state(seed: int) -> Any:
    return np.array([seed], dtype=np.uint64)


def preferred(position: Position, policy: str) -> list[Square]:
    """The moves among which the policy draws lots, from its description."""
    moves = position.legal_moves()
    if policy == "random" or moves == (PASS,):
        return list(moves)
    best = min(PRIORITIES[move] for move in moves)
    return [move for move in moves if PRIORITIES[move] == best]


def expected_result(position: Position, policy: str) -> float:
    """The mean over all playouts, each with its probability."""
    if position.is_over():
        score = position.score()
        return 0.5 if score == 0 else float(score > 0)
    results = [
        1 - expected_result(position.play(move), policy) for move in preferred(position, policy)
    ]
    return sum(results) / len(results)


@pytest.mark.parametrize("policy", POLICIES)
def test_mean_result_is_the_expected_one(policy: str) -> None:
    state = new_state(1)
    for position in sample(1, 2 if INTERPRETED else 30, range(60 if INTERPRETED else 58, 64)):
        expected = expected_result(position, policy)
        mean = mean_result(position.player, position.opponent, POLICIES[policy], SAMPLES, state)
        # Half a point is the greatest possible deviation of one result; five sigma, so that
        # chance fails once in a million runs.
        assert abs(mean - expected) <= 5 * 0.5 / sqrt(SAMPLES)
        if expected in (0, 1):
            assert mean == expected


@pytest.mark.parametrize("policy", POLICIES)
def test_only_result_of_a_decided_game(policy: str) -> None:
    for position, result in ((ONE_MOVE, 1.0), (FORCED_PASS, 0.0), (APART, 0.5)):
        found = mean_result(position.player, position.opponent, POLICIES[policy], 10, new_state(2))
        assert found == result


@pytest.mark.parametrize("policy", POLICIES)
def test_all_moves_are_legal_and_by_the_policy(policy: str) -> None:
    state = new_state(3)
    line = np.empty(64, dtype=np.int64)
    starts = [Position.start(), WIDEST, ONE_EMPTY, FORCED_PASS, *custom(2, 30)]
    for position in starts[:: 8 if INTERPRETED else 1]:
        for _ in range(1 if INTERPRETED else 20):
            write_moves(position.player, position.opponent, POLICIES[policy], line, state)
            reached = position
            for move in line[line != END]:
                if reached.must_pass():
                    reached = reached.passed()
                assert move in preferred(reached, policy)
                reached = reached.play(int(move))
            assert reached.is_over()


@pytest.mark.parametrize("policy", POLICIES)
def test_all_preferred_moves_have_the_same_chance(policy: str) -> None:
    if INTERPRETED:
        moves = preferred(WIDEST, policy)
        drawn = {
            one_policy_move(WIDEST.legal_mask, POLICIES[policy], new_state(seed))
            for seed in range(1, 2**64, 2**57)
        }
        assert drawn <= set(moves)
        assert len(drawn) > len(moves) // 2
        return
    for position in [WIDEST, Position.start(), *sample(4, 10, range(8, 60))]:
        if position.must_pass():
            continue
        counts = np.zeros(64, dtype=np.int64)
        count_policy_moves(position.legal_mask, POLICIES[policy], counts, new_state(5))
        moves = preferred(position, policy)
        mean = counts.sum() / len(moves)
        for square in SQUARES:
            expected = mean if square in moves else 0
            assert abs(counts[square] - expected) <= 5 * sqrt(expected)


def test_random_numbers_stay_below_their_bound() -> None:
    state = new_state(6)
    for count in (1, 2, 3, 7, 33, 64):
        numbers = {int(one_random_below(count, state)) for _ in range(40 * count)}
        assert numbers == set(range(count))
