"""The library of games in SQLite, with search and an opening explorer, and names of openings.

>>> from outflank.library import Library, Selection, opening_name
>>> with Library("games.sqlite") as library:  # doctest: +SKIP
...     library.import_paths(["wthor"])
...     for row in library.search(Selection(player="tamenori", first_year=1995)):
...         print(row.black, row.white, row.result, row.opening_name("ja"))

Attributes are imported on first use, because opening names need neither a database nor NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from outflank.library.explorer import Exploration, ExplorerFilter
    from outflank.library.importing import ImportReport, NameFiles
    from outflank.library.library import Library
    from outflank.library.opening_names import (
        NamedOpening,
        find_openings,
        named_openings,
        opening_at,
        opening_name,
        opening_of,
    )
    from outflank.library.rows import GameRow
    from outflank.library.selection import Selection
    from outflank.library.statistics import Statistics

__all__ = [
    "Exploration",
    "ExplorerFilter",
    "GameRow",
    "ImportReport",
    "Library",
    "NameFiles",
    "NamedOpening",
    "Selection",
    "Statistics",
    "find_openings",
    "named_openings",
    "opening_at",
    "opening_name",
    "opening_of",
]

_MODULES = {
    "Exploration": "explorer",
    "ExplorerFilter": "explorer",
    "GameRow": "rows",
    "ImportReport": "importing",
    "Library": "library",
    "NameFiles": "importing",
    "NamedOpening": "opening_names",
    "Selection": "selection",
    "Statistics": "statistics",
    "find_openings": "opening_names",
    "named_openings": "opening_names",
    "opening_at": "opening_names",
    "opening_name": "opening_names",
    "opening_of": "opening_names",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'outflank.library' has no attribute {name!r}")
    return getattr(import_module(f"outflank.library.{_MODULES[name]}"), name)
