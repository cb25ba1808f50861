"""Hidden units for tests: random, without any sense."""

from __future__ import annotations

import numpy as np

from outflank.engine.units import Units, empty_blocks
from outflank.engine.weights import state_classes
from outflank.kernels.correction import UNITS


def random_units(largest: int = 20, output: int = 1500) -> Units:
    chance = np.random.default_rng(7)
    first, numbers = state_classes()
    folded = chance.integers(-largest, largest + 1, (1, first.size, UNITS)).astype(np.int8)
    blocks = empty_blocks()
    blocks["most"] = 12 * 128
    blocks["outputs"] = chance.integers(-output, output + 1, (65, UNITS))
    return Units.of_classes((4, 64), folded, blocks, numbers)
