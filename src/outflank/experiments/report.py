"""Reports: one Markdown file with text, tables (also as CSV) and figures (PNG)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from outflank.errors import MissingExtra
from outflank.files import write_csv, write_text
from outflank.jobs.plots import save_figure

Cell: TypeAlias = str | int | float | None
"""Numbers are written with digits according to their size; None is an empty cell."""

FIGURE_SIZE = (7.5, 4.2)
DOTS_PER_INCH = 80


class Report:
    """Collects the report of an experiment, then writes it."""

    def __init__(self, title: str) -> None:
        self._parts = [f"# {title}"]
        self._tables: dict[str, tuple[Sequence[str], list[Sequence[Cell]]]] = {}
        self._figures: dict[str, Any] = {}

    def text(self, text: str) -> None:
        """Add paragraphs."""
        self._parts.append(text.strip())

    def heading(self, text: str) -> None:
        """Begin a section."""
        self._parts.append(f"## {text}")

    def table(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Add a table, which is also written to a CSV file of this name."""
        self._tables[slug(name)] = (columns, list(rows))
        lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
        lines += [f"| {' | '.join(map(format_cell, row))} |" for row in rows]
        self._parts.append("\n".join(lines))

    def data(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Add a table that is too long to print: a CSV file and a link to it."""
        self._tables[slug(name)] = (columns, list(rows))
        self._parts.append(f"[{name}]({slug(name)}.csv)")

    def code(self, text: str) -> None:
        """Add preformatted text, such as a board."""
        self._parts.append(f"```\n{text.rstrip()}\n```")

    def figure(self, name: str, figure: Any) -> None:
        """Add a figure of `new_figure`, which becomes a PNG file of this name."""
        self._figures[slug(name)] = figure
        self._parts.append(f"![{name}]({slug(name)}.png)")

    def write(self, folder: Path) -> Path:
        """Write all files, the Markdown file last: if it exists, the others do."""
        for name, (columns, rows) in self._tables.items():
            write_csv(folder / f"{name}.csv", columns, rows)
        for name, figure in self._figures.items():
            save_figure(figure, folder / f"{name}.png", dots_per_inch=DOTS_PER_INCH)
        path = folder / "report.md"
        write_text(path, "\n\n".join(self._parts) + "\n")
        return path


def slug(name: str) -> str:
    """`name` as a file name."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def format_cell(cell: Cell) -> str:
    """The text of a cell."""
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
    """A share of points with its standard error."""
    return f"{share:.1%}" if sigma is None else f"{share:.1%} ± {sigma:.1%}"


# Figures


def new_figure(panels: int = 1) -> tuple[Any, list[Any]]:
    """A figure and its panels, side by side."""
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
    """Draw named lines with markers."""
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
    """Draw named bars one below the other."""
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
