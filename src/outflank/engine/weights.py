"""The weights of the pattern evaluation: file format and arrays in memory.

There is one set of weights for each number of discs on the board, called a stage. In the file,
pattern states that are equal by symmetry share one 16-bit weight, in 1/`DISC` of a disc; the hidden
units (`engine.units`) follow, if there are any. The file is checked (`engine.sealed`), and its card
describes the training data and the errors of the fit. In memory every state has its own weight, so
that an evaluation consists of loads and additions only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.probcut_model import UNFITTED, ErrorModel
from outflank.engine.sealed import Seal
from outflank.engine.units import Units
from outflank.errors import FormatError, OutflankError
from outflank.files import read_bytes, write_bytes
from outflank.kernels.patterns import STAGE_WEIGHTS, symmetry_classes

STAGES = 65
"""One stage for each number of discs, 0 to 64; in games only 4 to 63 occur."""

SEAL = Seal(b"OUTFLANK WEIGHTS", 1, "weights", "`outflank train fit`")

SHIPPED = Path(__file__).parent.parent / "data" / "weights.bin"


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights in memory: `table[discs, state]`, the card of the file,
    and the hidden units if any.
    """

    table: np.ndarray[tuple[int, int], np.dtype[np.int16]]
    card: dict[str, Any]
    units: Units | None = None
    errors: np.ndarray[Any, np.dtype[np.int16]] = field(init=False, repr=False)
    """The tables of standard deviations for `kernels.probcut`,
    computed from the error model in the card.
    """

    def __post_init__(self) -> None:
        fitted = self.card.get("probcut")
        model = (
            ErrorModel(tuple(fitted["midgame"]), tuple(fitted["endgame"])) if fitted else UNFITTED
        )
        object.__setattr__(self, "errors", model.tables())

    @property
    def address(self) -> int:
        """The memory address of `table`, for the kernels; valid as long as this object exists."""
        return int(self.table.ctypes.data)

    @classmethod
    def zeros(cls) -> Weights:
        """Weights that are all 0, so that every position has the value 0."""
        return cls(np.zeros((STAGES, STAGE_WEIGHTS), dtype=np.int16), {})


@cache
def state_classes() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The classes of weights that must be equal by symmetry.

    Returns the index of one weight of each class, and the class number of each weight.
    """
    classes = symmetry_classes()
    first, number = np.unique(classes, return_inverse=True)
    return first, number


def to_bytes(weights: Weights) -> bytes:
    """The weights as the content of a file."""
    first, _ = state_classes()
    units = weights.units.to_bytes(first) if weights.units else b""
    folded = np.ascontiguousarray(weights.table[:, first])
    # Low and high bytes apart: the high bytes are nearly all equal and compress to almost nothing.
    planes = folded.view(np.uint8).reshape(-1, 2).T.tobytes()
    # Level 9 would take ten times as long to save two per cent.
    return SEAL.pack(weights.card, planes + units, level=6)


def from_bytes(data: bytes, source: str = "") -> Weights:
    """The weights in the content of a file; raises `FormatError` for anything else.

    `source` names the file in the message.
    """
    card, planes = SEAL.unpack(data, source)
    first, number = state_classes()
    linear_bytes = 2 * STAGES * first.size
    borders = card.get("units", {}).get("borders")
    try:
        low, high = np.frombuffer(planes[:linear_bytes], dtype=np.uint8).reshape(2, STAGES, -1)
        units = Units.from_bytes(borders, planes[linear_bytes:], number) if borders else None
        if low.shape[1] != first.size or (units is None and len(planes) != linear_bytes):
            raise ValueError(len(planes))
    except (ValueError, TypeError, OutflankError):
        # The checksum is right: another program wrote this.
        raise FormatError(
            "the weights are not for the patterns of this Outflank; fit them again", source=source
        ) from None
    folded = (low.astype(np.uint16) | high.astype(np.uint16) << 8).view(np.int16)
    return Weights(np.ascontiguousarray(folded[:, number]), card, units)


def save(weights: Weights, path: Path) -> None:
    """Write a weights file; an existing file is replaced atomically."""
    write_bytes(path, to_bytes(weights))


def load(path: Path) -> Weights:
    """Read a weights file."""
    return from_bytes(read_bytes(path), str(path))


@cache
def shipped() -> Weights:
    """The weights that come with Outflank; zeros if the file is missing."""
    return load(SHIPPED) if SHIPPED.exists() else Weights.zeros()
