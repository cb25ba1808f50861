import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.catalogue import format_named
from outflank.formats.savefile import format_savefile, looks_like_savefile, parse_savefile
from outflank.rules.game import Game
from tests.formats.checks import survives
from tests.strategies import damaged, games_for

SAVED = """1. B c4
2. W c3
3. B e6
4. W b4
5. B a4
6. W a5
7. B b2
8. W a3
9. B --
10. W f4
c4c3e6b4a4a5b2a3--f4
"""


def test_a_saved_game() -> None:
    game = parse_savefile(SAVED)
    assert game == Game.from_moves(["c4", "c3", "e6", "b4", "a4", "a5", "b2", "a3", "f4"])
    assert format_savefile(game) == SAVED


def test_moves_that_were_taken_back_can_be_redone() -> None:
    game = parse_savefile(SAVED)
    game.undo()
    game.undo()
    saved = format_savefile(game)
    assert saved == SAVED.replace("a3--f4\n", "\n")
    again = parse_savefile(saved)
    assert again.up_to_cursor() == game.up_to_cursor()
    again.redo()
    again.redo()
    assert format_savefile(again) == SAVED
    while again.can_undo():
        again.undo()
    # At the start there is no transcript to end the file with, so all of it stands there.
    assert format_savefile(again) == SAVED


def test_line_ends_and_case_do_not_matter() -> None:
    assert parse_savefile(SAVED.upper().replace("\n", "\r\n")) == parse_savefile(SAVED)
    assert parse_savefile("\n" + SAVED.replace("\n", "\n\n")) == parse_savefile(SAVED)


def test_a_game_without_moves() -> None:
    assert parse_savefile(format_savefile(Game())) == Game()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            SAVED.replace("a3--f4", "a3--c1"),
            "^line 11: move 9 is f4 in the list but c1 in the last line; correct one of them$",
        ),
        ("1. B f5\nf5d6", "^line 2: move 2 is missing in the list but d6 in the last line"),
        ("f5d6", "^line 1: move 1 is missing in the list but f5"),
        ("1. B f5\n2. W a1\nf5a1", r"^line 2, move 2 \(a1\): a1 is not legal here"),
        ("1. W f5\nf5", r"^line 1, move 1 \(f5\): it is Black's turn, not White's$"),
        ("1. B f5\n3. W d6\nf5d6", "^line 2: the move is numbered 3; it should be 2$"),
        (
            "1. B f5\n2 d6\nf5d6",
            "^line 2: '2 d6' is not a move of the list; write it like 1. B f5$",
        ),
        ("1. B f5\n2. W d6", "^line 2, move 1: 'W' is not a move"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_savefile(text)


@given(games_for(format_named("savefile")))
def test_round_trip(game: Game) -> None:
    assert parse_savefile(format_savefile(game)) == game


def test_looks_like() -> None:
    assert looks_like_savefile(SAVED)
    assert not looks_like_savefile("1. f5 2. d6")
    assert not looks_like_savefile("f5d6")


@given(st.text() | damaged(SAVED))
def test_rubbish(text: str) -> None:
    survives(parse_savefile, text)
