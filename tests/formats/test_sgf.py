import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.catalogue import format_named
from outflank.formats.sgf import format_sgf, looks_like_sgf, parse_sgf
from outflank.rules.game import BLACK, WHITE, Game, Reason, Result
from outflank.rules.position import Position
from outflank.rules.squares import A1, B2, D4, D5, E4, E5, F5, PASS, mask_of, square_name
from tests.formats.checks import survives
from tests.strategies import damaged, games_for

TREE = (
    "(;FF[4]GM[2]SZ[8]CA[UTF-8]DT[2024-05-01]PB[Ann]PW[Bob]EV[Open]RE[B+R]C[the game]"
    ";B[f5]V[0.5]TS[1.25](;W[d6]V[-2]C[usual];B[c3])(;W[f4])(;W[f6];B[e6];W[f4]))"
)

EDAX_GAME = """(;FF[4]GM[2]AP[edax:4.5.5]
PC[Edax]DT[2026-10-07]
PB[?]PW[?]
SZ[8]AB[e4][d5]AW[d4][e5]PL[B]
RE[Void]
B[f5];W[d6];
B[c3];W[d3];
B[c4];)
"""

PASSING = ";B[c4];W[c3];B[e6];W[b4];B[a4];W[a5];B[b2];W[a3]"
"""Black must pass after it."""

game_lists = st.lists(games_for(format_named("sgf")), min_size=1, max_size=3)


def one(text: str) -> Game:
    (game,) = parse_sgf(text)
    return game


def line(game: Game) -> list[str]:
    return [square_name(move) for move in game.moves()]


def test_a_tree() -> None:
    game = one(TREE)
    assert game.tags == {"date": "2024-05-01", "black": "Ann", "white": "Bob", "event": "Open"}
    assert game.result == Result(64, Reason.RESIGNATION)
    assert game.root.comment == "the game"
    assert line(game) == ["f5", "d6", "c3"]
    first, reply = game.main_line()[:2]
    assert (first.evaluation, first.seconds) == (0.5, 1.25)
    assert (reply.evaluation, reply.comment) == (2, "usual")
    assert [square_name(node.move) for node in first.children] == ["d6", "f4", "f6"]
    assert [square_name(node.move) for node in first.children[2].main_line()] == ["e6", "f4"]
    assert game.current is game.main_line()[-1]
    assert format_sgf([game]) == TREE + "\n"


def test_a_game_of_edax() -> None:
    game = one(EDAX_GAME)
    assert line(game) == ["f5", "d6", "c3", "d3", "c4"]
    assert (game.root.position, game.root.to_move, game.result) == (Position.start(), BLACK, None)
    assert game.tags["AP"] == "edax:4.5.5"


def test_letter_pairs_as_in_go() -> None:
    assert line(one("(;GM[2];B[fe];W[DF];B[cc])")) == ["f5", "d6", "c3"]


@pytest.mark.parametrize(
    "written", ["", ";B[]", ";B[tt]", ";B[TT]", ";B[PA]", ";B[--]", ";B[pass]"]
)
def test_passes_may_be_written_or_left_out(written: str) -> None:
    game = one(f"(;GM[2]{PASSING}{written}(;W[f4])(;W[c1]))")
    assert game.moves()[8] == PASS
    assert len(game.main_line()[8].children) == 2
    assert one(format_sgf([game])) == game


def test_setup_changes_the_usual_start() -> None:
    game = one("(;GM[2]AB[a1][bb]AE[d4]AW[d5]PL[White])")
    assert game.root.to_move is WHITE
    assert game.root.black == mask_of([A1, B2, E4])
    assert game.root.white == mask_of([D5, E5])
    assert format_sgf([game]).endswith("AB[a1][b2][e4]AW[d5][e5]AE[d4]PL[W])\n")


@pytest.mark.parametrize("corners", ["aa:cc", "c3:a1", "a3:c1"])
def test_setup_by_rectangles(corners: str) -> None:
    game = one(f"(;GM[2]AB[{corners}]AE[d4:e5])")
    assert game.root.black == 0x070707
    assert not game.root.white


