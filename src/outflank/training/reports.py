"""Results of a fit: errors of each stage (number of discs), and learning curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any


@dataclass(frozen=True, slots=True)
class Errors:
    """Mean absolute and root mean square difference between values and labels, in discs."""

    mean_absolute: float
    root_mean_square: float

    @classmethod
    def combined(cls, parts: Sequence[tuple[int, Errors]]) -> Errors | None:
        """The errors over several sets together, given as (number of positions, errors).

        None if all sets are empty.
        """
        total = sum(count for count, _ in parts)
        if not total:
            return None
        return cls(
            sum(count * errors.mean_absolute for count, errors in parts) / total,
            sqrt(sum(count * errors.root_mean_square**2 for count, errors in parts) / total),
        )


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One point of a learning curve: the state of a fit after `passes` passes.

    `phase` is "window" for the fit with neighbouring stages and "own" for the fit of the stage
    alone, which follows. `objective_discs` is √(2·objective/positions): the training error
    including the ridge penalty.
    """

    phase: str
    passes: int
    objective_discs: float
    held_out: Errors | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StageReport:
    """The fit of one stage, which is a number of discs on the board.

    `positions` and `held_out` are numbers of positions. `fitted` are the errors on held-out
    positions before the weights are rounded to 1/128 disc, `quantised` after it; both are None
    without held-out positions. `curve` is the learning curve.
    """

    discs: int
    positions: int
    held_out: int
    fitted: Errors | None
    quantised: Errors | None
    curve: tuple[CurvePoint, ...]

    def as_json(self) -> dict[str, Any]:
        """The fields as a dictionary for JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> StageReport:
        """Read a report from a dictionary of `as_json`."""
        curve = tuple(
            CurvePoint(**{**point, "held_out": _errors(point["held_out"])})
            for point in data["curve"]
        )
        errors = {name: _errors(data[name]) for name in ("fitted", "quantised")}
        return cls(**{**data, **errors, "curve": curve})


def _errors(data: dict[str, float] | None) -> Errors | None:
    return None if data is None else Errors(**data)


def overall(reports: Sequence[StageReport], *, quantised: bool) -> Errors | None:
    """The errors on held-out positions of all stages (numbers of discs) together.

    With `quantised` they are those of the rounded weights.
    """
    pairs = []
    for report in reports:
        errors = report.quantised if quantised else report.fitted
        if errors is not None:
            pairs.append((report.held_out, errors))
    return Errors.combined(pairs)
