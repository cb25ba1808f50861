"""Output of `outflank train`: errors by stage of the game, rounds, and model cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from outflank.cli.output import console, print_json

if TYPE_CHECKING:
    from outflank.engine.probcut_model import ErrorModel
    from outflank.training.probcut_fit import Deviation
    from outflank.training.reports import StageReport
    from outflank.training.rounds import RoundReport

NOTHING = "–"


def _errors(errors: dict[str, float] | None) -> tuple[str, str]:
    if errors is None:
        return NOTHING, NOTHING
    return f"{errors['mean_absolute']:.3f}", f"{errors['root_mean_square']:.3f}"


def report_fit(
    card: dict[str, Any],
    reports: Sequence[StageReport],
    output: Path,
    seconds: float,
    as_json: bool,
) -> None:
    """Print the held-out errors of fitted weights by stage, before and after rounding.

    Also prints how much rounding to 1/128 disc costs, and where the weights were written.
    """
    if as_json:
        print_json(
            {
                "output": str(output),
                "seconds": round(seconds, 3),
                "card": card,
                "curves": {
                    report.discs: [asdict(point) for point in report.curve] for report in reports
                },
            }
        )
        return
    out = console()
    out.print(_stage_table(card))
    fitted, rounded = card["held_out"]["fitted"], card["held_out"]["quantised"]
    if rounded is not None:
        loss = rounded["root_mean_square"] - fitted["root_mean_square"]
        out.print(f"Rounding weights to 1/128 disc changes the root mean square by {loss:+.4f}.")
    out.print(
        f"{card['data']['positions']:,} positions fitted in {seconds:.1f} s; weights in {output}.",
        markup=False,
    )


def _stage_table(card: dict[str, Any]) -> Table:
    table = Table(box=None, header_style="dim")
    for heading in ("discs", "positions", "held out", "MAE", "RMSE", "rounded MAE", "rounded RMSE"):
        table.add_column(heading, justify="right")
    for stage in card["stages"]:
        table.add_row(
            str(stage["discs"]),
            f"{stage['positions']:,}",
            f"{stage['held_out']:,}",
            *_errors(stage["fitted"]),
            *_errors(stage["quantised"]),
        )
    table.add_row(
        "all",
        f"{card['data']['positions']:,}",
        f"{card['data']['held_out']:,}",
        *_errors(card["held_out"]["fitted"]),
        *_errors(card["held_out"]["quantised"]),
    )
    return table


class RoundsReport:
    """Prints one row, or one JSON object, for each finished round of training."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._out = console()
        if not as_json:
            self._print_row(None)

    def add(self, report: RoundReport) -> None:
        """Print the result of a round: positions, errors, and the match against the last round."""
        errors, match = report.card["held_out"]["quantised"], report.match
        if self._as_json:
            print_json(
                {
                    "round": report.number,
                    "weights": str(report.weights),
                    "positions": report.positions,
                    "held_out": errors,
                    "match": match.as_json(),
                }
            )
            return
        self._print_row(
            [
                str(report.number),
                f"{report.positions:,}",
                *_errors(errors),
                f"{match.tally.wins} – {match.tally.losses}, {match.tally.draws} drawn",
                f"{match.tally.mean_discs:+.2f} ± {match.discs_sigma:.2f}",
            ]
        )

    def end(self, weights: Path) -> None:
        """Print the path of the weights of the last round."""
        if self._as_json:
            print_json({"output": str(weights)})
        else:
            self._out.print(f"The weights of the last round are in {weights}.", markup=False)

    def _print_row(self, row: list[str] | None) -> None:
        """Print one row of fixed column widths; None prints the headings instead."""
        table = Table(box=None, header_style="dim", show_header=row is None)
        table.add_column("round", width=5, justify="right")
        table.add_column("positions", width=11, justify="right")
        table.add_column("MAE", width=6, justify="right")
        table.add_column("RMSE", width=6, justify="right")
        table.add_column("against the round before", width=24)
        table.add_column("discs per game", width=15, justify="right")
        if row is not None:
            table.add_row(*row)
        self._out.print(table)


def print_card(file: Path, card: dict[str, Any]) -> None:
    """Print the model card of a weights file (data, settings, errors) as tables."""
    out = console()
    if "data" not in card:
        out.print(f"{file} has no model card.", markup=False)
        return
    facts = Table(box=None, show_header=False)
    facts.add_column(style="dim")
    facts.add_column(overflow="fold")
    for name in ("name", "outflank", "date", "licence", "rounds"):
        facts.add_row(name, Text(str(card[name])))
    facts.add_row("fit", Text(_listed(card["fit"])))
    for source in card["data"]["sources"]:
        facts.add_row(
            "data",
            Text(
                f"{source['folder']}: {source['positions']:,} positions in {source['shards']} "
                f"shards, trace decay {source.get('trace_decay', 0):g}"
            ),
        )
        facts.add_row("", Text(_listed(source["made_by"].get("settings", {}))))
    out.print(facts)
    out.print()
    out.print(_stage_table(card))


def _listed(settings: dict[str, Any]) -> str:
    """Settings as text on one line.

    Of a value that is a dictionary, such as WTHOR files with their checksums, only the keys are
    shown.
    """
    return ", ".join(
        f"{name} {' '.join(value) if isinstance(value, dict) else value}"
        for name, value in settings.items()
    )


def report_probcut(
    deviations: list[Deviation], model: ErrorModel, output: Path, as_json: bool
) -> None:
    """Print where the error model was written and how well it fits the measured deviations."""
    misfit = math.sqrt(
        sum(
            math.log(row.discs / model.deviation(row.empties, row.deep, row.shallow)) ** 2
            for row in deviations
        )
        / len(deviations)
    )
    figures = {
        "output": str(output),
        "deviations": len(deviations),
        "misfit": round(misfit, 3),
        "midgame": model.midgame,
        "endgame": model.endgame,
    }
    if as_json:
        print_json(figures)
        return
    console().print(
        f"{output} has the model; it misses the {len(deviations):,} measured deviations by "
        f"{100 * misfit:.0f} %.",
        markup=False,
    )
