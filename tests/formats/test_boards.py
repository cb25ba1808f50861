import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.boards import format_board, looks_like_board, parse_board
from outflank.rules.game import BLACK, WHITE, Colour
from outflank.rules.position import Position
from outflank.rules.squares import FULL
from tests.formats.checks import survives
from tests.strategies import damaged, positions

START = "---------------------------OX------XO---------------------------"
ROWS = [START[first : first + 8] for first in range(0, 64, 8)]

GRID = """
   a b c d e f g h
 1 - - - - - - - - 1
 2 - - - - - - - - 2
 3 - - - - - - - - 3
 4 - - - O X - - - 4
 5 - - - X O - - - 5
 6 - - - - - - - - 6
 7 - - - - - - - - 7
 8 - - - - - - - - 8
   A B C D E F G H
O"""


def test_start() -> None:
    assert parse_board(f"{START} X") == (Position.start(), BLACK)
    assert format_board(Position.start(), BLACK) == f"{START} X"


def test_white_to_move_sees_its_own_discs() -> None:
    position, to_move = parse_board(f"{START} O")
    assert to_move is WHITE
    assert position == Position.start().swapped()
    assert format_board(position, to_move) == f"{START} O"


@pytest.mark.parametrize("black", "Xx*Bb●")
@pytest.mark.parametrize("white", "OoWw○")
@pytest.mark.parametrize("empty", "-._")
def test_dialects(black: str, white: str, empty: str) -> None:
    text = START.translate(str.maketrans("XO-", black + white + empty))
    assert parse_board(text) == (Position.start(), BLACK)
    assert parse_board(f"{text} {black}") == (Position.start(), BLACK)
    assert parse_board(text + white) == (Position.start().swapped(), WHITE)


def test_rows_may_stand_apart() -> None:
    assert parse_board(" ".join(ROWS)) == (Position.start(), BLACK)
    assert parse_board("\r\n".join(ROWS) + "\r\nX\r\n") == (Position.start(), BLACK)
    assert parse_board("\n".join(" ".join(row) for row in ROWS)) == (Position.start(), BLACK)


def test_coordinates_are_skipped() -> None:
    assert parse_board(GRID) == (Position.start().swapped(), WHITE)
    assert parse_board(GRID.replace("\n", "\r\n")) == (Position.start().swapped(), WHITE)


@given(positions)
@example(Position.start())
def test_printed_position_is_read_with_the_player_as_black(position: Position) -> None:
    assert parse_board(str(position)) == (position, BLACK)


@given(positions, st.sampled_from([BLACK, WHITE]))
@example(Position(FULL, 0), WHITE)
@example(Position(0, 0), BLACK)
def test_round_trip(position: Position, to_move: Colour) -> None:
    assert parse_board(format_board(position, to_move)) == (position, to_move)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (START[:-1], "^the board has 63 squares; it needs 64$"),
        (f"{START[:-1]} X", "^the board has 63 squares; it needs 64$"),
        ("\n".join(ROWS)[:-1] + "\nO\n", "^the board has 63 squares; it needs 64$"),
        ("", "^the board has 0 squares; it needs 64$"),
        (
            START.replace("OX", "Oz"),
            r"^character 29 \(e4\): 'z' is not a square of a board; write X",
        ),
        ("\n".join(ROWS).replace("OX", "O?"), r"^character 32 \(e4\): '\?' is not a square"),
        (f"{START} ?", r"^character 66: '\?' is not a side to move; write X for Black or O for"),
        (f"{START}-", "^character 65: '-' is not a side to move"),
        (f"{START} X X", "^character 66: 'X X' is not a side to move"),
        (f"{START} {'X' * 1000}", "^character 66: 'X{24}…' is not a side to move"),
        (f"{START} 8", "^character 66: '8' is not a side to move"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_board(text)


@pytest.mark.parametrize("head", [START, START[:8], "- - - - - - - -\n", GRID.lstrip(), GRID[20:]])
def test_looks_like(head: str) -> None:
    assert looks_like_board(head)


@pytest.mark.parametrize("head", ["", "-------", "f5d6c3d3", "b4b5b6", "hello world", "----f5--"])
def test_does_not_look_like(head: str) -> None:
    assert not looks_like_board(head)


@given(st.text() | damaged(f"{START} X") | damaged(GRID) | st.text("XO-* \n12ah", max_size=90))
def test_rubbish(text: str) -> None:
    survives(parse_board, text)
