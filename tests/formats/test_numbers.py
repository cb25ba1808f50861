import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.numbers import format_number, parse_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("+4", 4), ("-1.25", -1.25), ("0.01", 0.01), (".5", 0.5), ("7.", 7), ("1e-05", 1e-05)],
)
def test_parse(text: str, number: float) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "text", ["", "+", "nan", "inf", "1,5", "1_000", "٣", "0x10", "1e400", "9" * 31, " 1", "--1"]
)
def test_parse_refuses(text: str) -> None:
    with pytest.raises(FormatError, match="is not a number"):
        parse_number(text)


@pytest.mark.parametrize(
    ("number", "text"), [(4, "4"), (4.0, "4"), (1.25, "1.25"), (-0.0, "0"), (-3.0, "-3")]
)
def test_format_is_short(number: float, text: str) -> None:
    assert format_number(number) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_round_trip(number: float) -> None:
    assert parse_number(format_number(number)) == number


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_format_refuses_what_cannot_be_read_back(number: float) -> None:
    with pytest.raises(FormatError, match="finite"):
        format_number(number)
