"""Rate limits (token buckets), single or one per key."""

from __future__ import annotations

import time
from collections.abc import Callable

BURST_SECONDS = 4.0
"""Size of a burst: the allowance of this many seconds."""

SWEEP_SECONDS = 60.0


class Pace:
    """A token bucket: `rate` events a second, with bursts of `BURST_SECONDS`."""

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._left = rate * BURST_SECONDS
        self._counted = now()

    def is_rested(self) -> bool:
        """Whether the bucket is full, so that it can be forgotten."""
        return self.take(0) == 0 and self._left >= self._rate * BURST_SECONDS

    def take(self, count: int) -> float:
        """Count `count` events; return the seconds to wait before the next."""
        now = self._now()
        grown = self._left + (now - self._counted) * self._rate
        self._left = min(grown, self._rate * BURST_SECONDS) - count
        self._counted = now
        return max(-self._left / self._rate, 0.0)


class Paces:
    """One `Pace` for each key, such as an address; unused ones are removed."""

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._paces: dict[str, Pace] = {}
        self._swept = now()

    def take(self, key: str, count: int = 1) -> float:
        """As `Pace.take`, for one key."""
        self._sweep()
        pace = self._paces.setdefault(key, Pace(self._rate, self._now))
        return pace.take(count)

    def _sweep(self) -> None:
        if self._now() - self._swept < SWEEP_SECONDS:
            return
        self._swept = self._now()
        self._paces = {key: pace for key, pace in self._paces.items() if not pace.is_rested()}
