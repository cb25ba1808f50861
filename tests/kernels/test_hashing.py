"""The hash spreads, and the canonical form is the one that the rules define."""

from __future__ import annotations

from itertools import chain

from outflank.kernels.hashing import canonical, hash_position
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from tests.positions import all_images, custom_positions, random_play_positions

SCALE = 1 if INTERPRETED else 10


def test_canonical_equals_the_rules() -> None:
    for player, opponent in chain(random_play_positions(1, SCALE), custom_positions(2, 50 * SCALE)):
        expected = Position(player, opponent).canonical()
        for image in all_images(player, opponent):
            assert canonical(*image) == (expected.player, expected.opponent)


def test_hashes_of_real_positions_differ() -> None:
    positions = set(random_play_positions(3, 30 * SCALE))
    hashes = {hash_position(*position) for position in positions}
    assert len(hashes) == len(positions)
    # A table uses some of the bits: the low and the high ones must spread on their own.
    for chosen in ({value & 0xFFF for value in hashes}, {value >> 52 for value in hashes}):
        expected = 4096 * (1 - (1 - 1 / 4096) ** len(positions))
        assert abs(len(chosen) - expected) < 0.05 * expected


def test_every_bit_of_the_position_moves_every_bit_of_the_hash() -> None:
    positions = list(custom_positions(4, 30 * SCALE))
    changed = [0] * 64
    trials = 0
    for player, opponent in positions:
        before = int(hash_position(player, opponent))
        for bit in range(0, 128, 5):
            player_bits = player ^ (1 << bit if bit < 64 else 0)
            opponent_bits = opponent ^ (1 << bit - 64 if bit >= 64 else 0)
            difference = before ^ int(hash_position(player_bits, opponent_bits))
            trials += 1
            for index in range(64):
                changed[index] += difference >> index & 1
    tolerance = 0.07 if INTERPRETED else 0.03
    assert all(abs(count / trials - 0.5) < tolerance for count in changed)
