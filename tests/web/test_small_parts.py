"""Settings, levels, positions set up by hand, and what is loaded."""

from __future__ import annotations

import pytest

from outflank import WHITE, Game
from outflank.errors import OutflankError
from outflank.formats import FORMATS, write
from outflank.play.files import format_session
from outflank.play.session import Session
from outflank.play.time_control import TimeControl
from outflank.rules.squares import mask_of, parse_square
from outflank.web.allowed import web_player
from outflank.web.languages import language
from outflank.web.levels import LEVELS, REPORTS, player_name
from outflank.web.limits import Limits
from outflank.web.loading import read_given, session_from_link
from outflank.web.setting_up import setup_doubts, setup_problems
from outflank.web.settings import Settings
from outflank.web.starts import drawn_opening
from tests.web.games import random_game


def squares(names: str) -> int:
    return mask_of(parse_square(name) for name in names.split())


def test_settings_come_back_and_nonsense_is_ignored() -> None:
    changed = Settings(
        board="ocean", discs="flat", darkness="dark", speed="off", sound=True, opponent="report004"
    )
    assert Settings.of(changed.saved()) == changed
    nonsense = {
        "board": "lava",
        "legal": "yes",
        "speed": None,
        "unknown": 1,
        "discs": ["flat"],
        "opponent": "gtp:x",
    }
    assert Settings.of(nonsense) == Settings()


def test_every_level_may_play_here_and_has_a_name_and_a_sentence() -> None:
    for number, known in enumerate(LEVELS, 1):
        assert known.number == number
        assert str(web_player(known.spec)) == known.spec
        assert str(number) in known.name(language("en"))
        assert known.sentence(language("ja"))


def test_every_report_may_play_here_under_its_number() -> None:
    assert [program.report[:3] for program in REPORTS] == ["000", "001", "002", "002", "003", "004"]
    for program in REPORTS:
        assert str(web_player(program.spec)) == program.spec
        assert program.report in player_name(program.spec, language("zh-Hant"))
        assert program.sentence(language("en"))


def test_players_without_a_level_are_called_by_their_spec() -> None:
    assert player_name("mcts:time=2.0", language("en")) == "mcts:time=2.0"
    with_book = f"{LEVELS[5].spec},book=on,book_variety=1.0"
    assert player_name(with_book, language("en")) == player_name(LEVELS[5].spec, language("en"))
    assert player_name("human", language("ja")) == "人間"


@pytest.mark.parametrize(
    ("black", "white", "problems", "doubts"),
    [
        ("e4 d5", "d4 e5", [], []),
        ("e4 d5 a1", "d4 e5", [], ["setup_apart"]),
        ("c4", "c5", [], ["setup_centre"]),
        ("a1", "", ["setup_one_side"], ["setup_centre"]),
        ("a1", "h8", ["setup_no_moves"], ["setup_centre", "setup_apart"]),
        ("d4 e4", "d5 e5 e6", [], []),
    ],
)
def test_positions_set_up_by_hand_are_explained(
    black: str, white: str, problems: list[str], doubts: list[str]
) -> None:
    masks = squares(black), squares(white)
    assert setup_problems(*masks) == problems
    assert setup_doubts(*masks) == doubts


def test_positions_of_games_are_beyond_doubt() -> None:
    for seed in range(2):
        for node in random_game(seed).main_line():
            assert setup_doubts(node.black, node.white) == []


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_every_format_can_be_loaded(format: object) -> None:
    name = next(known.name for known in FORMATS if known is format)
    game = random_game(3)
    session = read_given(write([game], name), f"game.{name}")[0].session()
    if name in ("obf", "board"):
        assert session.game.position == Game().position
    else:
        assert session.game.position == game.position
        session.undo()
        session.redo()


def test_a_loaded_clock_stands_until_it_is_continued() -> None:
    session = Session(time_control=TimeControl(move_seconds=600.0))
    session.play("f5")
    session.start_turn(20.0)
    loaded = read_given(format_session(session).encode(), "game.session")[0].session()
    assert loaded.is_clock_stopped
    assert loaded.seconds_left(WHITE) == pytest.approx(580, abs=10)
    loaded.resume()
    assert loaded.is_clock_running
    assert loaded.seconds_left(WHITE) == pytest.approx(580, abs=10)


def test_what_cannot_be_loaded_is_one_line() -> None:
    for text in ("", "a1a1", "nonsense", "f5d6" * 100_000, "(;GM[2]", "\ud800"):
        with pytest.raises(OutflankError) as caught:
            session_from_link(text)
        assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(OutflankError, match="too many"):
        read_given(b"f5" * Limits().file_bytes)


def test_drawn_openings_have_eight_moves_and_differ() -> None:
    drawn = {str(drawn_opening().moves()) for _ in range(20)}
    assert len(drawn) > 10
    assert len(drawn_opening().moves()) >= 8
