"""Options of players: their types and bounds, and how they are read from text."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from outflank.errors import OutflankError
from outflank.formats.wording import excerpt

Value: TypeAlias = bool | int | float | str | None
"""The value of an option; None if it is not set and has no default."""

_SWITCH = {"on": True, "off": False}
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a player, of type `bool` (written on or off), `int`, `float` or `str`.

    `choices` are the allowed texts, if limited; `minimum` and `maximum` bound a number.
    """

    name: str
    type: type[bool] | type[int] | type[float] | type[str]
    default: Value
    help: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def read(self, text: str) -> Value:
        """Read the value from `text`; raises `OutflankError` that names the allowed values."""
        value = self._convert(text)
        if value is None or not self._allows(value):
            raise OutflankError(
                f"{self.name}={excerpt(text)} is not {self.allowed}"
                f"{did_you_mean(text, self.choices)}"
            )
        return value

    def _convert(self, text: str) -> Value:
        if self.type is bool:
            return _SWITCH.get(text.lower())
        if self.type is int:
            return int(text) if _WHOLE_NUMBER.fullmatch(text) else None
        if self.type is float:
            return float(text) if _NUMBER.fullmatch(text) else None
        return text or None

    def _allows(self, value: Value) -> bool:
        if isinstance(value, str):
            return not self.choices or value in self.choices
        if isinstance(value, bool) or value is None:
            return True
        low = -math.inf if self.minimum is None else self.minimum
        high = math.inf if self.maximum is None else self.maximum
        return low <= value <= high and math.isfinite(value)

    @property
    def allowed(self) -> str:
        """The allowed values in words, for messages."""
        if self.type is bool:
            return "on or off"
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if self.type is str:
            return "a text"
        bounds = [
            f"{word} {bound:g}"
            for word, bound in (("from", self.minimum), ("to", self.maximum))
            if bound is not None
        ]
        return " ".join(["a whole number" if self.type is int else "a number", *bounds])


def format_value(value: Value) -> str:
    """The text of `value` in a spec; inverse of `Option.read`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error message: ``"; did you mean …?"`` with the word of `known` that is most
    similar to `word`, or only a full stop.
    """
    spellings = {spelling.lower(): spelling for spelling in known}
    similar = difflib.get_close_matches(word.lower(), spellings, n=1)
    return f"; did you mean {spellings[similar[0]]}?" if similar else "."


def limit_options(
    *, depth: int | None = None, nodes: int | None = None, time: float | None = None
) -> tuple[Option, ...]:
    """The options that limit a search (depth, nodes, time), with these defaults.

    A search stops at the first limit that it reaches.
    """
    return (
        Option("depth", int, depth, "maximum depth in plies; passes count", minimum=1, maximum=64),
        Option("nodes", int, nodes, "maximum number of nodes", minimum=1),
        Option("time", float, time, "seconds per move; default: by the clock", minimum=0.001),
    )


RANDOM_FIRST = Option(
    "random_first", int, 0, "number of random moves at the start", minimum=0, maximum=60
)

COMMON_OPTIONS: tuple[Option, ...] = (
    RANDOM_FIRST,
    Option("random", float, 0.0, "probability that a move is random", minimum=0, maximum=1),
    Option("book", str, "off", "opening book: on (the shipped one), off, or a FILE"),
    Option(
        "book_variety",
        float,
        0.0,
        "play a random book move at most this many discs worse than the best",
        minimum=0,
        maximum=64,
    ),
    Option("seed", int, None, "random seed, for repeatable choices", minimum=0),
)
"""Options that nearly all players have in addition to their own; a player may change a default."""
