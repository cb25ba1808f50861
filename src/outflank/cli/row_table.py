"""A table printed row by row, each row with a line of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

UNATTENDED_WIDTH = 120
"""Minimum output width in columns without a terminal."""

NARROW_WIDTH = 110
"""Below this width lines of play go below their rows; 20 moves take 40 columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """Heading and width in characters of a column."""

    heading: str
    width: int
    is_number: bool = True


class RowTable:
    """Rows of fixed widths; a line of play ends its row, or goes below it in a narrow terminal."""

    def __init__(self, out: Console, columns: Sequence[Column]) -> None:
        self._out = out
        self._columns = columns
        if not out.is_terminal:
            out.width = max(out.width, UNATTENDED_WIDTH)
        self._is_narrow = out.width < NARROW_WIDTH

    def print_headings(self) -> None:
        """Print the headings, before any row."""
        self._out.print(self._table(None))

    def print_row(self, cells: Sequence[str], line: str) -> None:
        """Print one row and its line of play."""
        self._out.print(self.row(cells, line))

    def print_below(self, text: str) -> None:
        """Print text below the last row."""
        self._out.print(_below(text))

    def row(self, cells: Sequence[str], line: str) -> RenderableType:
        """One row and its line of play as a renderable."""
        if not self._is_narrow:
            return self._table([*cells, line])
        return Group(self._table(cells), _below(line)) if line else self._table(cells)

    def _table(self, cells: Sequence[str] | None) -> Table:
        """One row (None: the headings) as a table of fixed widths."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_header=cells is None)
        for column in self._columns:
            justify = "right" if column.is_number else "left"
            table.add_column(column.heading, width=column.width, justify=justify)  # type: ignore[arg-type]
        if not self._is_narrow:
            table.add_column("line of play", overflow="fold")
        if cells is not None:
            table.add_row(*cells)
        return table


def _below(text: str) -> Padding:
    return Padding(Text(text, style="dim"), (0, 0, 0, 5))
