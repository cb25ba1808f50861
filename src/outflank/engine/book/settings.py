"""Settings of a book build: how deep to search, and which positions to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from outflank.errors import OutflankError
from outflank.search.limit import CONFIDENCES


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSettings:
    """How deep `outflank book build` searches, and which positions it adds.

    Every move of a position is first searched to half of `depth` plies; moves within `margin` discs
    of the best are searched again to `depth` plies after the move. `confidence` is the confidence
    level of all searches in per cent. The cost of a position is the number of discs that the moves
    leading to it lose against the best moves, on the cheapest way, plus `ply_cost` discs for each
    move. Positions are added in order of cost, up to a cost of `most_cost` discs and up to `plies`
    moves after the start.
    """

    depth: int = 16
    confidence: int = CONFIDENCES[0]
    margin: float = 4.0
    ply_cost: float = 0.25
    most_cost: float = 12.0
    plies: int = 30

    def __post_init__(self) -> None:
        bounds = {
            "depth": (2, 60),
            "margin": (0, 64),
            "ply_cost": (0, 64),
            "most_cost": (0, 1000),
            "plies": (1, 60),
        }
        for name, (low, high) in bounds.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise OutflankError(f"{name}={value} is out of range; give {low} to {high}")
        if self.confidence not in CONFIDENCES:
            known = ", ".join(map(str, CONFIDENCES))
            raise OutflankError(f"confidence={self.confidence!r} is none of {known}")

    def as_dict(self) -> dict[str, Any]:
        """The settings as a dictionary for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BuildSettings:
        """Inverse of `as_dict`; missing settings get their defaults."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in data.items() if name in known})
