"""How long a search may go on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from outflank.errors import OutflankError

CONFIDENCES = (73, 87, 95, 98, 99, 100)
"""How sure a search can be made, in per cent; at 100 it cuts nothing by guess."""

LEVELS = range(1, 61)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The end of a search: whichever of these comes first; None does not limit.

    `depth` in plies, a pass being one; `nodes` in positions visited; `seconds` of wall-clock time.

    The rest is for the engine: `confidence` of a search to a depth, one of `CONFIDENCES` in per
    cent; `level` as in `engine.levels`; `exact` for a proof of the final score; and `aim_seconds`,
    what a search should take on average, where `seconds` is the most that a hard one may.
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
