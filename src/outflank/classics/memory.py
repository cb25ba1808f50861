"""A memory of computed positions: a table that every position has one place in.

The value of a position at a depth under one evaluation never changes, so what a search remembers
stays true for as long as it keeps its evaluation. A newcomer replaces whoever had its place.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from outflank.kernels.hashing import hash_position
from outflank.kernels.jit import INTERPRETED, inner, u64

EXACT, LOWER, UPPER = 1, 2, 3
"""What is known of a value: it is this, at least this, or at most this; 0 is an empty place."""

ENTRY = np.dtype(
    [
        ("player", np.uint64),
        ("opponent", np.uint64),
        ("value", np.int64),
        ("depth", np.int16),
        ("bound", np.int8),
        ("move", np.int8),
    ],
    align=True,
)

MEMORY_TYPE: Any = types.Array(numba.from_dtype(ENTRY), 1, "C")

DEFAULT_BITS = 17


def new_memory(bits: int = DEFAULT_BITS) -> Any:
    """An empty memory for 2**bits positions, 32 bytes each."""
    memory = np.zeros(1 << bits, dtype=ENTRY)
    return memory.view(np.recarray) if INTERPRETED else memory


@inner
def place_of(player: int, opponent: int, memory: Any) -> int:
    """Where in `memory` the position belongs."""
    return hash_position(player, opponent) & u64(memory.size - 1)


@inner
def is_remembered(player: int, opponent: int, entry: Any) -> bool:
    """Whether `entry` is about this position."""
    return (  # type: ignore[no-any-return]
        entry.player == player and entry.opponent == opponent and entry.bound != 0
    )


@inner
def remember(
    player: int, opponent: int, value: int, depth: int, bound: int, move: int, entry: Any
) -> None:
    """Write what is known of a position over `entry`."""
    entry.player = player
    entry.opponent = opponent
    entry.value = value
    entry.depth = depth
    entry.bound = bound
    entry.move = move
