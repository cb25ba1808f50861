"""Weights for tests: small, without any sense, and the same everywhere."""

from __future__ import annotations

from functools import cache

import numpy as np

from outflank.engine.weights import STAGES, Weights
from outflank.kernels.patterns import STAGE_WEIGHTS, symmetry_classes


@cache
def mixed_weights() -> Weights:
    """Weights of at most one disc, made by mixing the bits of their numbers.

    Images of a position are worth the same. Numbers drawn by NumPy might change with its version,
    and with them the nodes of a search.
    """
    numbers = np.arange(STAGES * STAGE_WEIGHTS, dtype=np.uint64)
    for _ in range(2):
        numbers = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        numbers ^= numbers >> np.uint64(29)
    small = (numbers >> np.uint64(56)).astype(np.int16) - np.int16(128)
    table = small.reshape(STAGES, STAGE_WEIGHTS)[:, symmetry_classes()]
    return Weights(np.ascontiguousarray(table), {})
