"""The version of Outflank that is installed."""

from __future__ import annotations


def installed_version() -> str:
    """The version of the installed package, such as ``"0.2.0"``."""
    # Imported late: it takes longer than all of `rules`, and few programs need it.
    from importlib.metadata import version

    return version("outflank")
