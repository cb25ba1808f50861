"""Benchmarks: one file a subject, reported by `outflank bench`; results are in bench/results.

Seconds on a shared machine are noisy, ratios within one run are not: where a kernel has a baseline,
both run in turns and the best of each counts.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from outflank.bench.timing import Measurement, as_markdown
from outflank.errors import OutflankError

BENCHMARKS: tuple[str, ...] = (
    "moves",
    "hashing",
    "replay",
    "classics",
    "evaluate",
    "solver",
    "engine",
    "training",
    "network",
    "protocols",
    "visitors",
)
"""The modules of this package that have a `measure` function."""

ON_REQUEST: tuple[str, ...] = (
    "techniques",
    "engine_techniques",
    "accuracy",
    "lateness",
    "soak",
    "cluster",
    "pages",
)
"""Those that run only if they are named: they take minutes, or packages that few have."""


def run_benchmarks(names: list[str]) -> list[Measurement]:
    """The measurements of the benchmarks called `names`, or of `BENCHMARKS` if none is named."""
    measurements: list[Measurement] = []
    for module in _modules(names):
        measurements += module.measure()
    return measurements


def tables_of_benchmarks(names: list[str]) -> str:
    """The same as Markdown tables, for bench/results and docs; a benchmark may have its own."""
    return "\n\n".join(
        module.markdown() if hasattr(module, "markdown") else as_markdown(module.measure())
        for module in _modules(names)
    )


def _modules(names: list[str]) -> list[ModuleType]:
    known = (*BENCHMARKS, *ON_REQUEST)
    for name in names:
        if name not in known:
            raise OutflankError(f"no benchmark is called {name!r}; there are: {', '.join(known)}")
    return [import_module(f"outflank.bench.{name}") for name in names or BENCHMARKS]
