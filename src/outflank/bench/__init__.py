"""Benchmarks: one module per subject, run by `outflank bench`; results are kept in bench/results.

Wall-clock times on a shared machine are noisy, but ratios within one run are not. So a kernel and
its baseline are run alternately, and the fastest run of each is used for the ratio.
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
"""Names of the benchmarks that run by default. Each is a module of this package with a function
`measure`."""

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
"""Benchmarks that run only if named: they take minutes, need rare packages, or read the user's
games."""


def run_benchmarks(names: list[str]) -> list[tuple[str, Measurement]]:
    """Run the benchmarks called `names`, or all of `BENCHMARKS` if the list is empty.

    Returns pairs of a benchmark's name and one of its measurements.
    """
    return [
        (name, measurement)
        for name, module in _modules(names).items()
        for measurement in module.measure()
    ]


def tables_of_benchmarks(names: list[str]) -> str:
    """Run benchmarks as `run_benchmarks` does, and return the results as Markdown tables."""
    return "\n\n".join(
        module.markdown() if hasattr(module, "markdown") else as_markdown(name, module.measure())
        for name, module in _modules(names).items()
    )


def _modules(names: list[str]) -> dict[str, ModuleType]:
    known = (*BENCHMARKS, *ON_REQUEST)
    for name in names:
        check_known("benchmark", name, known)
    return {name: import_module(f"outflank.bench.{name}") for name in names or BENCHMARKS}
