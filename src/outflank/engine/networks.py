"""Neural networks: file format, arrays in memory, and a reference evaluation in NumPy.

A network has one set of numbers for each phase of the game. Its file is checked (`engine.sealed`)
and has a card that describes the training. Pattern states that are equal by symmetry share one
embedding, which is stored once; embeddings that training never changed are zeros, which compress to
almost nothing. `kernels.network` explains what a network computes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.sealed import Seal
from outflank.errors import OutflankError
from outflank.files import read_bytes, write_bytes
from outflank.kernels.network import BLOCK, MOST_WIDTH, SQUARES
from outflank.kernels.patterns import (
    INSTANCES,
    LANE_CENTRES,
    STAGE_WEIGHTS,
    states_of,
    symmetry_classes,
)
from outflank.rules.position import Position

SEAL = Seal(b"OUTFLANK NETWORK", 1, "network", "`outflank train network`")

SHIPPED = Path(__file__).parent.parent / "data" / "network.bin"

Floats = np.ndarray[Any, np.dtype[np.float32]]


class Kind(StrEnum):
    """What a network sees: the states of patterns, or the 64 squares."""

    PATTERNS = "patterns"
    RAW = "raw"


@dataclass(frozen=True, slots=True)
class Shape:
    """The dimensions of a network.

    `width` is the length of an embedding and of both hidden layers, a multiple of 16. `phases` has
    the smallest number of discs of each phase of the game, in ascending order from 0.
    """

    kind: Kind
    width: int
    phases: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.width % BLOCK or not BLOCK <= self.width <= MOST_WIDTH:
            raise OutflankError(
                f"width={self.width} is no width of a network; give a multiple of {BLOCK} "
                f"up to {MOST_WIDTH}"
            )
        if self.phases[:1] != (0,) or any(one >= next for one, next in pairwise(self.phases)):
            raise OutflankError(f"phases={self.phases} do not begin with 0 and rise from there")

    @property
    def inputs(self) -> int:
        """The number of inputs of the first dense layer."""
        return self.width if self.kind is Kind.PATTERNS else SQUARES

    @property
    def embedding_rows(self) -> int:
        """The number of embeddings in memory: one for each pattern state; 0 for a raw network."""
        return STAGE_WEIGHTS if self.kind is Kind.PATTERNS else 0

    @property
    def dense_size(self) -> int:
        """The number of weights and biases of all layers after the embeddings, in one phase."""
        return sum(rows * columns for rows, columns in self.layers)

    @property
    def layers(self) -> tuple[tuple[int, int], ...]:
        """The (rows, columns) of the weights of the three layers after the embeddings.

        The bias is the first row of both hidden layers, and the last number of the output neuron.
        """
        return (1 + self.inputs, self.width), (1 + self.width, self.width), (self.width + 1, 1)

    def phase_of(self, discs: int) -> int:
        """The index of the phase of positions with `discs` discs on the board."""
        return int(np.searchsorted(self.phases, discs, side="right")) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network in memory.

    `embeddings[phase, state]` are the embeddings, `dense[phase]` all other numbers; `card`
    describes the training. The sum of the 46 embeddings of a position always fits in 16 bits; the
    first dense layer has weights that fit its scale.
    """

    shape: Shape
    embeddings: np.ndarray[Any, np.dtype[np.int16]]
    dense: Floats
    card: dict[str, Any]

    @classmethod
    def zeros(cls, shape: Shape) -> Network:
        """A network of zeros, which gives every position the value 0."""
        count = len(shape.phases)
        return cls(
            shape,
            np.zeros((count, shape.embedding_rows, shape.width), dtype=np.int16),
            np.zeros((count, shape.dense_size), dtype=np.float32),
            {},
        )

    def value(self, player: int, opponent: int) -> float:
        """The value of a position in discs for the player to move;
        the reference for the kernels.
        """
        phase = self.shape.phase_of((player | opponent).bit_count())
        numbers = self._inputs(player, opponent, phase)
        start = 0
        for rows, columns in self.shape.layers[:2]:
            layer = self.dense[phase, start : start + rows * columns].reshape(rows, columns)
            numbers = np.maximum(layer[0] + numbers @ layer[1:], 0)
            start += rows * columns
        last = self.dense[phase, start:]
        return float(numbers @ last[:-1] + last[-1])

    def _inputs(self, player: int, opponent: int, phase: int) -> Floats:
        if self.shape.kind is Kind.PATTERNS:
            states = states_of(player, opponent)[: len(INSTANCES)]
            rows = [centre + state for centre, state in zip(LANE_CENTRES, states, strict=False)]
            total: Floats = self.embeddings[phase, rows].sum(axis=0, dtype=np.float32)
            return total
        image = Position(player, opponent).canonical()
        signs = [(image.player >> s & 1) - (image.opponent >> s & 1) for s in range(SQUARES)]
        return np.array(signs, dtype=np.float32)


# Files


@cache
def _classes() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The classes of pattern states that are equal by symmetry.

    Returns one state of each class, and the class number of each state.
    """
    first, number = np.unique(symmetry_classes(), return_inverse=True)
    return first, number


def to_bytes(network: Network) -> bytes:
    """The network as the content of a file."""
    shape = network.shape
    embeddings = network.embeddings
    if shape.embedding_rows:
        embeddings = embeddings[:, _classes()[0]]
    # Low and high bytes apart: the high ones are mostly alike.
    planes = np.ascontiguousarray(embeddings).view(np.uint8).reshape(-1, 2).T.tobytes()
    card = {**network.card, "kind": shape.kind, "width": shape.width, "phases": shape.phases}
    return SEAL.pack(card, network.dense.tobytes() + planes, level=6)


def from_bytes(data: bytes, source: str = "") -> Network:
    """The network in the content of a file; raises `FormatError` for anything else.

    `source` names the file in the message.
    """
    card, numbers = SEAL.unpack(data, source)
    shape = Shape(Kind(card.pop("kind")), card.pop("width"), tuple(card.pop("phases")))
    dense_bytes = 4 * len(shape.phases) * shape.dense_size
    dense = np.frombuffer(numbers[:dense_bytes], dtype=np.float32)
    low, high = np.frombuffer(numbers[dense_bytes:], dtype=np.uint8).reshape(2, -1)
    folded = (low.astype(np.uint16) | high.astype(np.uint16) << 8).view(np.int16)
    return Network(shape, spread(shape, folded), dense.reshape(len(shape.phases), -1), card)


def spread(
    shape: Shape, folded: np.ndarray[Any, np.dtype[np.int16]]
) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Expand embeddings from one per symmetry class, `folded`, to one per pattern state."""
    if not shape.embedding_rows:
        return np.zeros((len(shape.phases), 0, shape.width), dtype=np.int16)
    by_class = folded.reshape(len(shape.phases), -1, shape.width)
    return np.ascontiguousarray(by_class[:, _classes()[1]])


def save(network: Network, path: Path) -> None:
    """Write a network file; an existing file is replaced atomically."""
    write_bytes(path, to_bytes(network))


def load(path: Path) -> Network:
    """Read a network file."""
    return from_bytes(read_bytes(path), str(path))


@cache
def shipped() -> Network:
    """The network that comes with Outflank."""
    return load(SHIPPED)
