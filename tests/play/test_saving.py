"""Sessions as dictionaries and files: all of it comes back, and what is wrong is one line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from outflank.errors import OutflankError
from outflank.play.files import MOST_BYTES, format_session, parse_session, write_session
from outflank.play.paths import path_of
from outflank.play.saving import session_as_dict, session_from_dict
from outflank.play.session import Session
from outflank.play.time_control import TimeControl
from outflank.rules.game import BLACK, WHITE
from outflank.rules.squares import square_name
from tests.play.games import lasting, undone_session
from tests.web.games import game_before_pass


class Watch:
    """A clock that is advanced by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def redo_moves(session: Session) -> list[str]:
    moves = []
    while session.game.can_redo():
        moves.append(square_name(session.game.redo().move))
    return moves


def test_players_clock_cursor_and_redo_moves_come_back() -> None:
    session = undone_session()
    again = session_from_dict(json.loads(json.dumps(session_as_dict(session))))
    assert lasting(again) == lasting(session)
    assert again.game == session.game
    assert again.players == session.players
    assert again.time_control == session.time_control
    assert again.path == "f5d6"
    assert again.seconds_left(WHITE) == pytest.approx(300)  # undone moves give their time back
    assert redo_moves(again) == ["c3", "f4"]
    again.go_to("f5d6c3d3c4")
    assert again.seconds_left(WHITE) == pytest.approx(300 + 2 - 2.5)


def test_the_turn_under_way_has_used_its_time() -> None:
    watch = Watch()
    session = Session(time_control=TimeControl(move_seconds=60.0), now=watch)
    session.play("f5")
    watch.time += 20
    again = session_from_dict(session_as_dict(session))
    assert again.seconds_left(WHITE) == pytest.approx(40, abs=10)


def test_a_pause_an_analysis_and_a_resignation_come_back() -> None:
    session = Session(white="roxanne")
    session.play("f5")
    session.pause()
    assert session_from_dict(session_as_dict(session)).is_paused
    session.analyse(True)
    assert session_from_dict(session_as_dict(session)).is_analysing
    session.resign()
    again = session_from_dict(session_as_dict(session))
    assert again.result == session.result
    assert not again.awaits_player


def test_a_cursor_behind_a_pass_comes_back() -> None:
    game, move = game_before_pass()
    session = Session(game)
    session.play(move)
    again = session_from_dict(session_as_dict(session))
    assert again.game.current.is_pass
    assert lasting(again) == lasting(session)


@pytest.mark.parametrize("seed", range(10))
def test_random_sessions_come_back(seed: int) -> None:
    chance = random.Random(seed)
    session = Session(white=chance.choice(["human", "greedy"]))
    for _ in range(60):
        doing = chance.choice(["play", "play", "play", "jump", "analyse"])
        if doing == "play" and not session.is_over:
            session.play(chance.choice(session.game.position.legal_moves()))
        elif doing == "jump":
            nodes = [session.game.root, *session.game.nodes()]
            session.go_to(path_of(chance.choice(nodes)))
        elif doing == "analyse":
            session.analyse(not session.is_analysing)
        again = session_from_dict(session_as_dict(session))
        assert lasting(again) == lasting(session)
        assert again.game == session.game


def test_a_file_holds_the_session(tmp_path: Path) -> None:
    file = tmp_path / "game.session"
    session = undone_session()
    write_session(file, session)
    assert lasting(parse_session(file.read_bytes())) == lasting(session)
    assert lasting(parse_session(format_session(session).encode())) == lasting(session)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"format": "another"}, "format is 'another'"),
        ({"format": None}, "format must be text, not null"),
        ({"version": 2}, "version 2 cannot be read"),
        ({"version": True}, "version must be a whole number"),
        ({"players": []}, "players must be an object"),
        ({"players": {"black": "human"}}, "white is missing"),
        ({"players": {"black": "human", "white": "no-one"}}, "no player 'no-one'"),
        ({"players": {"black": 1, "white": "human"}}, "black must be text"),
        ({"players": {"black": "human", "white": "greedy:" + "x" * 2000}}, "2,007 characters"),
        ({"time_control": {"move_seconds": -1}}, "move_seconds must be seconds"),
        ({"time_control": {"move_seconds": 0, "game_seconds": None}}, "increment_seconds"),
        ({"turn_seconds": float("nan")}, "turn_seconds must be seconds"),
        ({"turn_seconds": 10**400}, "turn_seconds must be seconds"),
        ({"turn_seconds": True}, "turn_seconds must be seconds"),
        ({"opening_moves": 65}, "opening_moves must be a whole number up to 64"),
        ({"opening_moves": 1.5}, "opening_moves"),
        ({"is_paused": 1}, "is_paused must be true or false"),
        ({"is_analysing": "yes"}, "is_analysing must be true or false, not 'yes'"),
        ({"cursor": "a1"}, "cursor: 'a1' is not in this game"),
        ({"cursor": "f5" * 100}, "cursor has 200 characters"),
        ({"redo": "f"}, "redo: "),
        ({"sgf": "nonsense"}, "sgf"),
        ({"sgf": "(;GM[2];B[a1])"}, "a1"),
        ({"sgf": "(;GM[2])(;GM[2])"}, "sgf has 2 games"),
        ({"sgf": "(;GM[2]C[\ud800])"}, "sgf has invalid Unicode"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(change: dict[str, Any], part: str) -> None:
    values = session_as_dict(undone_session()) | change
    with pytest.raises(OutflankError) as caught:
        parse_session(json.dumps(values).encode(), "game.session")
    said = str(caught.value)
    assert said.startswith("game.session")
    assert part in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("name", session_as_dict(Session()))
def test_a_missing_value_is_named(name: str) -> None:
    values = session_as_dict(Session())
    del values[name]
    if name == "is_record":  # sessions that were saved before there were records
        assert not session_from_dict(values).is_record
        return
    with pytest.raises(OutflankError, match=f"{name} is missing"):
        session_from_dict(values)


@pytest.mark.parametrize(
    "data", [b"{", b"[]", b"null", b"{}", b"\xff{", b"[" * 100_000, b'{"a":' * 10_000]
)
def test_what_is_no_session_is_one_line(data: bytes) -> None:
    with pytest.raises(OutflankError) as caught:
        parse_session(data, "game.session")
    assert len(str(caught.value).splitlines()) == 1


def test_large_files_are_refused_before_they_are_parsed() -> None:
    with pytest.raises(OutflankError, match="are too many"):
        parse_session(b"{" + b" " * MOST_BYTES + b"}")


def test_players_are_in_their_usual_form() -> None:
    session = session_from_dict(session_as_dict(Session(white="Greedy: seed=2")))
    assert session.players == {BLACK: "human", WHITE: "greedy:seed=2"}
