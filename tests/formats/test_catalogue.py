import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.catalogue import (
    FORMATS,
    Feature,
    Format,
    decode,
    encode,
    find_format,
    format_named,
    format_of_extension,
)
from outflank.rules.game import Game
from tests.strategies import games_for

TEXT_FORMATS = [candidate for candidate in FORMATS if candidate.name != "wthor"]
by_name = pytest.mark.parametrize("format", TEXT_FORMATS, ids=lambda format: format.name)


def test_names_and_extensions_are_unique() -> None:
    names = [candidate.name for candidate in FORMATS]
    extensions = [extension for candidate in FORMATS for extension in candidate.extensions]
    assert len(set(names)) == len(names)
    assert len(set(extensions)) == len(extensions)


def test_format_named() -> None:
    assert format_named("GGF").title == "GGF"
    with pytest.raises(FormatError, match=r"^there is no format 'pgn'; choose one of: wthor, ggf,"):
        format_named("pgn")


def test_format_of_extension() -> None:
    found = format_of_extension(".SGF")
    assert found is not None
    assert found.name == "sgf"
    assert format_of_extension("") is None
    assert format_of_extension(".pgn") is None


def test_find_format() -> None:
    assert find_format("SGF", "game.ggf").name == "sgf"
    assert find_format(None, "games/game.GGF").name == "ggf"
    with pytest.raises(
        FormatError, match=r"^game.x: extension '.x' belongs to no format; name one"
    ):
        find_format(None, "game.x")


def test_decode() -> None:
    assert decode(b"\xef\xbb\xbff5") == "f5"
    assert decode("對局".encode()) == "對局"
    with pytest.raises(
        FormatError, match=r"^byte 2: byte 0xe9 is not UTF-8; save the text as UTF-8"
    ):
        decode(b"f5\xe9")


def test_encode() -> None:
    assert encode("對局") == "對局".encode()
    with pytest.raises(FormatError, match=r"^character '\\ud800' cannot be written"):
        encode("a\ud800")


@by_name
@given(data=st.data())
@settings(max_examples=25)
def test_what_a_format_writes_it_recognises_before_all_others(
    format: Format, data: st.DataObject
) -> None:
    game = data.draw(games_for(format).filter(lambda game: _is_visible(game, format)))
    written = format.write([game])
    assert next(candidate for candidate in FORMATS if candidate.recognises(written)) is format
    assert format.parse(written) == [game]


def _is_visible(game: Game, format: Format) -> bool:
    """Whether there is anything to see; a format that writes nothing but moves needs one."""
    return Feature.START_POSITION in format.holds or bool(game.root.children)


@by_name
def test_single_game_formats_write_the_first_game(format: Format) -> None:
    if Feature.SEVERAL_GAMES in format.holds:
        games = [Game.from_moves(["f5"]), Game.from_moves(["d3"])]
        assert len(format.parse(format.write(games))) == 2
    else:
        first = Game()
        assert format.write([first, Game.from_moves(["f5"])]) == format.write([first])
