"""Settings of a book build: the searches, and which positions are added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from outflank.errors import OutflankError
from outflank.search.limit import CONFIDENCES


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildSettings:
    """What `outflank book build` searches, and which positions it adds.

    Every move of a position in the book is searched to half of `depth`; moves within `margin` discs
    of the best are searched again, `depth` plies after the move. Both searches have `confidence` in
    per cent. The cost of a position is what the moves on the cheapest way to it lose against the
    best ones, in discs, plus `ply_cost` for each move. The cheapest positions are added next, up to
    `most_cost` discs and `plies` moves from the start.
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
        """The settings in types that JSON knows."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BuildSettings:
        """The settings that `as_dict` gave; missing ones have their defaults."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in data.items() if name in known})
