"""Write evaluations and times as the shortest text that reads back as the same number."""

from __future__ import annotations

import math
import re

from outflank.errors import FormatError
from outflank.formats.wording import excerpt

# The bounds on the digits keep numbers of a million digits away from `float`.
_NUMBER = re.compile(r"[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")


def parse_number(text: str) -> float:
    """Read a number such as ``+4``, ``-1.25`` or ``1e-05``; raises `FormatError` for other text."""
    number = float(text) if _NUMBER.fullmatch(text) else math.inf
    if math.isinf(number):
        raise FormatError(f"{excerpt(text)} is not a number; write it like 4 or -1.25")
    return number


def format_number(number: float) -> str:
    """The shortest text that `parse_number` reads as `number`;
    whole numbers have no decimal point.
    """
    if not math.isfinite(number):
        raise FormatError(f"{number} cannot be written; evaluations and times are finite numbers")
    # Adding zero turns −0 into 0.
    return repr(float(number) + 0.0).removesuffix(".0")
