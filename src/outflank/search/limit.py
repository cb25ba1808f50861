"""Limits of a search: depth, nodes, time and others."""

from __future__ import annotations

import math
from dataclasses import dataclass

from outflank.errors import OutflankError

CONFIDENCES = (73, 87, 95, 98, 99, 100)
"""The confidence levels of selective searches in per cent; at 100 there is no forward pruning."""

LEVELS = range(1, 61)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A search ends at the first of these limits that it reaches; None means no limit.

    `depth` is in plies, where a pass counts as a ply; `nodes` is the number of positions visited;
    `seconds` is wall-clock time.

    Only the engine uses the others. `confidence` is the confidence level of a search to a depth,
    one of `CONFIDENCES`. `level` is explained in `engine.levels`. `exact` requires the proved final
    score. `aim_seconds` is the average time to spend; a difficult search may take up to `seconds`.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    confidence: int | None = None
    level: int | None = None
    exact: bool = False
    aim_seconds: float | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes"):
            count = getattr(self, name)
            if count is not None and not (isinstance(count, int) and count > 0):
                raise OutflankError(f"{name}={count!r} is no limit; give a whole number above 0")
        if self.confidence is not None and self.confidence not in CONFIDENCES:
            known = ", ".join(map(str, CONFIDENCES))
            raise OutflankError(f"confidence={self.confidence!r} is none of {known}")
        if self.level is not None and self.level not in LEVELS:
            raise OutflankError(f"level={self.level!r} is no level; give 1 to {LEVELS[-1]}")
        for name in ("seconds", "aim_seconds"):
            seconds = getattr(self, name)
            is_number = isinstance(seconds, int | float) and 0 < seconds < math.inf
            if seconds is not None and not is_number:
                raise OutflankError(f"{name}={seconds!r} is no limit; give a number above 0")
