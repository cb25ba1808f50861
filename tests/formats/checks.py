"""What every parser must do with rubbish: return something, or raise one clear line."""

from __future__ import annotations

from collections.abc import Callable

from outflank.errors import FormatError

LONGEST_MESSAGE = 400


def survives(parse: Callable[[str], object], text: str) -> None:
    """Check that `parse` reads `text` or refuses it with a `FormatError` in one short line."""
    try:
        parse(text)
    except FormatError as error:
        message = str(error)
        assert "\n" not in message
        assert len(message) < LONGEST_MESSAGE
