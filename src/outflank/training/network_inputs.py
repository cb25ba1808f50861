"""Inputs of networks in training: positions converted to the numbers of the first layer."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from outflank.engine.networks import Kind
from outflank.kernels.network import SQUARES, states_of_all
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES, LANES, symmetry_classes
from outflank.training.dataset import Positions

_CENTRES = np.array(LANE_CENTRES[: len(INSTANCES)], dtype=np.int32)


@cache
def class_numbers() -> np.ndarray[Any, np.dtype[np.int32]]:
    """For each pattern state the number of its class: symmetric states share an embedding."""
    _, number = np.unique(symmetry_classes(), return_inverse=True)
    return number.astype(np.int32)


def class_count() -> int:
    """The number of classes of pattern states, and so of embeddings in a phase."""
    return int(class_numbers().max()) + 1


def inputs_of(positions: Positions, kind: Kind) -> np.ndarray[Any, Any]:
    """One row of inputs per position: the classes of its 46 pattern states, or 64 signs of squares.

    A sign is 1 for the player's discs, -1 for the opponent's, 0 for empty squares. The positions
    must be in canonical form, as those of a `Dataset` are.
    """
    if kind is Kind.PATTERNS:
        states = np.zeros((len(positions), LANES), dtype=np.int16)
        states_of_all(positions.players, positions.opponents, states)
        return np.take(class_numbers(), states[:, : len(INSTANCES)] + _CENTRES)
    return _bits(positions.players) - _bits(positions.opponents)


def _bits(discs: np.ndarray[Any, np.dtype[np.uint64]]) -> np.ndarray[Any, np.dtype[np.float32]]:
    octets = discs.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little").reshape(-1, SQUARES).astype(np.float32)
