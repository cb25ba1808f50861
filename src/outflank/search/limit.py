"""How long a search may go on."""

from __future__ import annotations

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
        for name in ("depth", "nodes", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise OutflankError(f"{name}={value} is no limit; give a number above 0")
