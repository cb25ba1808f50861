"""Games of any format as sessions: their players, as far as they name them and may have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.formats import read_text, write_file
from outflank.play.files import write_session
from outflank.play.loading import load_session, session_of
from outflank.play.session import HUMAN, Session
from outflank.play.time_control import TimeControl
from outflank.rules.game import BLACK, WHITE, Game
from tests.play.games import lasting, undone_session

BEFORE = {BLACK: HUMAN, WHITE: "greedy"}
CONTROL = TimeControl(move_seconds=7.0)
PROGRAM = "gtp:touch /nowhere"


def loaded(path: Path, black: str = HUMAN) -> Session:
    return load_session(path, players={**BEFORE, BLACK: black}, time_control=CONTROL)


@pytest.mark.parametrize("extension", [".sgf", ".ggf"])
def test_players_named_by_their_specs_are_restored(tmp_path: Path, extension: str) -> None:
    file = tmp_path / f"game{extension}"
    session = Session(black="engine:level=4", white=HUMAN)
    session.play("f5")
    write_file(file, [session.game])
    again = loaded(file)
    assert again.players == {BLACK: "engine:level=4", WHITE: HUMAN}
    assert again.path == "f5"
    assert again.time_control == CONTROL


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Roxanne", "GREEDY"), ("", "engine:level=x")])
def test_people_are_not_taken_for_players(names: tuple[str, str]) -> None:
    game = Game.from_moves(["f5"])
    game.tags.update(black=names[0], white=names[1])
    reading = read_text("f5")
    reading.games[0].tags.update(game.tags)
    session = session_of(reading, players=BEFORE)
    assert session.players == BEFORE
    assert session.game.tags["white"] == names[1]


def test_a_game_that_names_one_player_keeps_the_other(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[2]PB[roxanne]PW[Bob];B[f5])")
    assert loaded(file).players == {BLACK: "roxanne", WHITE: "greedy"}


def test_a_position_begins_at_its_start(tmp_path: Path) -> None:
    file = tmp_path / "position.obf"
    file.write_text(
        "---------------------------OX------XO--------------------------- X; F5:0; D3:0;\n"
    )
    session = loaded(file)
    assert session.path == ""
    assert session.players == BEFORE


def test_a_file_starts_no_program(tmp_path: Path) -> None:
    file = tmp_path / "game.session"
    write_session(file, undone_session(PROGRAM))
    with pytest.raises(OutflankError, match="runs a program"):
        loaded(file)
    assert lasting(loaded(file, PROGRAM)) == lasting(undone_session(PROGRAM))
    game = tmp_path / "game.sgf"
    game.write_text(f"(;GM[2]PW[{PROGRAM}];B[f5])")
    assert loaded(game).players == BEFORE
    assert loaded(game, PROGRAM).players[WHITE] == PROGRAM


@pytest.mark.parametrize("name", ["nothing.session", "."])
def test_files_that_cannot_be_read_are_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutflankError) as caught:
        loaded(tmp_path / name)
    assert str(tmp_path) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
