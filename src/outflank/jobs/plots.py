"""Plots as PNG files; needs matplotlib, an extra."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from outflank.errors import MissingExtra
from outflank.files import replacing


def import_pyplot() -> Any:
    """`matplotlib.pyplot` for files, or an error that names the extra to install."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("a plot", "plots") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save_figure(figure: Any, path: Path, *, dots_per_inch: int) -> None:
    """Write a figure as a PNG and close it."""
    with replacing(path) as file:
        figure.savefig(file, format="png", dpi=dots_per_inch)
    import_pyplot().close(figure)
