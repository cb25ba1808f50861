"""Output of `outflank evaluate`: a table or lines of JSON, then mean errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from rich.table import Table

from outflank.cli.output import console, print_json
from outflank.cli.solve_report import scores_in_file
from outflank.formats.boards import node_as_dict
from outflank.rules.game import Node


@dataclass(frozen=True, slots=True)
class Valued:
    """A position and our evaluation of it: `score` in discs, from a search of `depth` plies.

    `number` counts positions from 1. The file may have scores of the position's moves to compare
    with.
    """

    number: int
    node: Node
    score: float
    depth: int

    @property
    def expected(self) -> int | None:
        """The score of the best move according to the file, in discs; None if the file has none."""
        return max(scores_in_file(self.node).values(), default=None)

    @property
    def error(self) -> float | None:
        """Our evaluation minus the score in the file, in discs; None if the file has none."""
        return None if self.expected is None else self.score - self.expected


def mean_errors(found: Sequence[Valued]) -> tuple[float, float] | None:
    """Mean absolute error and root mean square error in discs; None if the file has no scores."""
    errors = [valued.error for valued in found if valued.error is not None]
    if not errors:
        return None
    absolute = sum(abs(error) for error in errors) / len(errors)
    return absolute, sqrt(sum(error**2 for error in errors) / len(errors))


class Report(Protocol):
    """How evaluations are printed; receives them one by one."""

    def add(self, valued: Valued) -> None:
        """Print the evaluation of one position."""

    def end(self, found: Sequence[Valued]) -> None:
        """Print the mean errors over all positions."""


class JsonReport:
    """Prints one JSON object per position, then one with the mean errors."""

    def add(self, valued: Valued) -> None:
        """Print one position with its evaluation as a JSON object."""
        shown = node_as_dict(valued.node) | {"score": valued.score, "depth": valued.depth}
        if valued.expected is not None:
            shown["expected"] = valued.expected
        print_json(shown)

    def end(self, found: Sequence[Valued]) -> None:
        """Print the mean errors as a JSON object."""
        errors = mean_errors(found)
        print_json(
            {
                "positions": len(found),
                "compared": sum(valued.expected is not None for valued in found),
                "mean_absolute_error": None if errors is None else round(errors[0], 4),
                "root_mean_square_error": None if errors is None else round(errors[1], 4),
            }
        )


class TableReport:
    """Prints a row as each position is evaluated, then a sentence with the mean errors.

    `nodes` are all positions to evaluate; if the file has scores for some, columns for the
    comparison are added.
    """

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._compares = any(scores_in_file(node) for node in nodes)
        self._out = console()
        self._print_row(None)

    def add(self, valued: Valued) -> None:
        """Print the row of a position."""
        row = [
            str(valued.number),
            str(valued.node.position.empty_count),
            f"{valued.score:+.2f}",
            str(valued.depth),
        ]
        if self._compares:
            expected, error = valued.expected, valued.error
            row += ["" if expected is None else f"{expected:+d}"]
            row += ["" if error is None else f"{error:+.2f}"]
        self._print_row(row)

    def end(self, found: Sequence[Valued]) -> None:
        """Print a sentence with the mean errors, if the file has scores."""
        errors = mean_errors(found)
        if errors is None:
            return
        compared = sum(valued.expected is not None for valued in found)
        noun = "position" if compared == 1 else "positions"
        self._out.print(
            f"{compared} {noun} compared with the file: mean absolute error {errors[0]:.3f}, "
            f"root mean square error {errors[1]:.3f} discs.",
            style="dim",
        )

    def _print_row(self, row: list[str] | None) -> None:
        """Print one row of fixed column widths; None prints the headings instead."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_header=row is None)
        table.add_column("#", width=5, justify="right")
        table.add_column("empty", width=5, justify="right")
        table.add_column("score", width=7, justify="right")
        table.add_column("depth", width=5, justify="right")
        if self._compares:
            table.add_column("file", width=5, justify="right")
            table.add_column("error", width=7, justify="right")
        if row is not None:
            table.add_row(*row)
        self._out.print(table)
