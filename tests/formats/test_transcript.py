import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.boards import parse_board
from outflank.formats.catalogue import Feature
from outflank.formats.transcript import (
    format_transcript,
    format_transcripts,
    looks_like_transcript,
    parse_transcript,
    parse_transcripts,
)
from outflank.rules.game import WHITE, Game, Result
from outflank.rules.squares import PASS
from tests.formats.checks import survives
from tests.strategies import damaged, games

PERFECT = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7"
    "A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)
"""A game in which neither side errs: a draw."""

PASSING = "c4c3e6b4a4a5b2a3"
"""Black must pass after it."""

lines = games(frozenset({Feature.MOVES}), ())


def test_perfect_game() -> None:
    game = parse_transcript(PERFECT)
    assert game.result == Result(0)
    assert format_transcript(game) == PERFECT.lower()


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3",
        "F5D6C3D3",
        "  f5 d6\n\tc3\r\nd3\n",
        "f5,d6, c3 ,d3",
        "1. f5 2. d6 3. c3 4. d3",
        "1.f5 d6 2.c3 d3",
        "1 f5 2 d6 3 c3 4 d3",
        "1) F5 2) d6 3) c3 4) d3",
        "f5\u3000d6\u00a0c3 d3",
    ],
)
def test_dialects(text: str) -> None:
    assert parse_transcript(text) == Game.from_moves(["f5", "d6", "c3", "d3"])


@pytest.mark.parametrize("written", ["", "--", "pa", "PS", "Pass", " -- ", "9. pass 10. "])
def test_passes_may_be_written_or_left_out(written: str) -> None:
    game = parse_transcript(f"{PASSING}{written}f4")
    assert game.moves()[8] == PASS
    assert format_transcript(game) == f"{PASSING}f4"


def test_from_another_position() -> None:
    start, to_move = parse_board("-" * 35 + "XO" + "-" * 27 + "O")
    game = parse_transcript("c5", start, to_move)
    assert game.root.to_move is WHITE
    assert format_transcript(game) == "c5"
    assert game.result == Result(-64)


def test_empty_text_is_the_start() -> None:
    assert parse_transcript("") == Game()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6a1", r"^move 3 \(a1\): a1 is not legal here; legal moves: "),
        ("f5d6--", r"^move 3 \(--\): (a )?pass is not legal here; legal moves: "),
        ("f5 d9 c3", r"^move 2: 'd9' is not a move; moves are a1 to h8, or -- for a pass$"),
        ("f5-d6", r"^move 2: '-d6' is not a move"),
        ("f5d6" + "?" * 1000, r"^move 3: '\?{12}' is not a move"),
        (f"{PASSING}----f4", r"^move 9 \(--\): (a )?pass is not legal here"),
    ],
)
def test_errors_name_the_move(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_transcript(text)


@given(lines)
def test_round_trip(game: Game) -> None:
    assert parse_transcript(format_transcript(game)) == game


def test_one_game_a_line() -> None:
    first, second = Game.from_moves(["f5", "f6"]), Game.from_moves(["e6", "f4"])
    assert parse_transcripts("f5f6\n\nE6 f4\n") == [first, second]
    assert format_transcripts([first, second]) == "f5f6\ne6f4\n"


def test_one_game_over_several_lines() -> None:
    assert parse_transcripts("f5 d6\nc3 d3\nc4") == [parse_transcript("f5d6c3d3c4")]


def test_a_line_of_one_game_may_begin_like_a_game() -> None:
    assert parse_transcripts("f5 d6 c3\nd3 c4") == [parse_transcript("f5d6c3d3c4")]


def test_errors_in_a_list_name_the_line() -> None:
    with pytest.raises(FormatError, match=r"^line 3, move 2 \(a1\): a1 is not legal here"):
        parse_transcripts("f5d6\n\nf5a1\n")


@given(st.lists(lines.filter(lambda game: bool(game.root.children)), min_size=1, max_size=4))
@settings(max_examples=30)
def test_round_trip_of_lists(written: list[Game]) -> None:
    assert parse_transcripts(format_transcripts(written)) == written


@pytest.mark.parametrize("head", ["f5d6", "1. F5", " h8 and so on", "a1"])
def test_looks_like(head: str) -> None:
    assert looks_like_transcript(head)


@pytest.mark.parametrize("head", ["", "hello", "pass", "--", "i1", "f9", "(;", "a", "²5"])
def test_does_not_look_like(head: str) -> None:
    assert not looks_like_transcript(head)


@given(st.text() | damaged(PERFECT) | damaged("f5d6\nf5f6\n"))
def test_rubbish(text: str) -> None:
    survives(parse_transcript, text)
    survives(parse_transcripts, text)
