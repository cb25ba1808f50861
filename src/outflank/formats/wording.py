"""How the errors and reports of this package name values, numbers and places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from outflank.errors import FormatError, OutflankError

EXCERPT_LENGTH = 24
"""Characters of a bad value that an error repeats: enough to find it, short enough for one line."""

LONGEST_SHOWN = 60
"""Characters of a value that is shown as Python writes it."""


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
    """Where `offset` is in `text`, both counted from 1 as editors do."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return f"line {line}, column {column}"


def placed(error: OutflankError, place: str) -> FormatError:
    """`error` as a `FormatError` at `place`; a place that it already has becomes the finer part."""
    if not isinstance(error, FormatError):
        return FormatError(str(error), place=place)
    return FormatError(error.problem, place=f"{place}, {error.place}" if error.place else place)


@contextmanager
def errors_at(text: str, offset: int) -> Iterator[None]:
    """Errors raised inside become a `FormatError` that says where `offset` is in `text`."""
    try:
        yield
    except OutflankError as error:
        # The place is worked out only now, as it takes a look at all the text before it.
        raise placed(error, place_at(text, offset)) from error
