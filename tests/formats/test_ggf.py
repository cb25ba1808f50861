import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.catalogue import format_named
from outflank.formats.ggf import format_ggf, looks_like_ggf, parse_ggf
from outflank.rules.game import BLACK, WHITE, Game, Reason, Result
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from tests.formats.checks import survives
from tests.strategies import damaged, games_for

BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"

SERVER_GAME = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[ann]PW[bob]RB[2197.01]RW[2199.72]"
    f"TI[15:00//02:00]TY[8]RE[-64.000:t]BO[{BOARD}]"
    "B[f5//0.01]W[d6/-1.2/1]B[c3/2]W[d3];)"
)

PASSING = "B[c4]W[c3]B[e6]W[b4]B[a4]W[a5]B[b2]W[a3]"
"""Black must pass after it."""

game_lists = st.lists(games_for(format_named("ggf")), min_size=1, max_size=3)


def one(text: str) -> Game:
    (game,) = parse_ggf(text)
    return game


def test_a_game_of_the_server() -> None:
    game = one(SERVER_GAME)
    assert game.tags == {
        "place": "GGS/os",
        "date": "2003.12.15_13:24:03.MST",
        "black": "ann",
        "white": "bob",
        "black rating": "2197.01",
        "white rating": "2199.72",
        "time limit": "15:00//02:00",
    }
    assert game.result == Result(-64, Reason.TIMEOUT)
    assert (game.root.position, game.root.to_move) == (Position.start(), BLACK)
    notes = [(node.evaluation, node.seconds) for node in game.main_line()]
    assert notes == [(None, 0.01), (-1.2, 1), (2, None), (None, None)]
    assert game.current is game.main_line()[-1]
    assert format_ggf([game]) == SERVER_GAME + "\n"


def test_evaluations_are_the_movers_own_view() -> None:
    game = one("(;GM[Othello]B[f5/3]W[d6/-3];)")
    assert [node.evaluation for node in game.main_line()] == [3, -3]


@pytest.mark.parametrize(
    ("written", "seconds"), [("1.2", 1.2), ("02:30", 150), ("1:00:01.5", 3601.5), ("0", 0)]
)
def test_times(written: str, seconds: float) -> None:
    assert one(f"(;GM[Othello]B[f5//{written}];)").main_line()[0].seconds == seconds


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("+4.000", Result(4)),
        ("-12", Result(-12)),
        ("+0.000", Result(0)),
        ("+64.00:r", Result(64, Reason.RESIGNATION)),
        ("-64.00:t", Result(-64, Reason.TIMEOUT)),
        ("+8.000:s", Result(8, Reason.AGREEMENT)),
        ("-64.000:i", Result(-64, Reason.ILLEGAL_MOVES)),
        ("?", None),
        ("", None),
        ("-127.000", None),
    ],
)
def test_results(written: str, result: Result | None) -> None:
    assert one(f"(;GM[Othello]RE[{written}]B[f5];)").result == result


def test_a_result_that_the_moves_lead_to_is_not_declared() -> None:
    game = one("(;GM[Othello]RE[+64]B[f5]W[d6]B[c5]W[f6]B[e7]W[f4]B[g5]W[e6]B[e3];)")
    assert game.result == Result(64)
    game.undo()
    game.delete(game.current.children[0])
    assert game.result is None


@pytest.mark.parametrize("written", ["", "B[PA]", "B[pa]", "B[PASS]", "B[--//0.5]"])
def test_passes_may_be_written_or_left_out(written: str) -> None:
    game = one(f"(;GM[Othello]{PASSING}{written}W[f4];)")
    assert game.moves()[8] == PASS
    assert "B[PA" in format_ggf([game])


def test_passes_after_the_end_as_nboard_writes_them() -> None:
    moves = "B[F5]W[D6]B[C5]W[F6]B[E7]W[F4]B[G5]W[E6]B[E3]"
    assert one(f"(;GM[Othello]{moves}W[PA]B[PA];)") == one(f"(;GM[Othello]{moves};)")


def test_comments_belong_to_the_move_before() -> None:
    game = one("(;GM[Othello]C[the game]B[f5]C[the move];)")
    assert game.root.comment == "the game"
    assert game.main_line()[0].comment == "the move"


