"""Wording of values, numbers and places in errors and reports."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from outflank.errors import FormatError, OutflankError

EXCERPT_LENGTH = 24
"""Characters of a bad value quoted in an error: enough to find it, short enough for one line."""

LONGEST_SHOWN = 60
"""Longest `repr` of a value that is shown whole."""


def excerpt(text: str) -> str:
    """`text` in quotes on one line, cut short if it is long."""
    if len(text) > EXCERPT_LENGTH:
        text = text[:EXCERPT_LENGTH] + "…"
    return repr(text)


def shown(value: object) -> str:
    """A value of any type on one line, cut short if it is long."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def counted(number: int, noun: str) -> str:
    """A number and its noun, such as ``"1 game"`` and ``"3 games"``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def place_at(text: str, offset: int) -> str:
    """The line and column of `offset` in `text`, counted from 1."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return f"line {line}, column {column}"


def placed(error: OutflankError, place: str) -> FormatError:
    """`error` as a `FormatError` at `place`, followed by the place that it already has."""
    if not isinstance(error, FormatError):
        return FormatError(str(error), place=place)
    return FormatError(error.problem, place=f"{place}, {error.place}" if error.place else place)


@contextmanager
def errors_at(text: str, offset: int) -> Iterator[None]:
    """Turn errors of the block into a `FormatError` with the place of `offset` in `text`."""
    try:
        yield
    except OutflankError as error:
        # The place is computed only now, since that scans all the text before it.
        raise placed(error, place_at(text, offset)) from error
