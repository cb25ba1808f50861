"""The store: what is saved comes back the same, whatever happens to the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from outflank import BLACK, WHITE, Game
from outflank.arena.time_control import TimeControl
from outflank.errors import OutflankError
from outflank.rules.squares import parse_square
from outflank.web import store as stores
from outflank.web.store import Store, new_id
from outflank.web.table import Table, path_of
from tests.web.games import game_before_pass, random_game


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "deep" / "games.sqlite")


def test_a_table_comes_back_as_it_was(store: Store) -> None:
    control = TimeControl(move_seconds=None, game_seconds=300.0, increment_seconds=2.0)
    table = Table(
        Game.from_moves(["f5", "d6"]), white="roxanne", time_control=control, opening_moves=2
    )
    for name in ("c3", "d3"):
        table.play(parse_square(name))
    table.analyse(True)
    table.step(-1)
    table.play(parse_square("f4"))
    table.comment("größer als 棋")
    table.game.current.evaluation = -2.5
    store.save("id", "somebody", table, "[]")
    found = store.load("id")
    assert found is not None
    again, review, visitor = found
    assert (review, visitor) == ("[]", "somebody")
    assert again.game == table.game
    assert again.path == table.path
    assert again.players == {BLACK: "human", WHITE: "roxanne"}
    assert again.time_control == control
    assert again.opening_moves == 2
    assert again.is_paused  # nobody moves in a game that is analysed


def test_the_same_game_is_found_again(store: Store) -> None:
    table = Table(random_game(1))
    assert store.find("somebody", table) is None
    store.save("id", "somebody", table)
    assert store.find("somebody", Table(random_game(1))) == "id"
    assert store.find("somebody else", table) is None
    assert store.find("somebody", Table(random_game(2))) is None
    assert store.find("somebody", Table(random_game(1), white="roxanne")) is None


@pytest.mark.parametrize("seed", range(5))
def test_every_position_of_a_game_can_be_the_cursor(store: Store, seed: int) -> None:
    table = Table(random_game(seed))
    for node in list(table.game.nodes()):
        table.go_to(path_of(node))
        store.save("id", "somebody", table)
        found = store.load("id")
        assert found is not None
        assert found[0].path == table.path
        assert found[0].game.position == table.game.position


def test_a_cursor_behind_a_pass_and_a_resignation_are_kept(store: Store) -> None:
    game, move = game_before_pass()
    table = Table(game)
    table.play(move)
    table.resign()
    store.save("id", "somebody", table)
    found = store.load("id")
    assert found is not None
    assert found[0].game.current.is_pass
    assert found[0].result == table.result


def test_a_game_keeps_its_first_visitor(store: Store) -> None:
    store.save("id", "first", Table())
    store.save("id", "second", Table(Game.from_moves(["f5"])))
    found = store.load("id")
    assert found is not None
    assert found[2] == "first"
    assert [summary.moves for summary in store.games_of("first")] == [1]
    assert store.games_of("second") == []


def test_only_their_visitor_deletes_games(store: Store) -> None:
    store.save("id", "first", Table())
    store.forget("id", "second")
    assert store.load("id") is not None
    store.forget("id", "first")
    assert store.load("id") is None


def test_the_games_left_alone_longest_go(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "MOST_GAMES", 3)
    ids = [new_id() for _ in range(5)]
    for game_id in ids:
        store.save(game_id, "somebody", Table())
    store.save("other", "another", Table())
    assert [summary.id for summary in store.games_of("somebody")] == ids[:1:-1]
    assert store.load("other") is not None


def test_settings_come_back(store: Store) -> None:
    assert store.settings_of("somebody") == {}
    store.set_settings("somebody", {"board": "walnut"})
    store.set_settings("somebody", {"board": "slate"})
    assert store.settings_of("somebody") == {"board": "slate"}


def test_ids_cannot_be_guessed() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
    assert all(len(new_id()) >= 16 for _ in range(10))


def test_a_killed_process_has_saved_every_move(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from outflank.web.store import Store
from outflank.web.table import Table
store, table = Store(Path(sys.argv[1])), Table()
while not table.is_over:
    table.play(table.game.position.legal_moves()[0])
    store.save("id", "somebody", table)
    print(table.moves_made, flush=True)
    if table.moves_made == 30:
        import time; time.sleep(60)
"""
    file = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", program, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "30\n":
            assert process.poll() is None
        os.kill(process.pid, signal.SIGKILL)
    found = Store(file).load("id")
    assert found is not None
    assert found[0].moves_made == 30


def test_a_folder_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutflankError, match="OUTFLANK_DATA_DIR") as caught:
        Store(tmp_path / "file" / "games.sqlite")
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_is_no_store_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"not a database" * 1000)
    with pytest.raises(OutflankError, match="cannot be used"):
        Store(file)
    assert file.read_bytes() == b"not a database" * 1000
