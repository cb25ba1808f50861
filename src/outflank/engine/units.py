"""The numbers of the correcting network (`kernels.correction`), in memory and in files.

The network is a hidden layer that corrects the linear pattern evaluation. A row has one signed byte
per hidden unit, for one state of one pattern. A block has the output weights for one number of
discs. Rows are shared by a phase, a range of numbers of discs.
"""

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
"""Row address for numbers of discs that belong to no phase, where the evaluation is linear only."""

_ALIGNMENT = 64
_DISC_COUNTS = 65


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The correcting network: rows for each phase, and a block for each number of discs.

    `borders` has the least number of discs of each phase and, last, the number of discs at which
    the last phase has ended. This object keeps the arrays alive, whose addresses are passed to
    kernels.
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
        """Build units from one row for each class of states that are equal by symmetry.

        `folded` has these rows for each phase; `numbers` has the class number of every state.
        """
        rows = _aligned(len(folded), STAGE_WEIGHTS, UNITS)
        for phase, table in enumerate(folded):
            np.take(table, numbers, axis=0, out=rows[phase])
        return cls(check_borders(borders), rows, np.ascontiguousarray(blocks))

    def phase_of(self, discs: int) -> int | None:
        """The phase of positions with `discs` discs; None if they have no correction."""
        for phase, (first, end) in enumerate(pairwise(self.borders)):
            if first <= discs < end:
                return phase
        return None

    def addresses(self, discs: int) -> tuple[int, int]:
        """Memory addresses of the rows and of the block for positions with `discs` discs.

        The address of the rows is `NO_UNITS` if there is no phase for this number of discs.
        """
        phase = self.phase_of(discs)
        rows = NO_UNITS if phase is None else int(self.rows[phase].ctypes.data)
        return rows, int(self.blocks[discs : discs + 1].ctypes.data)

    def to_bytes(self, first: np.ndarray[Any, Any]) -> bytes:
        """The rows and blocks as bytes for a file.

        Only one row of each symmetry class is stored: `first` has the index of one state of every
        class.
        """
        return self.rows[:, first].tobytes() + self.blocks.tobytes()

    @classmethod
    def from_bytes(
        cls, borders: Sequence[int], data: bytes, numbers: np.ndarray[Any, Any]
    ) -> Units:
        """Read the result of `to_bytes`; `numbers` has the class number of every state."""
        phases = len(check_borders(borders)) - 1
        row_bytes = phases * (int(numbers.max()) + 1) * UNITS
        if len(data) != row_bytes + _DISC_COUNTS * BLOCK.itemsize:
            raise ValueError(f"{len(data)} bytes of units for {phases} phases")
        folded = np.frombuffer(data, dtype=np.int8, count=row_bytes).reshape(phases, -1, UNITS)
        blocks = np.frombuffer(data, dtype=BLOCK, offset=row_bytes).copy()
        return cls.of_classes(borders, folded, blocks, numbers)


def empty_blocks() -> np.ndarray[Any, Any]:
    """Blocks for all numbers of discs, each with a correction of 0."""
    return np.zeros(_DISC_COUNTS, dtype=BLOCK)


def check_borders(borders: Sequence[int]) -> tuple[int, ...]:
    """Return `borders` as a tuple.

    Raises `OutflankError` unless they increase and lie within 4 to 64 discs.
    """
    if len(borders) < 2 or not borders[0] >= 4 or borders[-1] > 64:
        raise OutflankError(f"phases {list(borders)} are not within 4 to 64 discs")
    if any(one >= following for one, following in pairwise(borders)):
        raise OutflankError(f"phases {list(borders)} do not rise; give each border once")
    return tuple(int(border) for border in borders)


def _aligned(*shape: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """An array of bytes, set to 0, that begins at a cache line, so that no row spans two lines."""
    size = int(np.prod(shape))
    memory = np.zeros(size + _ALIGNMENT, dtype=np.int8)
    start = -int(memory.ctypes.data) % _ALIGNMENT
    return memory[start : start + size].reshape(shape)
