"""The transposition table of the classic searches: one slot per hash, always overwritten.

The value of a position at some depth never changes as long as the evaluation is the same, so
entries stay valid as long as a search keeps its evaluation.

With the option `symmetric` (an idea that report 002 did not carry out) all eight symmetric images
of a position share one slot, that of the smallest image. This requires an evaluation that gives all
images the same value.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from outflank.kernels.hashing import hash_position, mirror_columns, mirror_rows, transpose
from outflank.kernels.jit import INTERPRETED, i64, inner, u64

EXACT, LOWER, UPPER = 1, 2, 3
"""Kinds of stored values (field `bound`): exact, a lower bound or an upper bound.
0 marks an empty slot.
"""

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
    """The index of the slot in the table `memory` that this position uses."""
    return hash_position(player, opponent) & u64(memory.size - 1)


LAST_COLUMN, LAST_ROW, COLUMN_BITS, ROW_SHIFT = i64(7), i64(56), i64(7), i64(3)


@inner
def form_in_memory(player: int, opponent: int, symmetric: int) -> tuple[int, int, int]:
    """The image of a position under which it is stored, as (player, opponent, number of the image).

    Without `symmetric` it is the position itself, image 0; else the smallest of eight images.
    """
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
    """Map a square of image `step` − 1 to the same square in image `step`, or back.

    Each step is a mirroring, so the same function maps in both directions.
    """
    if step == 4:
        return (square & COLUMN_BITS) << ROW_SHIFT | square >> ROW_SHIFT
    return square ^ LAST_COLUMN if step % 2 == 1 else square ^ LAST_ROW


@inner
def square_in_memory(square: int, image: int) -> int:
    """Map a square of the board to the corresponding square of image number `image`."""
    square = i64(square)
    for step in range(1, image + 1):
        square = _take_step(square, step)
    return square


@inner
def square_on_board(square: int, image: int) -> int:
    """Map a square of image number `image` back to the board."""
    square = i64(square)
    for step in range(image, 0, -1):
        square = _take_step(square, step)
    return square


@inner
def is_remembered(player: int, opponent: int, entry: Any) -> bool:
    """Whether the table slot `entry` contains this position."""
    return (  # type: ignore[no-any-return]
        entry.player == player and entry.opponent == opponent and entry.bound != 0
    )


@inner
def remember(
    player: int, opponent: int, value: int, depth: int, bound: int, move: int, entry: Any
) -> None:
    """Overwrite the table slot `entry` with a position, its value,
    depth, kind of bound and best move.
    """
    entry.player = player
    entry.opponent = opponent
    entry.value = value
    entry.depth = depth
    entry.bound = bound
    entry.move = move
