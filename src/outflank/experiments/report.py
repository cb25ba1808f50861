"""Reports of experiments: a Markdown file with text, tables (also as CSV) and figures (PNG)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from outflank.errors import MissingExtra
from outflank.files import write_csv, write_text
from outflank.jobs.plots import save_figure

Cell: TypeAlias = str | int | float | None
"""A table cell. The number of decimals depends on a number's size; None is an empty cell."""

FIGURE_SIZE = (7.5, 4.2)
DOTS_PER_INCH = 80


class Report:
    """Collects text, tables and figures of an experiment; `write` then writes the files."""

    def __init__(self, title: str) -> None:
        self._parts = [f"# {title}"]
        self._tables: dict[str, tuple[Sequence[str], list[Sequence[Cell]]]] = {}
        self._figures: dict[str, Any] = {}

    def text(self, text: str) -> None:
        """Add one or several paragraphs of Markdown."""
        self._parts.append(text.strip())

    def heading(self, text: str) -> None:
        """Begin a new section with this heading."""
        self._parts.append(f"## {text}")

    def table(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Add a table, which is also written to the CSV file `name`."""
        self._tables[slug(name)] = (columns, list(rows))
        lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
        lines += [f"| {' | '.join(map(format_cell, row))} |" for row in rows]
        self._parts.append("\n".join(lines))

    def data(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Add a link to the CSV file `name`, for a table that is too long to print."""
        self._tables[slug(name)] = (columns, list(rows))
        self._parts.append(f"[{name}]({slug(name)}.csv)")

    def code(self, text: str) -> None:
        """Add preformatted text, such as a board."""
        self._parts.append(f"```\n{text.rstrip()}\n```")

    def figure(self, name: str, figure: Any) -> None:
        """Add a figure made by `new_figure`, which is written to the PNG file `name`."""
        self._figures[slug(name)] = figure
        self._parts.append(f"![{name}]({slug(name)}.png)")

    def write(self, folder: Path) -> Path:
        """Write all files into `folder`; return the path of the Markdown file.

        It is written last: if it exists, the others do.
        """
        for name, (columns, rows) in self._tables.items():
            write_csv(folder / f"{name}.csv", columns, rows)
        for name, figure in self._figures.items():
            save_figure(figure, folder / f"{name}.png", dots_per_inch=DOTS_PER_INCH)
        path = folder / "report.md"
        write_text(path, "\n\n".join(self._parts) + "\n")
        return path


def slug(name: str) -> str:
    """Convert `name` to a file name: lower case, with hyphens for all but letters and digits."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def format_cell(cell: Cell) -> str:
    """The text of a table cell in Markdown."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell.replace("|", "\\|")
    if isinstance(cell, int) or cell == 0:
        return f"{cell:,.0f}"
    size = abs(cell)
    if size >= 1000:
        return f"{cell:,.0f}"
    digits = 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 0.1 else 4
    return f"{cell:.{digits}f}"


def percent(share: float, sigma: float | None = None) -> str:
    """A share (0 to 1) in per cent, with its standard error `sigma` if given."""
    return f"{share:.1%}" if sigma is None else f"{share:.1%} ± {sigma:.1%}"


# Figures


def new_figure(panels: int = 1) -> tuple[Any, list[Any]]:
    """A new figure, and its `panels` axes side by side."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("a plot", "train") from None
    width, height = FIGURE_SIZE
    figure = Figure(figsize=(width * (1 if panels == 1 else 0.75 * panels), height))
    figure.set_layout_engine("constrained")
    return figure, list(figure.subplots(1, panels, squeeze=False)[0])


def draw_lines(
    axes: Any,
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    *,
    title: str,
    x: str,
    y: str,
    errors: Mapping[str, Sequence[float]] | None = None,
    log_x: bool = False,
    log_y: bool = False,
) -> None:
    """Draw lines with markers and a legend.

    `lines` maps names to coordinates x and y, `errors` maps names to error bars. `x` and `y` are
    the labels of the axes.
    """
    for name, (places, values) in lines.items():
        bars = (errors or {}).get(name)
        axes.errorbar(places, values, yerr=bars, marker=".", capsize=2, label=name)
    _finish(axes, title, x, y)
    if log_x:
        axes.set_xscale("log")
    if log_y:
        axes.set_yscale("log")
    if len(lines) > 1:
        axes.legend(fontsize="small")


def draw_bars(
    axes: Any,
    bars: Mapping[str, float],
    *,
    title: str,
    x: str,
    errors: Sequence[float] | None = None,
    reference: float | None = None,
) -> None:
    """Draw horizontal bars, one below the other, with their names.

    `x` is the label of the axis; a vertical line is drawn at `reference`.
    """
    places = range(len(bars))
    axes.barh(places, list(bars.values()), xerr=errors, capsize=2)
    axes.set_yticks(places, list(bars))
    axes.invert_yaxis()
    if reference is not None:
        axes.axvline(reference, color="grey", linewidth=0.8)
    _finish(axes, title, x, "")


def _finish(axes: Any, title: str, x: str, y: str) -> None:
    axes.set(title=title, xlabel=x, ylabel=y)
    axes.grid(alpha=0.3)
