"""How long a search may go on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from outflank.errors import OutflankError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The end of a search: whichever of these comes first; None does not limit.

    `depth` in plies, a pass being one; `nodes` in positions visited; `seconds` of wall-clock time.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes"):
            count = getattr(self, name)
            if count is not None and not (isinstance(count, int) and count > 0):
                raise OutflankError(f"{name}={count!r} is no limit; give a whole number above 0")
        seconds = self.seconds
        if seconds is not None and not (
            isinstance(seconds, int | float) and 0 < seconds < math.inf
        ):
            raise OutflankError(f"seconds={seconds!r} is no limit; give a number above 0")
