"""A table that is printed row by row; each row may end with a line of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

UNATTENDED_WIDTH = 120
"""Minimum width in columns of output that does not go to a terminal."""

NARROW_WIDTH = 110
"""In a terminal narrower than this (in columns), lines of play are printed below their rows.

A line of 20 moves takes 40 columns.
"""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: heading, width in characters, and whether its cells are aligned right."""

    heading: str
    width: int
    is_number: bool = True


class RowTable:
    """Prints rows of fixed column widths to `out`.

    A line of play is put at the end of its row, or below the row in a narrow terminal.
    """

    def __init__(self, out: Console, columns: Sequence[Column]) -> None:
        self._out = out
        self._columns = columns
        if not out.is_terminal:
            out.width = max(out.width, UNATTENDED_WIDTH)
        self._is_narrow = out.width < NARROW_WIDTH

    def print_headings(self) -> None:
        """Print the column headings. Call this before any row is printed."""
        self._out.print(self._table(None))

    def print_row(self, cells: Sequence[str], line: str) -> None:
        """Print one row; `line` is its line of play, such as ``f5d6c3``, or empty."""
        self._out.print(self.row(cells, line))

    def print_below(self, text: str) -> None:
        """Print text below the row that was printed last."""
        self._out.print(_below(text))

    def row(self, cells: Sequence[str], line: str) -> RenderableType:
        """The same row as `print_row` prints, as a Rich renderable."""
        if not self._is_narrow:
            return self._table([*cells, line])
        return Group(self._table(cells), _below(line)) if line else self._table(cells)

    def _table(self, cells: Sequence[str] | None) -> Table:
        """One row of fixed column widths as a Rich table; None gives the headings."""
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
