"""Plots as PNG files, drawn with the optional package matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from outflank.errors import MissingExtra
from outflank.files import replacing


def import_pyplot() -> Any:
    """Import `matplotlib.pyplot` for drawing to files, without a window.

    Raises `MissingExtra` if matplotlib is not installed.
    """
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("a plot", "plots") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save_figure(figure: Any, path: Path, *, dots_per_inch: int) -> None:
    """Write the matplotlib `figure` to `path` as a PNG, and close it."""
    with replacing(path) as file:
        figure.savefig(file, format="png", dpi=dots_per_inch)
    import_pyplot().close(figure)
