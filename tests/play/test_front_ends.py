"""A session saved in one front end goes on in another: same players, clock, cursor, redo moves."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.library import Library
from outflank.play.files import format_session, parse_session
from outflank.play.paths import redo_path
from outflank.play.session import HUMAN, Session
from outflank.rules.game import BLACK, WHITE
from outflank.web.desk import Desk
from outflank.web.loading import read_given
from outflank.web.rooms import Rooms
from outflank.web.visitor_games import VisitorGames
from tests.play.games import lasting, undone_session
from tests.protocols.talking import OUTFLANK


def outflank_play(*arguments: str, commands: list[str]) -> str:
    """What `outflank play` shows to a person who types `commands`."""
    finished = subprocess.run(
        [*OUTFLANK, "play", *arguments],
        input="".join(f"{command}\n" for command in commands),
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def through_the_web(data: bytes, folder: Path) -> Session:
    """A session as a visitor uploads it, the server keeps it, and another server finds it."""

    async def upload() -> str:
        desk = Desk()
        rooms = Rooms(VisitorGames(Library(folder / "library.sqlite")), desk)
        try:
            room = rooms.create(read_given(data, "game.session")[0].session(), "visitor")
            room.save(even_empty=True)
            return room.id
        finally:
            await desk.close()

    game_id = asyncio.run(upload())
    found = VisitorGames(Library(folder / "library.sqlite")).load(game_id)
    assert found is not None
    return found.session


def test_from_the_terminal_to_the_web_and_back(tmp_path: Path) -> None:
    first, second = tmp_path / "first.session", tmp_path / "second.session"
    shown = outflank_play(
        *("--white", "roxanne:seed=3", "--time", "45"),
        commands=["f5", "undo", "d3", "c4", "undo", f"save {first}", "quit"],
    )
    assert f"Saved in {first}." in shown
    saved = parse_session(first.read_bytes())
    assert saved.players == {BLACK: HUMAN, WHITE: "roxanne:seed=3"}
    assert saved.time_control.move_seconds == 45.0
    assert saved.moves_made == 2
    assert len(redo_path(saved.game)) == 8
    assert len(saved.game.root.children) == 2

    in_web = through_the_web(first.read_bytes(), tmp_path)
    assert in_web.is_clock_stopped  # until Continue or a move
    assert lasting(in_web) == lasting(saved) | {"is_paused": True}
    assert in_web.may_move()

    first.write_text(format_session(in_web))
    outflank_play("--load", str(first), commands=[f"save {second}", "continue", "quit"])
    assert lasting(parse_session(second.read_bytes())) == lasting(in_web)


def test_from_the_web_to_the_terminal_and_on(tmp_path: Path) -> None:
    given, kept, played = (tmp_path / f"{name}.session" for name in ("given", "kept", "played"))
    session = undone_session()
    given.write_text(format_session(session))
    shown = outflank_play(
        *("--white", "random", "--time", "1"),
        commands=[f"load {given}", f"save {kept}", "redo", "redo", f"save {played}", "quit"],
    )
    assert "Time left: Black 300.0 s, White 300.0 s." in shown
    assert lasting(parse_session(kept.read_bytes())) == lasting(session)
    # Redo goes into the variation that was undone, to the next turn of the person.
    again = parse_session(played.read_bytes())
    assert again.path == "f5d6c3f4"
    assert again.comment_here == "größer als 棋"


def test_the_restored_player_answers_and_its_clock_runs(tmp_path: Path) -> None:
    given, played = tmp_path / "given.session", tmp_path / "played.session"
    given.write_text(format_session(undone_session()))
    shown = outflank_play("--load", str(given), commands=["c4", f"save {played}", "quit"])
    assert "Black (human) plays c4" in shown
    assert "White (corner-greedy) plays" in shown
    again = parse_session(played.read_bytes())
    assert again.moves_made == 4
    assert again.seconds_left(WHITE) == pytest.approx(302, abs=30)


def test_a_paused_session_waits_in_the_terminal(tmp_path: Path) -> None:
    given = tmp_path / "given.session"
    session = Session(white="corner-greedy")
    session.play("f5")
    session.pause()
    given.write_text(format_session(session))
    shown = outflank_play("--load", str(given), commands=["continue", "quit"])
    before, after = shown.split("waits; continue lets it move.")
    assert "plays" not in before
    assert "White (corner-greedy) plays" in after


def test_a_game_file_restores_its_players_in_both(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    shown = outflank_play(
        *("--black", "corner-greedy", "--white", "human"), commands=[f"save {file}", "quit"]
    )
    assert f"Saved in {file}." in shown
    shown = outflank_play("--load", str(file), commands=["quit"])
    assert "White to move" in shown
    in_web = read_given(file.read_bytes(), file.name)[0].session()
    assert in_web.players == {BLACK: "corner-greedy", WHITE: HUMAN}
    assert in_web.may_move()


def test_a_game_without_players_keeps_those_before(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("f5d6\n")
    shown = outflank_play("--white", "corner-greedy", commands=[f"load {file}", "c3", "quit"])
    assert "White (corner-greedy) plays" in shown.split("plays c3")[1]
    in_web = read_given(file.read_bytes(), players={BLACK: "greedy", WHITE: HUMAN})[0].session()
    assert in_web.players == {BLACK: "greedy", WHITE: HUMAN}
    assert in_web.is_record  # to look at, until the visitor plays on
    assert not in_web.awaits_player


@pytest.mark.parametrize(
    "forbidden",
    ["gtp:touch /nowhere", "python:player.py:Player", "engine:time=1000.0", "engine:weights=/a"],
)
def test_a_visitor_smuggles_no_player_in(forbidden: str) -> None:
    values = json.loads(format_session(undone_session())) | {
        "players": {"black": HUMAN, "white": forbidden}
    }
    with pytest.raises(OutflankError) as caught:
        read_given(json.dumps(values).encode(), "game.session")
    assert str(caught.value).startswith("game.session: ")
    assert len(str(caught.value).splitlines()) == 1
    game = f"(;GM[2]PB[human]PW[{forbidden.replace(':', chr(92) + ':')}];B[f5])"
    assert read_given(game.encode())[0].session().players == {BLACK: HUMAN, WHITE: HUMAN}


def test_load_and_position_exclude_each_other(tmp_path: Path) -> None:
    finished = subprocess.run(
        [*OUTFLANK, "play", "--load", str(tmp_path / "a"), "--position", "f5"],
        input="",
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 2
    assert finished.stderr.count("\n") == 1
    assert "either --load or --position" in finished.stderr


def test_a_session_whose_player_cannot_be_made_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    given, kept = tmp_path / "given.session", tmp_path / "kept.session"
    given.write_text(format_session(undone_session("network:weights=nothing.net")))
    shown = outflank_play(
        *("--white", "corner-greedy"),
        commands=["f5", f"load {given}", f"save {kept}", "quit"],
    )
    assert "nothing.net" in shown
    again = parse_session(kept.read_bytes())
    assert again.players == {BLACK: HUMAN, WHITE: "corner-greedy"}
    assert again.moves_made == 2


def test_the_terminal_starts_no_program_for_a_file(tmp_path: Path) -> None:
    given, touched = tmp_path / "given.session", tmp_path / "touched"
    given.write_text(format_session(undone_session(f"gtp:touch {touched}")))
    shown = outflank_play(commands=[f"load {given}", "quit"])
    assert "runs a program; to allow it, start with this player" in shown
    assert not touched.exists()


def test_restart_begins_again_with_the_same_players(tmp_path: Path) -> None:
    given, kept = tmp_path / "given.session", tmp_path / "kept.session"
    session = undone_session()
    given.write_text(format_session(session))
    outflank_play("--load", str(given), commands=["redo", "restart", f"save {kept}", "quit"])
    again = parse_session(kept.read_bytes())
    assert lasting(again) == lasting(session.restarted())
