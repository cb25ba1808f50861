"""The correcting network of the evaluation (`kernels.correction`): in memory and in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.kernels.correction import BLOCK, UNITS
from outflank.kernels.patterns import STAGE_WEIGHTS

NO_UNITS = 0
"""The row address of a number of discs without units, where the evaluation is linear."""

_ALIGNMENT = 64
_DISC_COUNTS = 65


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Rows of signed bytes for each phase, and a block for each number of discs.

    `borders` has the least number of discs of each phase and, last, the first number of discs
    after all phases. Arrays are kept alive by this object; kernels take their addresses.
    """

    borders: tuple[int, ...]
    rows: np.ndarray[Any, np.dtype[np.int8]]
    blocks: np.ndarray[Any, Any]

    @classmethod
    def of_classes(
        cls,
        borders: Sequence[int],
        folded: np.ndarray[Any, np.dtype[np.int8]],
        blocks: np.ndarray[Any, Any],
        numbers: np.ndarray[Any, Any],
    ) -> Units:
        """Units from one row for each class of states; `numbers` has the class of every state."""
        rows = _aligned(len(folded), STAGE_WEIGHTS, UNITS)
        for phase, table in enumerate(folded):
            np.take(table, numbers, axis=0, out=rows[phase])
        return cls(check_borders(borders), rows, np.ascontiguousarray(blocks))

    def phase_of(self, discs: int) -> int | None:
        """The phase of positions with `discs` discs, or None where the evaluation is linear."""
        for phase, (first, end) in enumerate(pairwise(self.borders)):
            if first <= discs < end:
                return phase
        return None

    def addresses(self, discs: int) -> tuple[int, int]:
        """Where kernels find rows and block; the first is `NO_UNITS` without a phase."""
        phase = self.phase_of(discs)
        rows = NO_UNITS if phase is None else int(self.rows[phase].ctypes.data)
        return rows, int(self.blocks[discs : discs + 1].ctypes.data)

    def to_bytes(self, first: np.ndarray[Any, Any]) -> bytes:
        """Rows and blocks for a file; `first` has one state of every class."""
        return self.rows[:, first].tobytes() + self.blocks.tobytes()

    @classmethod
    def from_bytes(
        cls, borders: Sequence[int], data: bytes, numbers: np.ndarray[Any, Any]
    ) -> Units:
        """Units from the bytes of a file."""
        phases = len(check_borders(borders)) - 1
        row_bytes = phases * (int(numbers.max()) + 1) * UNITS
        if len(data) != row_bytes + _DISC_COUNTS * BLOCK.itemsize:
            raise ValueError(f"{len(data)} bytes of units for {phases} phases")
        folded = np.frombuffer(data, dtype=np.int8, count=row_bytes).reshape(phases, -1, UNITS)
        blocks = np.frombuffer(data, dtype=BLOCK, offset=row_bytes).copy()
        return cls.of_classes(borders, folded, blocks, numbers)


def empty_blocks() -> np.ndarray[Any, Any]:
    """A block for each number of discs whose correction is 0."""
    return np.zeros(_DISC_COUNTS, dtype=BLOCK)


def check_borders(borders: Sequence[int]) -> tuple[int, ...]:
    """`borders` as a tuple; an error unless they rise within 4 to 64 discs."""
    if len(borders) < 2 or not borders[0] >= 4 or borders[-1] > 64:
        raise OutflankError(f"phases {list(borders)} are not within 4 to 64 discs")
    if any(one >= following for one, following in pairwise(borders)):
        raise OutflankError(f"phases {list(borders)} do not rise; give each border once")
    return tuple(int(border) for border in borders)


def _aligned(*shape: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """An array of bytes that begins at a cache line, so that no row crosses one."""
    size = int(np.prod(shape))
    memory = np.zeros(size + _ALIGNMENT, dtype=np.int8)
    start = -int(memory.ctypes.data) % _ALIGNMENT
    return memory[start : start + size].reshape(shape)
