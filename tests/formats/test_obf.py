from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError, IllegalMove
from outflank.formats.boards import parse_board
from outflank.formats.obf import (
    ObfRecord,
    format_obf,
    game_to_record,
    looks_like_obf,
    parse_obf,
    record_to_game,
)
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.position import Position
from outflank.rules.squares import A2, C7, D3, F5, PASS
from tests.formats.checks import survives
from tests.strategies import damaged, starts, texts

FFO = Path(__file__).parents[3] / "shared" / "data" / "ffo"

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;\n"
START = "---------------------------OX------XO---------------------------"
MUST_PASS = "XO" + "-" * 62
"""Black can move here and White, who has nothing to outflank, must pass."""


@st.composite
def records(draw: st.DrawFn) -> ObfRecord:
    position, to_move = draw(starts)
    moves = position.legal_moves()
    scored = draw(st.lists(st.sampled_from(moves), unique=True)) if moves else []
    scores = tuple((move, draw(st.integers(-64, 64))) for move in scored)
    return ObfRecord(position, to_move, scores, draw(st.just("") | texts))


def test_a_line_of_the_suite() -> None:
    (record,) = parse_obf(FFO_40)
    assert record.to_move is BLACK
    assert record.scores == ((A2, 38), (C7, 36))
    assert record.comment == ""
    assert format_obf([record]) == FFO_40


@pytest.mark.parametrize(
    "text",
    [
        FFO_40.strip(),
        FFO_40.replace("\n", "\r\n"),
        FFO_40.lower(),
        FFO_40.replace(";", " ;").replace(":+", " : "),
        f"\n{FFO_40}\n\n",
    ],
)
def test_dialects(text: str) -> None:
    assert parse_obf(text) == parse_obf(FFO_40)


def test_scores_are_optional() -> None:
    assert parse_obf(f"{START} X") == [ObfRecord(Position.start(), BLACK)]
    assert parse_obf(f"{START}O;\n") == [ObfRecord(Position.start().swapped(), WHITE)]


def test_a_forced_pass_may_be_scored() -> None:
    position, to_move = parse_board(f"{MUST_PASS} O")
    for written in ("--:-64;", "PS:-64;", "pass:-64"):
        assert parse_obf(f"{MUST_PASS} O; {written}") == [
            ObfRecord(position, to_move, ((PASS, -64),))
        ]
    assert format_obf(parse_obf(f"{MUST_PASS} O; ps:-64;")) == f"{MUST_PASS} O; --:-64;\n"


def test_comments() -> None:
    text = f"% first\n%second\n{START} X; % at its end\n{START} O;\n% the end\n"
    first, second = parse_obf(text)
    assert first.comment == "first\nsecond\nat its end"
    assert second.comment == "the end"
    assert format_obf([first]) == f"% first\n% second\n{START} X; % at its end\n"
    assert parse_obf("% nothing else\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{START} X;\n{START} Z;", "^line 2, character 66: 'Z' is not a side to move"),
        (f"{START[:-1]} X; F5:+0;", "^line 1: the board has 63 squares; it needs 64$"),
        (f"{START} X; A1:+2;", "^line 1: a1 is not legal here; legal moves: d3 c4 f5 e6$"),
        (f"{START} X; --:+2;", "^line 1: (a )?pass is not legal here"),
        (f"{START} X; F5:+66;", r"^line 1: f5 cannot score 66; scores are discs from -64 to \+64$"),
        (f"{START} X; F5:+2; f5:+4;", "^line 1: f5 is scored twice"),
        (f"{START} X; F5;", r"^line 1: 'F5' is not a score; write it like A2:\+38$"),
        (f"{START} X; F5:1.5;", "^line 1: 'F5:1.5' is not a score"),
        (f"{START} X; {'F' * 900};", "^line 1: 'F{24}…' is not a score"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_obf(text)


def test_a_record_is_checked_when_it_is_made() -> None:
    with pytest.raises(IllegalMove):
        ObfRecord(Position.start(), BLACK, ((A2, 0),))


def test_record_to_game() -> None:
    game = record_to_game(ObfRecord(Position.start(), BLACK, ((F5, 0), (D3, -2)), "a comment"))
    assert [(node.move, node.evaluation) for node in game.root.children] == [(F5, 0), (D3, -2)]
    assert game.root.comment == "a comment"
    assert game.current is game.root


def test_game_to_record_takes_the_scored_moves_of_the_start() -> None:
    game = Game.from_moves(["f5", "d6"])
    game.root.children[0].evaluation = 1.75
    game.go_to_start()
    game.play("d3")
    assert game_to_record(game) == ObfRecord(Position.start(), BLACK, ((F5, 2),))


def test_game_to_record_refuses_scores_that_are_none() -> None:
    game = Game()
    game.play("f5", evaluation=65.0)
    with pytest.raises(FormatError, match="f5 cannot score 65"):
        game_to_record(game)


@given(st.lists(records(), max_size=3))
@settings(max_examples=60)
def test_round_trip(written: list[ObfRecord]) -> None:
    assert parse_obf(format_obf(written)) == written


@given(records())
def test_round_trip_through_a_game(record: ObfRecord) -> None:
    assert game_to_record(record_to_game(record)) == record


@pytest.mark.skipif(not FFO.is_dir(), reason="the FFO suite is not beside this checkout")
@pytest.mark.parametrize("name", ["1-19", "20-39", "40-59", "60-79"])
def test_the_ffo_suite_is_written_back_byte_for_byte(name: str) -> None:
    data = (FFO / f"fforum-{name}.obf").read_bytes()
    # One of the files ends in an empty line, which says nothing and is not kept.
    assert format_obf(parse_obf(data.decode())).encode() == data.rstrip(b"\n") + b"\n"


@pytest.mark.parametrize(
    "head", [FFO_40, "% a comment", f"{START} X\n{START} O\n", f"{START} X % note", "--XXOO--- X;"]
)
def test_looks_like(head: str) -> None:
    assert looks_like_obf(head)


@pytest.mark.parametrize("head", ["", f"{START} X", f"{START} X\n", "--------\n--------\n", "f5;"])
def test_does_not_look_like(head: str) -> None:
    assert not looks_like_obf(head)


@given(st.text() | damaged(FFO_40) | damaged(f"% first\n{START} X; F5:+0; % last\n"))
def test_rubbish(text: str) -> None:
    survives(parse_obf, text)


def test_an_evaluation_that_is_no_number_cannot_be_written() -> None:
    game = Game.from_moves(["f5"])
    game.root.children[0].evaluation = float("nan")
    with pytest.raises(FormatError, match="nan cannot be written"):
        game_to_record(game)
