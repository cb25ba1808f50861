"""Benchmarks: one module a subject, run by `outflank bench`; results are in bench/results.

Seconds on a shared machine are noisy, ratios within one run are not: a kernel and its baseline run
in turns, and the best of each counts.
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
"""Benchmarks that run only if named: they need minutes, rare packages, or the user's games."""


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
    """The results as Markdown tables, for bench/results and docs."""
    return "\n\n".join(
        module.markdown() if hasattr(module, "markdown") else as_markdown(name, module.measure())
        for name, module in _modules(names).items()
    )


def _modules(names: list[str]) -> dict[str, ModuleType]:
    known = (*BENCHMARKS, *ON_REQUEST)
    for name in names:
        check_known("benchmark", name, known)
    return {name: import_module(f"outflank.bench.{name}") for name in names or BENCHMARKS}
