"""Time limits of games: per move, per game, and with an increment per move."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from outflank.errors import OutflankError
from outflank.players.player import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """Time limits in seconds: per move, per game for each side, and increment per move.

    None means no limit. The default of one minute per move is the rule of report 000
    (docs/reports.md).
    """

    move_seconds: float | None = 60.0
    game_seconds: float | None = None
    increment_seconds: float = 0.0

    def __post_init__(self) -> None:
        for name in ("move_seconds", "game_seconds"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise OutflankError(f"{name}={value} is not a time limit; give seconds above 0")
        if not 0 <= self.increment_seconds < math.inf:
            raise OutflankError(
                f"increment_seconds={self.increment_seconds} is not an increment; give 0 or more"
            )

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit per move or per game."""
        return self.move_seconds is not None or self.game_seconds is not None

    def as_dict(self) -> dict[str, Any]:
        """The limits as a dictionary for JSON."""
        return asdict(self)

    def clock(self, used_seconds: float, moves: int) -> Clock:
        """The time left to a side that has used `used_seconds` for its first `moves` moves."""
        left = None
        if self.game_seconds is not None:
            left = max(self.game_seconds + moves * self.increment_seconds - used_seconds, 0.0)
        return Clock(
            move_seconds=self.move_seconds,
            game_seconds=left,
            increment_seconds=self.increment_seconds,
        )


UNLIMITED = TimeControl(move_seconds=None)
