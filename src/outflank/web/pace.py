"""Rate limits as token buckets: a single bucket (`Pace`), or one for each key (`Paces`)."""

from __future__ import annotations

import time
from collections.abc import Callable

BURST_SECONDS = 4.0
"""Capacity of a bucket: the number of events that are allowed in this many seconds."""

SWEEP_SECONDS = 60.0


class Pace:
    """A token bucket: `rate` events a second on average, and bursts of `BURST_SECONDS * rate`.

    `now` returns the current time in seconds.
    """

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._left = rate * BURST_SECONDS
        self._counted = now()

    def is_rested(self) -> bool:
        """Whether the bucket is full, like a new one, so that it need not be kept."""
        return self.take(0) == 0 and self._left >= self._rate * BURST_SECONDS

    def take(self, count: int) -> float:
        """Count `count` events; return how many seconds the caller should wait to keep the rate."""
        now = self._now()
        grown = self._left + (now - self._counted) * self._rate
        self._left = min(grown, self._rate * BURST_SECONDS) - count
        self._counted = now
        return max(-self._left / self._rate, 0.0)


class Paces:
    """One token bucket for each key, such as an address; full buckets are removed."""

    def __init__(self, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._paces: dict[str, Pace] = {}
        self._swept = now()

    def take(self, key: str, count: int = 1) -> float:
        """The same as `Pace.take`, for the bucket of `key`."""
        self._sweep()
        pace = self._paces.setdefault(key, Pace(self._rate, self._now))
        return pace.take(count)

    def _sweep(self) -> None:
        if self._now() - self._swept < SWEEP_SECONDS:
            return
        self._swept = self._now()
        self._paces = {key: pace for key, pace in self._paces.items() if not pace.is_rested()}
