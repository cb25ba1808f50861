"""Pictures in files, for which matplotlib is an extra."""

from __future__ import annotations

from typing import Any

from outflank.errors import MissingExtra


def import_pyplot() -> Any:
    """`matplotlib.pyplot` for files, or one line about how to get it."""
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("a plot", "plots") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot
