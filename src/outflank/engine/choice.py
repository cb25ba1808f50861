"""Model of human move choice: the probability that a person plays each legal move.

The utility of a move is a weighted sum of its features (`engine.perception`); probabilities are the
softmax of the utilities. There are separate weights for each strength of player and each stage of
the game. They are fitted to real games by `outflank train human` and stored in a checked file
(`engine.sealed`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.perception import COLUMNS, LOOKS, OUTCOME, Matrix, Vector
from outflank.engine.sealed import Seal
from outflank.errors import FormatError
from outflank.files import read_bytes, write_bytes

STRENGTHS: tuple[str, ...] = ("beginner", "club", "expert")
"""The strengths of players for which the model has weights, the weakest first."""

STAGES: tuple[int, ...] = (48, 37, 25, 13, 7, 1)
"""For each stage of the game, the smallest number of empty squares that belongs to it."""

SEAL = Seal(b"OUTFLANK PEOPLE\0", 1, "people", "`outflank train human`")

SHIPPED = Path(__file__).parent.parent / "data" / "people.bin"

DIGITS = 4
"""Number of decimals to which weights are rounded in a file."""


def stage_of(empties: int) -> int:
    """The index, in `STAGES`, of the stage of positions with `empties` empty squares."""
    return next((stage for stage, least in enumerate(STAGES) if empties >= least), len(STAGES) - 1)


@dataclass(frozen=True, slots=True, eq=False)
class Habits:
    """The model for people of one strength.

    `weights` has one row for each stage of the game and one column for each feature. `lapse` is the
    probability that a person plays a uniformly random move instead.
    """

    weights: Matrix
    lapse: float = 0.0

    @property
    def looks(self) -> int:
        """The number of searches (`perception.LOOKS`) whose results have weights that are not 0.

        Deeper searches need not be made.
        """
        deepest = len(LOOKS)
        if self.weights[:, COLUMNS.index(OUTCOME)].any():
            return deepest
        pairs = self.weights[:, : 2 * deepest].reshape(len(self.weights), deepest, 2)
        return int(np.flatnonzero(pairs.any(axis=(0, 2))).max(initial=-1)) + 1

    def probabilities(self, empties: int, rows: Matrix) -> Vector:
        """The probability of each legal move in a position with `empties` empty squares.

        `rows` has the features of one move per row, as returned by `Perception.see`.
        """
        utility = rows @ self.weights[stage_of(empties)]
        powers = np.exp(utility - utility.max())
        chosen: Vector = (1 - self.lapse) * powers / powers.sum() + self.lapse / len(rows)
        return chosen


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """The models for all strengths,
    and a card (dictionary) with the data that they were fitted to.
    """

    habits: Mapping[str, Habits]
    card: dict[str, Any]


# Files


def to_bytes(people: People) -> bytes:
    """The models as the content of a file."""
    content = {
        "columns": COLUMNS,
        "stages": STAGES,
        "habits": {
            name: {
                "weights": np.round(habits.weights, DIGITS).tolist(),
                "lapse": round(habits.lapse, DIGITS),
            }
            for name, habits in people.habits.items()
        },
    }
    return SEAL.pack(people.card, json.dumps(content).encode(), level=9)


def from_bytes(data: bytes, source: str = "") -> People:
    """The models in the content of a file; raises `FormatError` for anything else.

    `source` names the file in the message.
    """
    card, text = SEAL.unpack(data, source)
    content = json.loads(text)
    if (
        tuple(content["columns"]) != COLUMNS
        or tuple(content["stages"]) != STAGES
        or set(content["habits"]) != set(STRENGTHS)
    ):
        # The checksum is right: another version of Outflank wrote this.
        raise FormatError(
            f"the columns, stages or strengths are of another version; remake with {SEAL.remedy}",
            source=source,
        )
    habits = {
        name: Habits(np.array(one["weights"], dtype=np.float64), float(one["lapse"]))
        for name, one in content["habits"].items()
    }
    for name, one in habits.items():
        is_sound = one.weights.shape == (len(STAGES), len(COLUMNS)) and 0 <= one.lapse <= 1
        if not is_sound or not np.isfinite(one.weights).all():
            raise FormatError(
                f"the weights of {name} are not numbers for {len(STAGES)} stages; "
                f"make them again with {SEAL.remedy}",
                source=source,
            )
    return People(habits, card)


def save(people: People, path: Path) -> None:
    """Write the models to a file; an existing file is replaced atomically."""
    write_bytes(path, to_bytes(people))


def load(path: Path) -> People:
    """Read the models from a file."""
    return from_bytes(read_bytes(path), str(path))


@cache
def shipped() -> People:
    """The models that come with Outflank."""
    return load(SHIPPED)
