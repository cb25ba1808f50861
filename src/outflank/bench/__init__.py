"""Benchmarks: one file a subject, reported by `outflank bench`; results are in bench/results.

Seconds on a shared machine are noisy, ratios within one run are not: where a kernel has a baseline,
both run in turns and the best of each counts.
"""

from __future__ import annotations

from importlib import import_module

from outflank.bench.timing import Measurement
from outflank.errors import OutflankError

BENCHMARKS: tuple[str, ...] = (
    "moves",
    "hashing",
    "replay",
    "classics",
    "evaluate",
    "training",
    "network",
    "protocols",
)
"""The modules of this package that have a `measure` function."""


def run_benchmarks(names: list[str]) -> list[Measurement]:
    """The measurements of the benchmarks called `names`, or of all of them if none is named."""
    for name in names:
        if name not in BENCHMARKS:
            known = ", ".join(BENCHMARKS)
            raise OutflankError(f"no benchmark is called {name!r}; there are: {known}")
    measurements = []
    for name in names or BENCHMARKS:
        measurements += import_module(f"outflank.bench.{name}").measure()
    return measurements
