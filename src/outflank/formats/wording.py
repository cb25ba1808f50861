"""Helpers for the wording of error messages: quoted values, counted nouns, places in a text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from outflank.errors import FormatError, OutflankError

EXCERPT_LENGTH = 24
"""How many characters of a wrong value an error message quotes: enough to find it in the file, and
short enough for one line.
"""

LONGEST_SHOWN = 60
"""A `repr` longer than this is cut short."""


def excerpt(text: str) -> str:
    """`text` in quotes on one line, cut to `EXCERPT_LENGTH` characters."""
    if len(text) > EXCERPT_LENGTH:
        text = text[:EXCERPT_LENGTH] + "…"
    return repr(text)


def shown(value: object) -> str:
    """The `repr` of a value on one line, cut to `LONGEST_SHOWN` characters."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def counted(number: int, noun: str) -> str:
    """A number with its noun in singular or plural, such as ``"1 game"`` or ``"3 games"``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def place_at(text: str, offset: int) -> str:
    """The place of `offset` in `text`, as ``"line 2, column 5"``, both counted from 1."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return f"line {line}, column {column}"


def placed(error: OutflankError, place: str) -> FormatError:
    """`error` as a `FormatError` with this place; a place that it already has is appended."""
    if not isinstance(error, FormatError):
        return FormatError(str(error), place=place)
    return FormatError(error.problem, place=f"{place}, {error.place}" if error.place else place)


@contextmanager
def errors_at(text: str, offset: int) -> Iterator[None]:
    """Context manager: convert an error of its block to a `FormatError` at `offset` of `text`."""
    try:
        yield
    except OutflankError as error:
        # The place is computed only now, since that scans all the text before it.
        raise placed(error, place_at(text, offset)) from error
