"""Validated access to the values of a dictionary that was read from an untrusted file."""

from __future__ import annotations

from collections.abc import Mapping

from outflank.errors import FormatError
from outflank.formats.wording import excerpt


class Fields:
    """Reads the values of a dictionary by name; a missing or invalid one raises `FormatError`.

    The argument `name` is the name of the dictionary in error messages.
    """

    def __init__(self, values: object, name: str) -> None:
        if not isinstance(values, Mapping):
            raise FormatError(f"{name} must be an object with named values, not {_shown(values)}")
        self._values = values

    def inner(self, name: str) -> Fields:
        """The value called `name`, which must be a dictionary."""
        return Fields(self._value(name), name)

    def text(self, name: str, *, longest: int) -> str:
        """The value called `name`, which must be text of at most `longest` characters."""
        value = self._value(name)
        if not isinstance(value, str):
            raise FormatError(f"{name} must be text, not {_shown(value)}")
        if len(value) > longest:
            raise FormatError(f"{name} has {len(value):,} characters; at most {longest:,} are read")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise FormatError(f"{name} has invalid Unicode; save the session again") from None
        return value

    def flag(self, name: str, *, missing: bool | None = None) -> bool:
        """The value called `name`, which must be true or false.

        If `missing` is given, it is returned for an absent value; otherwise absence is an error.
        """
        if missing is not None and self._values.get(name) is None:
            return missing
        value = self._value(name)
        if not isinstance(value, bool):
            raise FormatError(f"{name} must be true or false, not {_shown(value)}")
        return value

    def count(self, name: str, *, most: int) -> int:
        """The value called `name`, which must be a whole number from 0 to `most`."""
        value = self._value(name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise FormatError(f"{name} must be a whole number up to {most}, not {_shown(value)}")
        return value

    def seconds(self, name: str, *, most: float) -> float:
        """The value called `name`, which must be a number of seconds from 0 to `most`."""
        value = self._value(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise FormatError(f"{name} must be seconds up to {most:g}, not {_shown(value)}")
        return float(value)

    def limit(self, name: str, *, most: float) -> float | None:
        """The value called `name`: seconds from 0 to `most`, or None for no limit."""
        return None if self._value(name) is None else self.seconds(name, most=most)

    def _value(self, name: str) -> object:
        if name not in self._values:
            raise FormatError(f"{name} is missing; save the session again")
        return self._values[name]


def _shown(value: object) -> str:
    if isinstance(value, str | bool | int | float):
        return excerpt(str(value)[:100])
    return "null" if value is None else f"a {type(value).__name__}"
