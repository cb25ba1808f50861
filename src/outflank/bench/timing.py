"""Time calls, and represent the figures that a benchmark reports."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measurement:
    """One figure of a benchmark; `ratio` compares it with its baseline, None if it has none."""

    what: str
    value: float
    unit: str
    ratio: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """The fields as a dictionary for JSON."""
        return asdict(self)


def best_seconds(*calls: Callable[[], object], rounds: int = 5) -> list[float]:
    """The shortest time in seconds of each call over several rounds.

    In every round the calls take turns, so that disturbances affect all alike.
    """
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for index, call in enumerate(calls):
            started = time.perf_counter()
            call()
            best[index] = min(best[index], time.perf_counter() - started)
    return best


def as_markdown(benchmark: str, measurements: list[Measurement]) -> str:
    """The figures of a benchmark as a Markdown table, in the form used in bench/results."""
    lines = ["| benchmark | what | figure | against the baseline |", "|---|---|---|---|"]
    for measurement in measurements:
        ratio = f"{measurement.ratio:.2f} ×" if measurement.ratio else ""
        figure = f"{measurement.value:,.1f} {measurement.unit}"
        lines.append(f"| {benchmark} | {measurement.what} | {figure} | {ratio} |")
    return "\n".join(lines)
