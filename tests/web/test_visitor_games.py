"""Games of visitors: saved games come back unchanged, even after a crash."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from outflank import BLACK, WHITE, Game
from outflank.engine.review_settings import ReviewSettings
from outflank.engine.reviewing import review as review_game
from outflank.library import Library, Selection
from outflank.library.saving import new_public_id
from outflank.play.paths import path_of
from outflank.play.session import Session
from outflank.play.time_control import TimeControl
from outflank.rules.squares import parse_square
from outflank.web import visitor_games
from outflank.web.limits import Limits
from outflank.web.visitor_games import SavedSession, VisitorGames
from tests.play.games import lasting, undone_session
from tests.web.games import game_before_pass, random_game


@pytest.fixture
def store(tmp_path: Path) -> VisitorGames:
    return VisitorGames(Library(tmp_path / "deep" / "library.sqlite"))


def loaded(store: VisitorGames) -> SavedSession:
    found = store.load("id")
    assert found is not None
    return found


def test_a_table_comes_back_as_it_was(store: VisitorGames) -> None:
    control = TimeControl(move_seconds=None, game_seconds=300.0, increment_seconds=2.0)
    session = Session(
        Game.from_moves(["f5", "d6"]), white="roxanne", time_control=control, opening_moves=2
    )
    for name in ("c3", "d3"):
        session.play(parse_square(name))
    session.analyse(True)
    session.step(-1)
    session.play(parse_square("f4"))
    session.comment("größer als 棋")
    session.game.current.evaluation = -2.5
    store.save("id", "somebody", session)
    again = loaded(store).session
    assert loaded(store).visitor == "somebody"
    assert again.game == session.game
    assert again.path == session.path
    assert again.players == {BLACK: "human", WHITE: "roxanne"}
    assert again.time_control == control
    assert again.opening_moves == 2
    assert again.is_paused  # no player moves in a game that is analysed


def test_redo_goes_where_it_went_before(store: VisitorGames) -> None:
    session = undone_session()
    store.save("id", "somebody", session)
    found = loaded(store)
    assert lasting(found.session) == lasting(session)


def test_the_same_game_is_found_again(store: VisitorGames) -> None:
    session = Session(random_game(1))
    assert store.find("somebody", session) is None
    store.save("id", "somebody", session)
    assert store.find("somebody", Session(random_game(1))) == "id"
    assert store.find("somebody else", session) is None
    assert store.find("somebody", Session(random_game(2))) is None
    assert store.find("somebody", Session(random_game(1), white="roxanne")) is None


@pytest.mark.parametrize("seed", range(5))
def test_every_position_of_a_game_can_be_the_cursor(store: VisitorGames, seed: int) -> None:
    session = Session(random_game(seed))
    for node in list(session.game.nodes()):
        session.go_to(path_of(node))
        store.save("id", "somebody", session)
        found = loaded(store)
        assert found.session.path == session.path
        assert found.session.game.position == session.game.position


def test_a_cursor_behind_a_pass_and_a_resignation_are_kept(store: VisitorGames) -> None:
    game, move = game_before_pass()
    session = Session(game)
    session.play(move)
    session.resign()
    store.save("id", "somebody", session)
    found = loaded(store)
    assert found.session.game.current.is_pass
    assert found.session.result == session.result


def test_a_game_keeps_its_first_visitor(store: VisitorGames) -> None:
    store.save("id", "first", Session())
    store.save("id", "second", Session(Game.from_moves(["f5"])))
    found = loaded(store)
    assert found.visitor == "first"
    assert [len(row.moves) for row in store.games_of("first")] == [1]
    assert store.games_of("second") == []


def test_only_their_visitor_deletes_games(store: VisitorGames) -> None:
    store.save("id", "first", Session())
    store.forget("id", "second")
    assert store.load("id") is not None
    store.forget("id", "first")
    assert store.load("id") is None


def test_the_games_left_alone_longest_go(
    store: VisitorGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor_games, "limits", lambda: Limits(games_of_visitor=3))
    ids = [new_public_id() for _ in range(5)]
    for game_id in ids:
        store.save(game_id, "somebody", Session())
    store.save("other", "another", Session())
    assert [row.public_id for row in store.games_of("somebody")] == ids[:1:-1]
    assert store.load("other") is not None


def test_settings_come_back(store: VisitorGames) -> None:
    assert store.settings_of("somebody") == {}
    store.set_settings("somebody", {"board": "walnut"})
    store.set_settings("somebody", {"board": "slate"})
    assert store.settings_of("somebody") == {"board": "slate"}


def test_ids_cannot_be_guessed() -> None:
    assert len({new_public_id() for _ in range(1000)}) == 1000
    assert all(len(new_public_id()) >= 16 for _ in range(10))


def test_a_killed_process_has_saved_every_move(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from outflank.library import Library, Selection
from outflank.play.session import Session
from outflank.web.visitor_games import VisitorGames
store, session = VisitorGames(Library(sys.argv[1])), Session()
while not session.is_over:
    session.play(session.game.position.legal_moves()[0])
    store.save("id", "somebody", session)
    print(session.moves_made, flush=True)
    if session.moves_made == 30:
        import time; time.sleep(60)
"""
    file = tmp_path / "library.sqlite"
    command = [sys.executable, "-c", program, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "30\n":
            assert process.poll() is None
        os.kill(process.pid, signal.SIGKILL)
    found = loaded(VisitorGames(Library(file)))
    assert found.session.moves_made == 30


def test_a_game_in_the_trash_is_not_opened_until_it_is_restored(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite")
    store = VisitorGames(library)
    store.save("id", "somebody", Session(random_game(1)))
    store.forget("id", "somebody")
    assert store.load("id") is None
    library.restore(library.ids(Selection(owners=("somebody",), deleted=True)))
    assert loaded(store).session.game == Session(random_game(1)).game


def test_looking_through_a_finished_game_does_not_index_it_again(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite")
    store, session = VisitorGames(library), Session(random_game(1))
    last = session.game.main_line()[-1].position
    slots = []
    for step in (0, -1, -1, 1):
        session.step(step)
        store.save("id", "somebody", session)
        slots.append(library._database.row("select max(slot) from games"))
    assert len(set(slots)) == 1
    assert library.count(Selection(owners=("somebody",), position=last)) == 1


def test_a_review_comes_back_and_is_found_by_statistics(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.sqlite")
    store, session = VisitorGames(library), Session(Game.from_moves(["f5", "d6", "c3", "d3", "c4"]))
    review = review_game(session.game, ReviewSettings(depth=2, exact_empties=2))
    store.save("id", "somebody", session, review)
    found = loaded(store).review
    assert found is not None
    assert found.as_dict() == review.as_dict()
    losses = library.statistics(Selection(owners=("somebody",))).loss_by_colour
    assert sum(row.moves for row in losses) == sum(not move.is_forced for move in review.moves)
