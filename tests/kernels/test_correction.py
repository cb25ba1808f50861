"""The correction by hidden units: compiled code, its twin, symmetry and bounds."""

from __future__ import annotations

import numpy as np
import pytest

from outflank.engine.units import Units
from outflank.engine.weights import state_classes
from outflank.kernels.correction import (
    FULL,
    MOST_CORRECTION,
    OUTPUT_SHIFT,
    UNITS,
    _interpreted,
    correction,
)
from outflank.kernels.evaluate import add_discs
from outflank.kernels.jit import kernel, u64
from outflank.kernels.patterns import LANES
from tests.positions import all_images, random_play_positions
from tests.units import random_units


@kernel("i8(u8,u8,u8,u8,u8)")
def corrected(player: int, opponent: int, states: int, rows: int, outputs: int) -> int:
    """The correction of a position."""
    add_discs(player, opponent, states)
    return correction(states, rows, outputs)


@pytest.mark.parametrize(("largest", "output"), [(40, 3000), (60, 9000), (3, 200)])
def test_compiled_code_equals_its_twin(largest: int, output: int) -> None:
    units = random_units(largest, output)
    states = np.zeros(LANES, dtype=np.int16)
    address = u64(states.ctypes.data)
    seen = set()
    for player, opponent in random_play_positions(3, games=2):
        rows, outputs = units.addresses((player | opponent).bit_count())
        if not rows:
            continue
        value = corrected(player, opponent, address, rows, outputs)
        assert value == _interpreted(int(address), rows, outputs)
        assert abs(value) <= MOST_CORRECTION
        seen.add(value)
    assert len(seen) > 10


def test_images_of_a_position_have_the_same_correction() -> None:
    units = random_units()
    states = np.zeros(LANES, dtype=np.int16)
    for pair in random_play_positions(4, games=1):
        rows, outputs = units.addresses((pair[0] | pair[1]).bit_count())
        address = u64(states.ctypes.data)
        if rows:
            values = {corrected(*image, address, rows, outputs) for image in all_images(*pair)}
            assert len(values) == 1


def test_a_full_unit_is_worth_its_output_weight() -> None:
    first, numbers = state_classes()
    folded = np.zeros((1, first.size, UNITS), dtype=np.int8)
    folded[0, :, 0] = 100  # 47 rows of 100 are far more than full
    outputs = np.zeros((65, UNITS), dtype=np.int16)
    outputs[:, 0] = 5 << OUTPUT_SHIFT >> 1
    units = Units.of_classes((4, 64), folded, outputs, numbers)
    states = np.zeros(LANES, dtype=np.int16)
    value = corrected(8, 16, u64(states.ctypes.data), *units.addresses(4))
    assert value == 5 * FULL // 2


def test_no_phase_no_rows() -> None:
    units = random_units()
    assert units.addresses(3)[0] == units.addresses(64)[0] == 0
    assert units.addresses(4)[0] != 0
