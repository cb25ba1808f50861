"""Read and write results in SGF.

Examples: ``B+4``, ``W+R`` (resigned), ``W+T`` (out of time), ``B+F`` (forfeit), ``0`` (draw).
"""

from __future__ import annotations

import re

from outflank.errors import FormatError
from outflank.formats.wording import excerpt
from outflank.rules.game import BLACK, Reason, Result

_WIN = re.compile(r"(?P<winner>[bw])\+((?P<how>[0-9]{1,2}|r(esign)?|t(ime)?|f(orfeit)?)(\.0*)?)?")
_REASONS = {
    "r": Reason.RESIGNATION,
    "t": Reason.TIMEOUT,
    "f": Reason.ILLEGAL_MOVES,
}
_LETTERS = {reason: letter.upper() for letter, reason in _REASONS.items()}
_NO_RESULT = ("", "?", "void")
_DRAW = ("0", "draw")


def parse_result(value: str) -> Result | None:
    """Read the value of the property ``RE``; None if it says that the result is unknown."""
    text = value.strip().lower()
    win = _WIN.fullmatch(text)
    # "B+" alone names the winner without a margin, which a score cannot express.
    if text in _NO_RESULT or (win and not win["how"]):
        return None
    if text in _DRAW:
        return Result(0)
    if not win:
        raise FormatError(f"{excerpt(value)} is not a result; write it like B+4, W+R or 0")
    sign = 1 if win["winner"] == "b" else -1
    if reason := _REASONS.get(win["how"][0]):
        return Result(64 * sign, reason)
    return _result_of(int(win["how"]) * sign, Reason.COUNTED)


def parse_exact_result(value: str) -> Result:
    """Read the value of Outflank's own property ``RS``: the score for Black, and the reason."""
    match = re.fullmatch(r"(-?[0-9]{1,2}) (.+)", value)
    reasons = {reason.value: reason for reason in Reason}
    if match is None or match[2] not in reasons:
        raise FormatError(f"{excerpt(value)} is not a result; write it like -4 agreement")
    return _result_of(int(match[1]), reasons[match[2]])


def _result_of(score: int, reason: Reason) -> Result:
    if not -64 <= score <= 64:
        raise FormatError(f"{score} is not a result; scores are discs from -64 to 64")
    return Result(score, reason)


def format_result(result: Result | None) -> str:
    """Write `result` as a property ``RE``,
    followed by ``RS`` if ``RE`` cannot express all of it.
    """
    if result is None:
        return ""
    said = "0"
    if result.winner is not None:
        how = _LETTERS.get(result.reason, str(abs(result.score)))
        said = f"{'B' if result.winner is BLACK else 'W'}+{how}"
    if parse_result(said) == result:
        return f"RE[{said}]"
    return f"RE[{said}]RS[{result.score} {result.reason.value}]"
