"""The weights of the pattern evaluation: file format and arrays in memory.

The file holds, for each number of discs, one 16-bit weight for every class of states that are the
same by symmetry, in 1/`DISC` of a disc, and after them the hidden units (`engine.units`), if any.
It is a sealed file (`engine.sealed`), whose card describes the data and the errors of the fit. In
memory every state has its weight, so that an evaluation is only loads and additions.
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
"""One stage for each number of discs, 0 to 64; games use 4 to 63."""

SEAL = Seal(b"OUTFLANK WEIGHTS", 1, "weights", "`outflank train fit`")

SHIPPED = Path(__file__).parent.parent / "data" / "weights.bin"


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights by number of discs and state, and their card."""

    table: np.ndarray[tuple[int, int], np.dtype[np.int16]]
    card: dict[str, Any]
    units: Units | None = None
    errors: np.ndarray[Any, np.dtype[np.int16]] = field(init=False, repr=False)
    """The tables of `kernels.probcut`, by the model in the card."""

    def __post_init__(self) -> None:
        fitted = self.card.get("probcut")
        model = (
            ErrorModel(tuple(fitted["midgame"]), tuple(fitted["endgame"])) if fitted else UNFITTED
        )
        object.__setattr__(self, "errors", model.tables())

    @property
    def address(self) -> int:
        """The address of the weights of 0 discs; valid as long as this object lives."""
        return int(self.table.ctypes.data)

    @classmethod
    def zeros(cls) -> Weights:
        """Weights of zero: the value of every position is 0."""
        return cls(np.zeros((STAGES, STAGE_WEIGHTS), dtype=np.int16), {})


@cache
def state_classes() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """One weight of each class, and the class number of each weight."""
    classes = symmetry_classes()
    first, number = np.unique(classes, return_inverse=True)
    return first, number


def to_bytes(weights: Weights) -> bytes:
    """The content of a weights file."""
    first, _ = state_classes()
    units = weights.units.to_bytes(first) if weights.units else b""
    folded = np.ascontiguousarray(weights.table[:, first])
    # Low and high bytes apart: the high bytes are nearly all equal and compress to almost nothing.
    planes = folded.view(np.uint8).reshape(-1, 2).T.tobytes()
    # Level 9 would take ten times as long to save two per cent.
    return SEAL.pack(weights.card, planes + units, level=6)


def from_bytes(data: bytes, source: str = "") -> Weights:
    """The weights in the content of a file; anything else is a `FormatError`."""
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
    """Write a weights file; an existing one is replaced atomically."""
    write_bytes(path, to_bytes(weights))


def load(path: Path) -> Weights:
    """Read a weights file."""
    return from_bytes(read_bytes(path), str(path))


@cache
def shipped() -> Weights:
    """The weights that come with Outflank; zeros if the file is missing."""
    return load(SHIPPED) if SHIPPED.exists() else Weights.zeros()
