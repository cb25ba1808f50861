"""Reports of a fit: errors by stage, and learning curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any


@dataclass(frozen=True, slots=True)
class Errors:
    """Errors of values against labels, in discs."""

    mean_absolute: float
    root_mean_square: float

    @classmethod
    def combined(cls, parts: Sequence[tuple[int, Errors]]) -> Errors | None:
        """The errors over several sets, given as (positions, errors); None if all are empty."""
        total = sum(count for count, _ in parts)
        if not total:
            return None
        return cls(
            sum(count * errors.mean_absolute for count, errors in parts) / total,
            sqrt(sum(count * errors.root_mean_square**2 for count, errors in parts) / total),
        )


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The state of a fit after some passes.

    `phase` is "window" for the fit with the neighbours and "own" for the fit after it.
    `objective_discs` is √(2·objective/positions): the training error including the ridge.
    """

    phase: str
    passes: int
    objective_discs: float
    held_out: Errors | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageReport:
    """One stage: its numbers of positions, and its errors on held-out positions.

    `fitted` is before rounding weights to 1/128 disc, `quantised` after it; both are None without
    held-out positions.
    """

    discs: int
    positions: int
    held_out: int
    fitted: Errors | None
    quantised: Errors | None
    curve: tuple[CurvePoint, ...]

    def as_json(self) -> dict[str, Any]:
        """The fields, for JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> StageReport:
        """The inverse of `as_json`."""
        curve = tuple(
            CurvePoint(**{**point, "held_out": _errors(point["held_out"])})
            for point in data["curve"]
        )
        errors = {name: _errors(data[name]) for name in ("fitted", "quantised")}
        return cls(**{**data, **errors, "curve": curve})


def _errors(data: dict[str, float] | None) -> Errors | None:
    return None if data is None else Errors(**data)


def overall(reports: Sequence[StageReport], *, quantised: bool) -> Errors | None:
    """The held-out errors over all stages."""
    pairs = []
    for report in reports:
        errors = report.quantised if quantised else report.fitted
        if errors is not None:
            pairs.append((report.held_out, errors))
    return Errors.combined(pairs)
