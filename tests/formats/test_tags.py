import pytest

from outflank.formats.properties import Property
from outflank.formats.tags import TagTable

TABLE = TagTable({"black": "PB", "white": "PW"}, reserved=("B", "W"))


def test_known_tags_come_first_and_in_the_order_of_the_table() -> None:
    assert TABLE.format({"XY": "?", "white": "Bob", "black": "Ann]"}) == r"PB[Ann\]]PW[Bob]XY[?]"


def test_what_cannot_be_written_is_left_out() -> None:
    assert TABLE.format({"opening": "Tiger", "PB": "Ann", "B": "f5", "a b": "c"}) == ""


@pytest.mark.parametrize("tag", ["black", "white", "XY", "A1", "LONG"])
def test_holds(tag: str) -> None:
    assert TABLE.holds(tag)


@pytest.mark.parametrize("tag", ["opening", "PB", "B", "1A", "", "X Y", "Ä"])
def test_does_not_hold(tag: str) -> None:
    assert not TABLE.holds(tag)


def test_parse() -> None:
    properties = [
        Property("PB", ("Ann",), 0),
        Property("PW", ("",), 0),
        Property("XY", ("other",), 0),
        Property("B", ("f5",), 0),
        Property("TR", ("a1", "a2"), 0),
    ]
    assert TABLE.parse(properties) == {"black": "Ann", "XY": "other"}
