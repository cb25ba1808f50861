"""Pattern states: kept up move by move, they equal those computed from the board."""

from __future__ import annotations

import random

import numpy as np
import pytest

from outflank.kernels.evaluate import (
    STATE_BYTES,
    add_discs,
    pass_states,
    play_states,
    sum_weights,
)
from outflank.kernels.jit import INTERPRETED, kernel
from outflank.kernels.patterns import (
    INSTANCES,
    LANE_CENTRES,
    LANES,
    PATTERNS,
    STAGE_WEIGHTS,
    states_of,
    symmetry_classes,
)
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from tests.positions import all_images, custom_positions


@kernel("void(u8,u8,u8)")
def compiled_add_discs(player: int, opponent: int, states: int) -> None:
    add_discs(player, opponent, states)


@kernel("void(u8,u8,i8,u8)")
def compiled_play(parent: int, child: int, square: int, flipped: int) -> None:
    play_states(parent, child, square, flipped)


@kernel("void(u8,u8)")
def compiled_pass(parent: int, child: int) -> None:
    pass_states(parent, child)


@kernel("i8(u8,u8)")
def compiled_sum(states: int, weights: int) -> int:
    return sum_weights(states, weights)


def test_every_square_is_looked_at_and_shapes_lie_where_symmetry_puts_them() -> None:
    assert {square for _, squares in INSTANCES for square in squares} == set(range(64))
    assert [len(pattern.instances()) for pattern in PATTERNS] == [4] * 7 + [2] + [4] * 4
    assert len(INSTANCES) == 46


def test_incremental_states_equal_the_board_through_whole_games() -> None:
    chance = random.Random(1)
    rows = np.zeros((2, LANES), dtype=np.int16)
    parent, child = rows.ctypes.data, rows.ctypes.data + STATE_BYTES
    for _ in range(2 if INTERPRETED else 100):
        position = Position.start()
        compiled_add_discs(position.player, position.opponent, parent)
        assert rows[0].tolist() == states_of(position.player, position.opponent)
        while moves := position.legal_moves():
            move = chance.choice(moves)
            if move == PASS:
                compiled_pass(parent, child)
            else:
                compiled_play(parent, child, move, position.flips(move))
            position = position.play(move)
            assert rows[1].tolist() == states_of(position.player, position.opponent)
            rows[0] = rows[1]


@pytest.fixture(scope="module")
def weights() -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """Random weights that are the same where symmetry demands it."""
    drawn = np.random.default_rng(2).integers(-200, 200, STAGE_WEIGHTS).astype(np.int16)
    return np.ascontiguousarray(drawn[symmetry_classes()])


def test_images_are_worth_the_same(weights: np.ndarray[tuple[int], np.dtype[np.int16]]) -> None:
    states = np.zeros(LANES, dtype=np.int16)
    for player, opponent in custom_positions(3, 10 if INTERPRETED else 200):
        values = set()
        for image in all_images(player, opponent):
            compiled_add_discs(*image, states.ctypes.data)
            values.add(int(compiled_sum(states.ctypes.data, weights.ctypes.data)))
            expected = int(weights[-1]) + sum(
                int(weights[centre + state])
                for centre, state in zip(LANE_CENTRES[:46], states_of(*image)[:46], strict=True)
            )
            assert values == {expected}
