"""The correction by hidden units: compiled code, its twin, symmetry and bounds."""

from __future__ import annotations

import numpy as np
import pytest

from outflank.engine.units import Units, empty_blocks
from outflank.engine.weights import state_classes
from outflank.kernels.correction import (
    FULL,
    OUTPUT_SHIFT,
    UNITS,
    _interpreted,
    correction,
    most_correction,
)
from outflank.kernels.evaluate import add_discs
from outflank.kernels.jit import kernel, u64
from outflank.kernels.patterns import LANES
from tests.positions import all_images, random_play_positions
from tests.units import random_units


@kernel("i8(u8,u8,u8,u8,u8)")
def corrected(player: int, opponent: int, states: int, rows: int, block: int) -> int:
    """The correction of a position."""
    add_discs(player, opponent, states)
    return correction(states, rows, block)


@kernel("i8(u8)")
def most_correction_at(block: int) -> int:
    """The bound of a block."""
    return most_correction(block)


@pytest.mark.parametrize(("largest", "output"), [(20, 1500), (60, 4000), (3, 200)])
def test_compiled_code_equals_its_twin(largest: int, output: int) -> None:
    units = random_units(largest, output)
    states = np.zeros(LANES, dtype=np.int16)
    address = u64(states.ctypes.data)
    seen = set()
    for player, opponent in random_play_positions(3, games=2):
        rows, block = units.addresses((player | opponent).bit_count())
        if not rows:
            continue
        value = corrected(player, opponent, address, rows, block)
        assert value == _interpreted(int(address), rows, block)
        assert abs(value) <= most_correction_at(block) == 12 * 128
        seen.add(value)
    assert len(seen) > 10


def test_images_of_a_position_have_the_same_correction() -> None:
    units = random_units()
    states = np.zeros(LANES, dtype=np.int16)
    for pair in random_play_positions(4, games=1):
        rows, block = units.addresses((pair[0] | pair[1]).bit_count())
        address = u64(states.ctypes.data)
        if rows:
            values = {corrected(*image, address, rows, block) for image in all_images(*pair)}
            assert len(values) == 1


def test_a_full_unit_is_worth_its_output_weight() -> None:
    first, numbers = state_classes()
    folded = np.zeros((1, first.size, UNITS), dtype=np.int8)
    folded[0, :, 0] = 100  # 47 rows of 100 are far more than full
    blocks = empty_blocks()
    blocks["most"] = 1000
    blocks["outputs"][:, 0] = 5 << OUTPUT_SHIFT >> 1
    units = Units.of_classes((4, 64), folded, blocks, numbers)
    states = np.zeros(LANES, dtype=np.int16)
    value = corrected(8, 16, u64(states.ctypes.data), *units.addresses(4))
    assert value == 5 * FULL // 2


def test_no_phase_no_rows() -> None:
    units = random_units()
    assert units.addresses(3)[0] == units.addresses(64)[0] == 0
    assert units.addresses(4)[0] != 0
