import pytest

from outflank.errors import FormatError, IllegalMove
from outflank.formats.wording import counted, errors_at, excerpt, place_at, placed


def test_excerpt_is_one_short_line() -> None:
    assert excerpt("a\nb") == r"'a\nb'"
    assert excerpt("x" * 24) == repr("x" * 24)
    assert excerpt("x" * 1000) == repr("x" * 24 + "…")


def test_counted() -> None:
    assert [counted(number, "game") for number in (0, 1, 2)] == ["0 games", "1 game", "2 games"]


@pytest.mark.parametrize(
    ("offset", "place"),
    [
        (0, "line 1, column 1"),
        (1, "line 1, column 2"),
        (3, "line 2, column 1"),
        (4, "line 2, column 2"),
    ],
)
def test_place_at(offset: int, place: str) -> None:
    assert place_at("ab\ncd", offset) == place


def test_placed_puts_the_wider_place_first() -> None:
    assert str(placed(FormatError("bad", place="move 2"), "line 7")) == "line 7, move 2: bad"
    assert str(placed(FormatError("bad"), "line 7")) == "line 7: bad"
    assert str(placed(IllegalMove("bad"), "line 7")) == "line 7: bad"


def test_errors_at_names_the_place() -> None:
    with pytest.raises(FormatError, match=r"^line 2, column 1: bad$"), errors_at("a\nb", 2):
        raise IllegalMove("bad")
