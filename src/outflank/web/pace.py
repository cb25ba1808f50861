"""How often something may be done: at a steady rate, and some of it at once."""

from __future__ import annotations

import time
from collections.abc import Callable

BURST_SECONDS = 4.0
"""What was not done in this time may be done at once."""

SWEEP_SECONDS = 60.0


class Pace:
    """Allows `rate` a second; says how long to wait after more than that."""

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._left = rate * BURST_SECONDS
        self._counted = now()

    def is_rested(self) -> bool:
        """Whether it is as if nothing had been counted."""
        return self.take(0) == 0 and self._left >= self._rate * BURST_SECONDS

    def take(self, count: int) -> float:
        """Count something that was done `count` times; seconds to wait before the next."""
        now = self._now()
        grown = self._left + (now - self._counted) * self._rate
        self._left = min(grown, self._rate * BURST_SECONDS) - count
        self._counted = now
        return max(-self._left / self._rate, 0.0)


class Paces:
    """One pace for each key, such as an address; those that are not used are forgotten."""

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._paces: dict[str, Pace] = {}
        self._swept = now()

    def take(self, key: str, count: int = 1) -> float:
        """As `Pace.take`, for what `key` names."""
        self._sweep()
        pace = self._paces.setdefault(key, Pace(self._rate, self._now))
        return pace.take(count)

    def _sweep(self) -> None:
        if self._now() - self._swept < SWEEP_SECONDS:
            return
        self._swept = self._now()
        self._paces = {key: pace for key, pace in self._paces.items() if not pace.is_rested()}
