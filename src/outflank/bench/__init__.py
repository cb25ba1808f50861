"""Benchmarks: one file a subject, reported by `outflank bench`; results are in bench/results.

Seconds on a shared machine are noisy, ratios within one run are not: where a kernel has a baseline,
both run in turns and the best of each counts.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from outflank.bench.timing import Measurement, as_markdown
from outflank.errors import check_known

BENCHMARKS: tuple[str, ...] = (
    "moves",
    "hashing",
    "book",
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
    "steadiness",
    "lateness",
    "soak",
    "cluster",
    "pages",
    "siege",
    "hostile",
    "attacks",
    "library",
    "fuzz",
)
"""Those that run only if they are named: they take minutes, rare packages, or games of yours."""


def run_benchmarks(names: list[str]) -> list[tuple[str, Measurement]]:
    """The name of a benchmark with each of its measurements.

    Runs the benchmarks called `names`, or `BENCHMARKS` if none is named.
    """
    return [
        (name, measurement)
        for name, module in _modules(names).items()
        for measurement in module.measure()
    ]


def tables_of_benchmarks(names: list[str]) -> str:
    """The same as Markdown tables, for bench/results and docs; a benchmark may have its own."""
    return "\n\n".join(
        module.markdown() if hasattr(module, "markdown") else as_markdown(name, module.measure())
        for name, module in _modules(names).items()
    )


def _modules(names: list[str]) -> dict[str, ModuleType]:
    known = (*BENCHMARKS, *ON_REQUEST)
    for name in names:
        check_known("benchmark", name, known)
    return {name: import_module(f"outflank.bench.{name}") for name in names or BENCHMARKS}
