"""The version of Outflank that is installed."""

from __future__ import annotations


def installed_version() -> str:
    """The version of the installed package, such as ``"0.2.0"``."""
    # Its import takes longer than that of all our rules, and few programs ask.
    from importlib.metadata import version

    return version("outflank")
