"""Rooms: players answer, analyses and reviews run, everything is saved, nothing is left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from outflank import BLACK, WHITE, Game, Reason
from outflank.engine.review import Review
from outflank.engine.review_settings import QUICK
from outflank.errors import OutflankError
from outflank.library import Library
from outflank.play.session import Session
from outflank.play.time_control import TimeControl
from outflank.rules.squares import parse_square
from outflank.web.desk import Desk
from outflank.web.rooms import Room, Rooms
from outflank.web.server import load_engine
from outflank.web.visitor_games import VisitorGames
from tests.web.games import random_game


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """Kernels are loaded as the server does, so that stops are not late."""
    load_engine()


def with_rooms(folder: Path, test: Callable[[Rooms], Coroutine[Any, Any, None]]) -> None:
    """Run a test with rooms whose desk is closed at the end."""

    async def run() -> None:
        desk = Desk()
        rooms = Rooms(VisitorGames(Library(folder / "library.sqlite")), desk)
        try:
            await asyncio.wait_for(test(rooms), 120)
        finally:
            await desk.close()
            assert not desk.running

    asyncio.run(run())


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


def entered(rooms: Rooms, session: Session) -> Room:
    room = rooms.create(session, "somebody")
    room.answer_seconds = 0.0
    room.enter(lambda: None)
    return room


def saved(rooms: Rooms, room: Room) -> Session:
    found = rooms.store.load(room.id)
    assert found is not None
    return found.session


def test_the_player_answers_and_every_move_is_saved(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session(white="corner-greedy"))
        while not room.session.is_over:
            room.play(room.session.game.position.legal_moves()[0])
            await until(lambda: room.session.may_move() or room.session.is_over)
            assert saved(rooms, room).game == room.session.game
        assert room.session.result is not None

    with_rooms(tmp_path, test)


def test_no_move_is_made_for_the_player(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session(white="engine:time=5.0"))
        room.play(parse_square("f5"))
        with pytest.raises(OutflankError, match="not your turn"):
            room.play(room.session.game.position.legal_moves()[0])
        room.leave(room._listeners[0])

    with_rooms(tmp_path, test)


def test_undo_stop_and_go_on_while_the_player_thinks(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session(white="engine:time=20.0"))
        thinking = []
        room.enter(lambda: thinking.append(room.is_thinking))
        room.play(parse_square("f5"))
        room.do(room.session.undo)
        assert room.session.path == ""
        room.play(parse_square("d3"))
        room.do(room.session.pause)
        assert thinking == [True, False, True, False]
        await asyncio.sleep(0.2)
        assert room.session.path == "d3"
        room.session.players[WHITE] = "random"
        room.do(room.session.resume)
        await until(room.session.may_move)
        assert room.session.moves_made == 2

    with_rooms(tmp_path, test)


def test_two_players_play_while_somebody_watches(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session(black="random", white="roxanne"))
        await until(lambda: room.session.is_over)
        other = entered(rooms, Session(black="random", white="engine:time=10.0"))
        await until(lambda: other.session.moves_made == 1)
        other.leave(other._listeners[0])
        assert not other.is_thinking
        rooms.close_if_empty(other)
        assert len(rooms) == 1
        again = rooms.open(other.id)
        assert again is not None
        assert again.session.game == other.session.game

    with_rooms(tmp_path, test)


def test_a_player_that_may_not_play_is_said(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session(black="gtp:rm -rf /"))
        await until(lambda: bool(room.trouble))
        assert "gtp cannot play here" in room.trouble
        assert room.session.moves_made == 0

    with_rooms(tmp_path, test)


def test_who_has_no_time_left_loses(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        control = TimeControl(move_seconds=None, game_seconds=1)
        room = entered(rooms, Session(time_control=control))
        room.play(parse_square("f5"))
        await until(lambda: room.session.is_over)
        result = saved(rooms, room).result
        assert result is not None
        assert (result.winner, result.reason) == (BLACK, Reason.TIMEOUT)

    with_rooms(tmp_path, test)


async def answered(rooms: Rooms, session: Session) -> Room:
    """A room where the player has answered f5 in time; on a busy machine the first may be late."""
    for _ in range(8):
        room = entered(rooms, session.restarted())
        room.play(parse_square("f5"))
        await until(lambda room=room: room.session.may_move() or room.session.is_over)  # type: ignore[misc]
        if not room.session.is_over:
            break
    return room


def test_a_player_keeps_to_its_clock(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        control = TimeControl(move_seconds=1.5)
        room = await answered(rooms, Session(white="engine:level=60", time_control=control))
        assert room.session.moves_made == 2

    with_rooms(tmp_path, test)


def test_a_player_uses_the_time_of_its_move(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        control = TimeControl(move_seconds=1.0)
        room = await answered(rooms, Session(white="mcts:time=20", time_control=control))
        # One margin is kept back, of a tenth and 30 ms; two together left 0.69 s.
        seconds = room.session.game.current.seconds
        assert seconds is not None
        assert seconds > 0.8

    with_rooms(tmp_path, test)


def test_an_analysis_goes_deeper_and_gives_way_to_moves(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        session = Session(Game.from_moves(["f5", "d6", "c3"]))
        room = entered(rooms, session)
        told: list[int] = []
        room.enter(lambda: told.append(room.analysis.depth if room.analysis else 0))
        room.do(lambda: session.analyse(True))
        await until(lambda: room.analysis is not None and room.analysis.depth >= 8)
        assert room.analysis is not None
        assert len(room.analysis.lines) == len(session.game.position.legal_moves())
        assert session.game.current.evaluation == -round(room.analysis.score, 1)
        assert max(told) >= 8
        room.play(room.analysis.move)
        await until(lambda: room.analysis is not None and room.analysis.depth >= 2)
        room.do(lambda: session.analyse(False))
        assert room.analysis is None

    with_rooms(tmp_path, test)


def test_a_review_is_kept_until_the_game_has_other_moves(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        game = random_game(5)
        game.go_to(game.main_line()[7])
        room = entered(rooms, Session(game.up_to_cursor()))
        room.start_review(QUICK)
        await until(lambda: room.review_progress is None and room.review is not None)
        assert room.review is not None
        assert room.has_fresh_review()
        room.leave(room._listeners[0])
        rooms.close_if_empty(room)
        again = rooms.open(room.id)
        assert again is not None
        assert again.review is not None
        assert again.has_fresh_review()
        for side in (BLACK, WHITE):
            old, new = room.review.side(side), again.review.side(side)
            assert new.total_loss_discs == pytest.approx(old.total_loss_discs)
            assert [move.verdict for move in new.moves] == [move.verdict for move in old.moves]
        again.do(lambda: again.session.step(-1))
        assert again.has_fresh_review()
        others = again.session.game.position.legal_moves()
        played = again.session.game.current.children[0].move
        again.play(next(move for move in others if move != played))
        assert again.has_fresh_review()  # it is a variation beside the game
        again.do(lambda: again.session.promote(again.session.path))
        assert not again.has_fresh_review()

    with_rooms(tmp_path, test)


def test_a_game_is_saved_when_its_review_begins_and_the_review_when_it_ends(
    tmp_path: Path,
) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session(Game.from_moves(["f5", "d6", "c3", "d3", "c4"])))
        stored: list[Review | None] = []

        def save_and_load() -> None:
            room.save()
            found = rooms.store.load(room.id)
            assert found is not None
            stored.append(found.review)

        room.start_review(QUICK)
        assert room.is_saved  # a page that is loaded again finds the room
        room.enter(save_and_load)
        await until(lambda: room.review_progress is None and room.review is not None)
        *before, last = stored
        assert len(before) > 1
        assert set(before) == {None}
        assert last is not None
        assert len(last.moves) == 5

    with_rooms(tmp_path, test)


def test_a_room_that_closes_before_its_next_page_connects_stays_the_only_one(
    tmp_path: Path,
) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session())
        room.play(parse_square("f5"))
        built = rooms.open(room.id)  # for a page that is not connected yet
        assert built is room
        room.leave(room._listeners[0])
        rooms.close_if_empty(room)
        assert len(rooms) == 0
        assert rooms.reopened(built) is built
        assert rooms.open(room.id) is built
        rooms.close_if_empty(built)
        other = rooms.open(room.id)
        assert other is not built
        assert rooms.reopened(built) is other

    with_rooms(tmp_path, test)


def test_a_deleted_game_is_not_saved_again(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session())
        room.play(parse_square("f5"))
        room.forget()
        rooms.store.forget(room.id, "somebody")
        room.save()
        assert rooms.store.load(room.id) is None

    with_rooms(tmp_path, test)


def test_a_game_without_moves_is_not_saved(tmp_path: Path) -> None:
    async def test(rooms: Rooms) -> None:
        room = entered(rooms, Session())
        room.save()
        assert not room.is_saved
        assert rooms.store.games_of("somebody") == []
        room.save(even_empty=True)
        assert len(rooms.store.games_of("somebody")) == 1

    with_rooms(tmp_path, test)
