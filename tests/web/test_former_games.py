"""Games that Outflank 0.1 kept for visitors move to the library, with settings and reviews."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from outflank import BLACK, WHITE
from outflank.engine.review_settings import ReviewSettings
from outflank.engine.reviewing import review as review_game
from outflank.formats.sgf import parse_sgf
from outflank.library import Library, Selection
from outflank.web.former_games import FORMER_FILE, move_former_games
from outflank.web.visitor_games import VisitorGames

OLD_SCHEMA = """
create table games (
    id text primary key, visitor text not null, changed real not null, sgf text not null,
    path text not null, black text not null, white text not null, move_seconds real,
    game_seconds real, increment_seconds real not null, opening_moves integer not null,
    is_paused integer not null, moves integer not null, is_over integer not null, review text
) strict;
create table visitors (id text primary key, settings text not null) strict;
insert into games values (
    'id', 'somebody', 1.0, '(;FF[4]GM[2]SZ[8]PB[human]PW[no-such-player];B[f5]TS[2];W[d6]C[well])',
    'f5', 'human', 'no-such-player', null, 300.0, 2.0, 0, 1, 2, 0, '[]'
);
insert into games values (
    'later', 'somebody', 2.0, '(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])',
    'f5d6c3', 'human', 'human', null, null, 0.0, 0, 1, 3, 0, null
);
insert into games values (
    'broken', 'somebody', 3.0, 'no game', 'f5', 'human', 'human', null, null, 0.0, 0, 1, 3, 0, null
);
insert into visitors values ('somebody', '{"board": "walnut"}');
"""
"""What version 0.1.0 wrote."""


def write_former(folder: Path, extra: str = "") -> Path:
    file = folder / FORMER_FILE
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(OLD_SCHEMA + extra)
    return file


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library.sqlite")


def test_games_and_settings_move_and_the_file_is_kept(tmp_path: Path, library: Library) -> None:
    file = write_former(tmp_path)
    before = file.read_bytes()
    told: list[str] = []
    move_former_games(file, library, told.append)
    assert "2 games" in told[0]
    [aside] = tmp_path.glob("games-moved-*.sqlite")
    assert aside.name in told[0]
    assert aside.read_bytes() == before
    found = VisitorGames(library).load("id")
    assert found is not None
    session = found.session
    assert found.visitor == "somebody"
    assert session.players == {BLACK: "human", WHITE: "no-such-player"}
    assert session.time_control.game_seconds == 300.0
    assert session.path == "f5"
    assert session.is_paused
    assert session.game.main_line()[1].comment == "well"
    rows = library.search(Selection(owners=("somebody",)), order="changed")
    assert [(row.public_id, row.changed) for row in rows] == [("later", 2.0), ("id", 1.0)]
    assert library.settings("somebody") == {"board": "walnut"}
    assert library.count() == 0  # other users do not see them
    move_former_games(file, library, told.append)
    assert len(told) == 1


def test_columns_of_later_files_and_the_review_move_too(tmp_path: Path, library: Library) -> None:
    game = parse_sgf("(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])")[0]
    review = review_game(game, ReviewSettings(depth=2, exact_empties=2))
    packed = json.dumps(review.as_dict()).replace("'", "''")
    extra = f"""
        alter table games add column redo text; alter table games add column is_record integer;
        update games set redo = 'f5d6c3', path = 'f5', is_record = 1, review = '{packed}'
        where id = 'later';"""
    move_former_games(write_former(tmp_path, extra), library, lambda line: None)
    found = VisitorGames(library).load("later")
    assert found is not None
    assert found.session.is_record
    assert found.session.game.can_redo()
    assert found.review is not None
    assert found.review.as_dict() == review.as_dict()


def test_a_killed_move_begins_again_without_doubling(tmp_path: Path, library: Library) -> None:
    file = write_former(tmp_path)
    copy = file.read_bytes()
    move_former_games(file, library, lambda line: None)
    file.write_bytes(copy)  # as if it had been killed before the file was renamed
    move_former_games(file, library, lambda line: None)
    assert library.count(Selection(owners=("somebody",))) == 2


def test_a_damaged_file_gives_what_can_be_read(tmp_path: Path, library: Library) -> None:
    file = write_former(tmp_path)
    file.write_bytes(b"this is no database" * 1000)
    told: list[str] = []
    move_former_games(file, library, told.append)
    assert "0 games" in told[0]
    assert list(tmp_path.glob("games-moved-*.sqlite"))
