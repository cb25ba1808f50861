"""The weights of the pattern evaluation: their file, and their form in memory.

The file holds, for each number of discs, one 16-bit weight for every class of states that are the
same by symmetry, in 1/`DISC` of a disc. Its head has a name that says what it is, a version, a
checksum and a model card: a JSON object about the data and the errors of the fit. In memory weights
are spread out over all states, so that an evaluation is nothing but loads and additions.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import FormatError
from outflank.kernels.patterns import STAGE_WEIGHTS, symmetry_classes

STAGES = 65
"""One stage for each number of discs, 0 to 64; games use 4 to 63."""

MAGIC = b"OUTFLANK WEIGHTS"
VERSION = 1
_HEAD = struct.Struct("<16sHI32sI")

SHIPPED = Path(__file__).parent.parent / "data" / "weights.bin"


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights by number of discs, spread over all states, and what is known about them."""

    table: np.ndarray[tuple[int, int], np.dtype[np.int16]]
    card: dict[str, Any]

    @property
    def address(self) -> int:
        """Where kernels find the weights of 0 discs; valid as long as this object lives."""
        return int(self.table.ctypes.data)

    @classmethod
    def zeros(cls) -> Weights:
        """An evaluation that knows nothing: every position is worth 0."""
        return cls(np.zeros((STAGES, STAGE_WEIGHTS), dtype=np.int16), {})


@cache
def state_classes() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The weight that stands for each class, and for each weight the number of its class."""
    classes = symmetry_classes()
    first, number = np.unique(classes, return_inverse=True)
    return first, number


def to_bytes(weights: Weights) -> bytes:
    """The content of a weights file."""
    first, _ = state_classes()
    folded = np.ascontiguousarray(weights.table[:, first])
    # Low and high bytes apart: the high ones are nearly all alike, and compress to almost nothing.
    planes = folded.view(np.uint8).reshape(-1, 2).T.tobytes()
    card = json.dumps(weights.card, sort_keys=True).encode()
    # The most effort (9) would take ten times as long to save two per cent.
    body = card + zlib.compress(planes, 6)
    checksum = hashlib.sha256(body).digest()
    return _HEAD.pack(MAGIC, VERSION, len(card), checksum, len(body)) + body


def from_bytes(data: bytes, source: str = "") -> Weights:
    """The weights in the content of a file; anything else is a `FormatError`."""
    if len(data) < _HEAD.size or not data.startswith(MAGIC):
        raise FormatError("not a weights file; `outflank train fit` makes one", source=source)
    _, version, card_length, checksum, length = _HEAD.unpack_from(data)
    if version != VERSION:
        raise FormatError(
            f"weights of version {version}; this Outflank reads version {VERSION}: fit them anew",
            source=source,
        )
    body = data[_HEAD.size :]
    if len(body) != length or hashlib.sha256(body).digest() != checksum:
        raise FormatError("the weights are damaged; fetch or fit them again", source=source)
    first, number = state_classes()
    try:
        card = json.loads(body[:card_length])
        planes = np.frombuffer(zlib.decompress(body[card_length:]), dtype=np.uint8)
        low, high = planes.reshape(2, STAGES, first.size)
    except (ValueError, zlib.error):
        # The checksum is right, so they were written like this, by another program.
        raise FormatError(
            "the weights are not for the patterns of this Outflank; fit them anew", source=source
        ) from None
    folded = (low.astype(np.uint16) | high.astype(np.uint16) << 8).view(np.int16)
    return Weights(np.ascontiguousarray(folded[:, number]), card)


def save(weights: Weights, path: Path) -> None:
    """Write a weights file; an older one is replaced only by a whole new one."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
    try:
        temporary.write_bytes(to_bytes(weights))
        temporary.replace(path)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", source=str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)


def load(path: Path) -> Weights:
    """Read a weights file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=str(path)) from error
    return from_bytes(data, str(path))


@cache
def shipped() -> Weights:
    """The weights that come with Outflank; zeros as long as none do."""
    return load(SHIPPED) if SHIPPED.exists() else Weights.zeros()
