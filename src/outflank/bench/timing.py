"""Timing of calls, and the figures that a benchmark reports."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """One figure; `ratio` is the speedup over the baseline, None without one."""

    what: str
    value: float
    unit: str
    ratio: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields, for JSON."""
        return asdict(self)


def best_seconds(*calls: Callable[[], object], rounds: int = 5) -> list[float]:
    """The shortest time of each call; calls take turns, so that noise affects all alike."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for index, call in enumerate(calls):
            started = time.perf_counter()
            call()
            best[index] = min(best[index], time.perf_counter() - started)
    return best


def as_markdown(benchmark: str, measurements: list[Measurement]) -> str:
    """The table of a benchmark as in bench/results."""
    lines = ["| benchmark | what | figure | against the baseline |", "|---|---|---|---|"]
    for measurement in measurements:
        ratio = f"{measurement.ratio:.2f} ×" if measurement.ratio else ""
        figure = f"{measurement.value:,.1f} {measurement.unit}"
        lines.append(f"| {benchmark} | {measurement.what} | {figure} | {ratio} |")
    return "\n".join(lines)
