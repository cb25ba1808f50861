"""Output of `outflank best`: table rows, or one line of JSON per position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from rich.console import Console, RenderableType

from outflank.cli.output import console, print_json
from outflank.cli.row_table import Column, RowTable
from outflank.cli.searching import score_text, searched_text
from outflank.cli.solve_report import short_count
from outflank.engine.analysis import Analysis
from outflank.formats.boards import node_as_dict
from outflank.rules.game import Node
from outflank.rules.squares import Square


@dataclass(frozen=True, slots=True)
class Found:
    """A position and its analysis so far; `number` counts positions from 1."""

    number: int
    node: Node
    analysis: Analysis

    @property
    def searched(self) -> str:
        """Search depth and confidence in words, such as ``12 plies at 87 %``."""
        return searched_text(self.analysis, self.node.position)


class Report(Protocol):
    """How results are printed; receives them one by one as positions are searched."""

    def add(self, found: Found) -> None:
        """Print the result of one position."""

    def end(self, is_interrupted: bool) -> None:
        """Finish the output; `is_interrupted` is True if the user pressed Ctrl-C."""


class JsonReport:
    """Prints one JSON object per position."""

    def add(self, found: Found) -> None:
        """Print one position with its result as a JSON object."""
        print_json(node_as_dict(found.node) | found.analysis.as_dict())

    def end(self, is_interrupted: bool) -> None:
        """Do nothing: the exit code of the command shows an interrupt."""


COLUMNS = (
    Column("#", 3),
    Column("empty", 5),
    Column("best", 4, is_number=False),
    Column("score", 6),
    Column("searched", 18, is_number=False),
    Column("seconds", 8),
    Column("nodes", 7),
    Column("nodes/s", 7),
)


class FoundTable:
    """Makes the table rows of a position: one row for each line of play.

    Search depth, time and nodes are only in the first row.
    """

    def __init__(self, out: Console) -> None:
        self._table = RowTable(out, COLUMNS)

    def print_headings(self) -> None:
        """Print the column headings. Call this before any row is printed."""
        self._table.print_headings()

    def rows(self, found: Found) -> Iterator[RenderableType]:
        """The table rows for the result of a position, the best move first."""
        number, empties = str(found.number), str(found.node.position.empty_count)
        analysis = found.analysis
        if not analysis.lines:
            score = score_text(analysis.score)
            yield self._table.row([number, empties, "", score, found.searched, "", "", ""], "")
            return
        first = [number, empties]
        figures = [
            found.searched,
            f"{analysis.seconds:.3f}",
            short_count(analysis.nodes),
            short_count(analysis.nodes_per_second),
        ]
        for line in analysis.lines:
            move = [str(line.move), score_text(line.score)]
            yield self._table.row([*first, *move, *figures], line_text(line.principal_variation))
            first, figures = ["", ""], ["", "", "", ""]


class TableReport:
    """Prints a table, each position as soon as its result is known."""

    def __init__(self) -> None:
        self._out = console()
        self._table = FoundTable(self._out)
        self._table.print_headings()

    def add(self, found: Found) -> None:
        """Print the rows of a position."""
        for row in self._table.rows(found):
            self._out.print(row)

    def end(self, is_interrupted: bool) -> None:
        """Print a notice if the run was interrupted."""
        if is_interrupted:
            self._out.print("Interrupted.", style="yellow")


def line_text(line: tuple[Square, ...]) -> str:
    """A line of play as a transcript, with passes as ``--``."""
    return "".join(map(str, line))