def test_white_may_begin() -> None:
    board = BOARD.replace(" *", " O").replace("8 -", "8\n-")
    game = one(f"(;GM[Othello]BO[{board}]W[e3];)")
    assert game.root.to_move is WHITE
    assert game.root.position == Position.start().swapped()


def test_boards_without_spaces_as_nboard_writes_them() -> None:
    board = BOARD[2:].replace(" ", "")[:-1]
    assert one(f"(;GM[Othello]BO[8 {board} *];)") == Game()


@pytest.mark.parametrize("prefix", ["", "1 ", "1\n", "2 "])
def test_match_files_begin_with_a_count(prefix: str) -> None:
    games = parse_ggf(f"{prefix}{SERVER_GAME}{SERVER_GAME}")
    assert games == [one(SERVER_GAME), one(SERVER_GAME)]


def test_unknown_properties_are_kept() -> None:
    game = one("(;GM[Othello]XY[some \\] text]TY[s8r18];)")
    assert game.tags == {"XY": "some ] text", "game type": "s8r18"}
    assert one(format_ggf([game])) == game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[Amazons];)", "^line 1, column 3: the game is 'Amazons'; Outflank reads Othello$"),
        ("(;GM[Othello]TY[8k];)", "^line 1, column 14: this is a komi game"),
        ("(;GM[Othello]TY[s8kr20];)", "komi game"),
        ("(;GM[Othello]KB[e6//0.90];)", "komi game"),
        ("(;GM[Othello]KM[-0.5];)", "komi game"),
        ("(;GM[Othello]TY[8a];)", "anti-Othello"),
        ("(;GM[Othello]\nBO[10 --- *];)", "^line 2, column 1: the board size is '10'; Outflank"),
        ("(;GM[Othello]BO[];)", "the board size is ''"),
        (f"(;GM[Othello]BO[{BOARD[:-12]} *];)", "the board has 55 squares; it needs 64"),
        ("(;GM[Othello]B[f5]W[a1];)", r"^line 1, column 19, move 2 \(a1\): a1 is not legal here"),
        ("(;GM[Othello]B[f5]B[d6];)", r"move 2 \(d6\): it is White's turn, not Black's$"),
        ("(;GM[Othello]B[f5/x];)", "^line 1, column 14: 'x' is not a number"),
        ("(;GM[Othello]B[f5//1:2:3:4];)", "'3:4' is not a number"),
        ("(;GM[Othello]B[f5/1/2/3];)", "'f5/1/2/3' is not a move; write square/evaluation/seconds"),
        ("(;GM[Othello]B[f5][d6];)", "B has 2 values; it takes one"),
        ("(;GM[Othello]RE[+0.5];)", r"'\+0.5' is not a result; write it like \+4.000"),
        ("(;GM[Othello]RE[+64:x];)", "is not a result"),
        ("(;GM[Othello](;B[f5]);)", "^game 1: GGF holds no variations$"),
        (f"{SERVER_GAME}\n(;GM[Othello]B[a1];)", r"^line 2, column 14, move 1 \(a1\)"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_ggf(text)


def test_no_komi_is_no_komi_game() -> None:
    assert one("(;GM[othello]KM[0.000];)") == Game()


@given(game_lists)
@settings(max_examples=60)
def test_round_trip(games: list[Game]) -> None:
    assert parse_ggf(format_ggf(games)) == games


def test_one_game_a_line() -> None:
    assert format_ggf([Game(), Game()]).count("\n") == 2


@pytest.mark.parametrize("head", [SERVER_GAME, "2 (;GM[Amazons]", f"(;BO[{BOARD}]"])
def test_looks_like(head: str) -> None:
    assert looks_like_ggf(head)


@pytest.mark.parametrize("head", ["(;GM[2]FF[4]", "(;B[f5])", "f5", "GM[Othello]"])
def test_does_not_look_like(head: str) -> None:
    assert not looks_like_ggf(head)


@given(damaged(SERVER_GAME) | damaged(f"(;GM[Othello]{PASSING}B[PA//1:00]C[\\]];)") | st.text())
@settings(max_examples=200)
def test_rubbish(text: str) -> None:
    survives(parse_ggf, text)
