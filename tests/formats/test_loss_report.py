import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.catalogue import FORMATS, Format, format_named
from outflank.formats.loss_report import losses
from outflank.rules.game import BLACK, Game, Reason, Result
from outflank.rules.position import Position
from tests.strategies import games, games_for

TEXT_FORMATS = [candidate for candidate in FORMATS if candidate.name != "wthor"]


def rich_game() -> Game:
    """A game with some of everything."""
    game = Game.from_moves(["f5", "d6", "c3"])
    game.root.comment = "the game"
    first, second, _ = game.main_line()
    first.evaluation, first.seconds, first.comment = 0.5, 1.5, "the move"
    game.go_to(first)
    game.play("f4", comment="a variation", evaluation=2)
    game.play("e3")
    game.go_to(second)
    game.play("c4")
    game.tags.update({"event": "Open", "place": "Rome", "opening": "Tiger", "my notes": "x"})
    game.declare(Result(4, Reason.AGREEMENT))
    return game


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("sgf", ["tags: my notes"]),
        ("ggf", ["2 variations", "1 comment", "1 evaluation", "tags: my notes"]),
        (
            "obf",
            [
                "2 moves",
                "2 variations",
                "2 comments",
                "1 evaluation",
                "1 rounded evaluation",
                "1 move time",
                "1 declared result",
                "tags: event, my notes, opening, place",
            ],
        ),
        (
            "transcript",
            [
                "2 variations",
                "3 comments",
                "2 evaluations",
                "1 move time",
                "1 declared result",
                "tags: event, my notes, opening, place",
            ],
        ),
        (
            "board",
            [
                "3 moves",
                "2 variations",
                "3 comments",
                "2 evaluations",
                "1 move time",
                "1 declared result",
                "tags: event, my notes, opening, place",
            ],
        ),
        (
            "wthor",
            [
                "2 variations",
                "3 comments",
                "2 evaluations",
                "1 move time",
                "1 result reason",
                "tags: my notes, opening, place",
            ],
        ),
    ],
)
def test_in_words(name: str, lost: list[str]) -> None:
    assert losses([rich_game()], format_named(name)) == lost


def test_scored_moves_beside_the_first_are_variations() -> None:
    game = Game()
    for move in ("f5", "d3"):
        game.go_to_start()
        game.play(move, evaluation=0)
    assert losses([game], format_named("obf")) == []
    assert losses([game], format_named("sgf")) == []
    assert losses([game], format_named("ggf")) == ["1 variation", "1 evaluation"]


def test_several_games() -> None:
    games = [Game.from_moves(["f5"]), rich_game(), rich_game()]
    assert losses(games, format_named("savefile")) == ["2 of 3 games"]
    assert losses(games[:1], format_named("savefile")) == []
    assert losses([], format_named("savefile")) == []


def test_start_positions() -> None:
    game = Game(Position(1, 2), BLACK)
    assert losses([game, game], format_named("transcript")) == [
        "2 empty games",
        "2 start positions",
    ]
    assert losses([Game(Position.start().swapped())], format_named("savefile")) == [
        "1 empty game",
        "1 start position",
    ]
    assert losses([game], format_named("board")) == []


def test_a_counted_result_is_not_lost() -> None:
    game = Game.from_moves(["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"])
    assert game.result == Result(64)
    assert losses([game], format_named("transcript")) == []


@pytest.mark.parametrize("format", TEXT_FORMATS, ids=lambda format: format.name)
@given(data=st.data())
@settings(max_examples=60)
def test_nothing_is_lost_exactly_if_the_game_is_read_back(
    format: Format, data: st.DataObject
) -> None:
    game = data.draw(games_for(format) | games())
    try:
        written = format.write([game])
        is_read_back = bool(written.strip()) and format.parse(written) == [game]
    except FormatError:
        return  # refused in one line, which loses nothing in silence
    assert is_read_back == (losses([game], format) == [])
