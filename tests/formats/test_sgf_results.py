import re

import pytest
from hypothesis import given

from outflank.errors import FormatError
from outflank.formats.sgf_results import format_result, parse_exact_result, parse_result
from outflank.rules.game import Reason, Result
from tests.strategies import results


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("B+4", Result(4)),
        ("w+12", Result(-12)),
        ("B+4.00", Result(4)),
        ("0", Result(0)),
        ("Draw", Result(0)),
        ("W+R", Result(-64, Reason.RESIGNATION)),
        ("B+Resign", Result(64, Reason.RESIGNATION)),
        ("W+T", Result(-64, Reason.TIMEOUT)),
        ("B+Time", Result(64, Reason.TIMEOUT)),
        ("B+F", Result(64, Reason.ILLEGAL_MOVES)),
        ("W+Forfeit", Result(-64, Reason.ILLEGAL_MOVES)),
        ("?", None),
        ("", None),
        ("Void", None),
        ("B+", None),
    ],
)
def test_parse(written: str, result: Result | None) -> None:
    assert parse_result(written) == result


@pytest.mark.parametrize(
    ("result", "written"),
    [
        (Result(4), "RE[B+4]"),
        (Result(-64, Reason.TIMEOUT), "RE[W+T]"),
        (Result(0), "RE[0]"),
        (Result(-4, Reason.AGREEMENT), "RE[W+4]RS[-4 agreement]"),
        (Result(10, Reason.RESIGNATION), "RE[B+R]RS[10 resignation]"),
        (Result(0, Reason.AGREEMENT), "RE[0]RS[0 agreement]"),
    ],
)
def test_format(result: Result, written: str) -> None:
    assert format_result(result) == written


def test_no_result_writes_nothing() -> None:
    assert format_result(None) == ""


@given(results)
def test_round_trip(result: Result) -> None:
    match = re.fullmatch(r"RE\[(.*?)\](?:RS\[(.*)\])?", format_result(result))
    assert match is not None
    said, exact = match.groups()
    assert (parse_exact_result(exact) if exact else parse_result(said)) == result


@pytest.mark.parametrize("value", ["black", "B+65", "B+R4", "X+4", "B4", "-4", "B+4.5"])
def test_parse_refuses(value: str) -> None:
    with pytest.raises(FormatError, match="is not a result"):
        parse_result(value)


@pytest.mark.parametrize("value", ["", "4", "4 luck", "65 agreement", "x agreement"])
def test_parse_exact_refuses(value: str) -> None:
    with pytest.raises(FormatError, match="is not a result"):
        parse_exact_result(value)
