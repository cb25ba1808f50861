"""The transposition table of the classic searches: one slot per position, always replaced.

The value of a position at a depth under one evaluation never changes, so entries stay valid as long
as the search keeps its evaluation.

With `symmetric` lookup (left undone in report 002) all eight images of a position share the slot of
the smallest image. The evaluation must then have the same value for all images.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from outflank.kernels.hashing import hash_position, mirror_columns, mirror_rows, transpose
from outflank.kernels.jit import INTERPRETED, i64, inner, u64

EXACT, LOWER, UPPER = 1, 2, 3
"""The value is exact, a lower bound or an upper bound; 0 is an empty slot."""

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
    """An empty table of 2**bits slots, 32 bytes each."""
    memory = np.zeros(1 << bits, dtype=ENTRY)
    return memory.view(np.recarray) if INTERPRETED else memory


@inner
def place_of(player: int, opponent: int, memory: Any) -> int:
    """The index of a position's slot in `memory`."""
    return hash_position(player, opponent) & u64(memory.size - 1)


LAST_COLUMN, LAST_ROW, COLUMN_BITS, ROW_SHIFT = i64(7), i64(56), i64(7), i64(3)


@inner
def form_in_memory(player: int, opponent: int, symmetric: int) -> tuple[int, int, int]:
    """The image under which a position is stored, and the number of that image."""
    least_player, least_opponent, least_image = player, opponent, i64(0)
    if symmetric:
        for image in range(1, 8):
            # The order of images of `hashing.canonical`; image 0 is the position itself.
            if image == 4:
                player, opponent = transpose(player), transpose(opponent)
            elif image % 2 == 1:
                player, opponent = mirror_columns(player), mirror_columns(opponent)
            else:
                player, opponent = mirror_rows(player), mirror_rows(opponent)
            if player < least_player or (player == least_player and opponent < least_opponent):
                least_player, least_opponent, least_image = player, opponent, i64(image)
    return least_player, least_opponent, least_image


@inner
def _take_step(square: int, step: int) -> int:
    """Where a square goes from one image to the next; the same step again takes it back."""
    if step == 4:
        return (square & COLUMN_BITS) << ROW_SHIFT | square >> ROW_SHIFT
    return square ^ LAST_COLUMN if step % 2 == 1 else square ^ LAST_ROW


@inner
def square_in_memory(square: int, image: int) -> int:
    """The square of an image that a square of the board becomes."""
    square = i64(square)
    for step in range(1, image + 1):
        square = _take_step(square, step)
    return square


@inner
def square_on_board(square: int, image: int) -> int:
    """The square of the board that became a square of an image."""
    square = i64(square)
    for step in range(image, 0, -1):
        square = _take_step(square, step)
    return square


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
    """Overwrite `entry` with a position and its value."""
    entry.player = player
    entry.opponent = opponent
    entry.value = value
    entry.depth = depth
    entry.bound = bound
    entry.move = move
