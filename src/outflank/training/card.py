"""The model card of evaluation weights: how they were made, stored in their file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from outflank.training.reports import Errors, StageReport, overall

DIGITS = 4
"""Number of decimals of errors in the card, which are in discs."""


def model_card(
    data: dict[str, Any], settings: dict[str, Any], reports: Sequence[StageReport], date: str
) -> dict[str, Any]:
    """The model card of fitted weights, as a dictionary for JSON.

    `data` is the summary of the data set, `settings` are those of the fit, and `date` is when the
    fit began. The entry `rounds` is one more than that of the weights that played the training
    games.
    """
    from outflank.version import installed_version

    before = [source["made_by"].get("weights_rounds", 0) for source in data["sources"]]
    return {
        "name": "Outflank pattern weights",
        "outflank": installed_version(),
        "date": date,
        "licence": "MIT",
        "rounds": 1 + max(before),
        "data": data,
        "fit": settings,
        "held_out": {
            "fitted": _rounded(overall(reports, quantised=False)),
            "quantised": _rounded(overall(reports, quantised=True)),
        },
        "stages": [
            {
                "discs": report.discs,
                "positions": report.positions,
                "held_out": report.held_out,
                "fitted": _rounded(report.fitted),
                "quantised": _rounded(report.quantised),
            }
            for report in reports
            if report.positions
        ],
    }


def _rounded(errors: Errors | None) -> dict[str, float] | None:
    if errors is None:
        return None
    return {name: round(value, DIGITS) for name, value in asdict(errors).items()}