def test_notes_on_a_start_that_forces_a_pass_stay_there() -> None:
    game = Game(Position(2, 1), WHITE)
    game.root.comment = "White must pass"
    assert game.main_line()[0].is_pass
    assert one(format_sgf([game])).root.comment == "White must pass"


def test_a_start_without_the_four_discs() -> None:
    start = Position(0, 1 << F5)
    game = Game(start, BLACK)
    read = one(format_sgf([game]))
    assert read == game
    assert read.root.position.occupied & mask_of([D4, D5, E4, E5]) == 0


def test_our_own_result_goes_before_the_usual_one() -> None:
    for text in ("(;GM[2]RE[W+4]RS[-4 agreement])", "(;GM[2]RS[-4 agreement]RE[W+4])"):
        assert one(text).result == Result(-4, Reason.AGREEMENT)


def test_values_are_for_black() -> None:
    game = one("(;GM[2];B[f5]V[3];W[d6]V[3])")
    assert [node.evaluation for node in game.main_line()] == [3, -3]
    assert format_sgf([game]).count("V[3]") == 2


def test_a_comment_without_a_move_belongs_to_the_move_before() -> None:
    game = one("(;GM[2];B[f5]C[one];C[two];W[d6])")
    assert game.main_line()[0].comment == "one\ntwo"
    assert line(game) == ["f5", "d6"]


def test_comments_may_hold_anything() -> None:
    game = Game()
    game.root.comment = "a ] \\ b: (;) [\n\\\r\n\ttail\\"
    assert one(format_sgf([game])) == game


def test_properties_of_moves_that_are_not_known_are_dropped() -> None:
    assert one("(;GM[2];B[f5]BL[12.5]TR[a1][a2])") == Game.from_moves(["f5"])


def test_several_games() -> None:
    games = parse_sgf("(;GM[2];B[f5])(;GM[2](;B[d3])(;B[c4]))")
    assert [line(game) for game in games] == [["f5"], ["d3"]]


def test_brackets_without_a_move_change_nothing() -> None:
    assert line(one("(;GM[2](;(;B[f5](;W[d6]))))")) == ["f5", "d6"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1])", r"^line 1, column 3: the game is GM '1'; Othello is GM\[2\]$"),
        ("(;GM[2]SZ[10])", "^line 1, column 8: the board size is '10'; it must be 8$"),
        ("(;GM[2]PL[X])", r"'X' is not a side to move; write PL\[B\] or PL\[W\]$"),
        ("(;GM[2]AB[i9])", "'i9' is not a square; squares are a1 to h8$"),
        ("(;GM[2]AB[a1]AW[a1])", "both sides have a disc on a1"),
        (f"(;GM[2]AB{'[aa:hh]' * 65})", "AB has 65 values; the board has 64 squares"),
        ("(;GM[2]\n;B[f5];AW[a1])", "^line 2, column 8: AW changes the board; only the first"),
        ("(;GM[2];B[f5];W[a1])", r"^line 1, column 15, move 2 \(a1\): a1 is not legal here"),
        ("(;GM[2];W[e3])", r"move 1 \(e3\): it is Black's turn, not White's$"),
        ("(;GM[2];B[f5]V[good])", "'good' is not a number"),
        ("(;GM[2]RE[black])", "'black' is not a result; write it like"),
        ("(;GM[2];B[f5]", "the text ends inside a game"),
    ],
)
def test_errors_name_the_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_sgf(text)


def test_deep_nesting_needs_no_recursion() -> None:
    depth = 50_000
    assert line(one("(;GM[2];B[f5]" + "(;" * depth + ";W[d6]" + ")" * (depth + 1))) == ["f5", "d6"]


@given(game_lists)
@settings(max_examples=60)
def test_round_trip(games: list[Game]) -> None:
    assert parse_sgf(format_sgf(games)) == games


def test_looks_like() -> None:
    assert looks_like_sgf(TREE)
    assert not looks_like_sgf("f5d6")


@given(damaged(TREE) | damaged(EDAX_GAME) | damaged("(;GM[2]AB[a1:b2]RS[4 agreement])") | st.text())
@settings(max_examples=200)
def test_rubbish(text: str) -> None:
    survives(parse_sgf, text)
