"""The engine as a player: its time in a game, forced moves, and the opponent's time."""

from __future__ import annotations

import random
import threading
import time

import pytest

from outflank.arena import TimeControl, play_game
from outflank.kernels.jit import INTERPRETED
from outflank.players import make_player
from outflank.players.engine import EnginePlayer
from outflank.players.player import UNTIMED
from outflank.players.thinking import Thought
from outflank.rules.game import Game
from outflank.search.result import SearchResult

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


def engine_player(spec: str) -> EnginePlayer:
    player = make_player(spec)
    assert isinstance(player, EnginePlayer)
    return player


def last_result(player: EnginePlayer) -> SearchResult:
    assert player.last_result is not None
    return player.last_result


@pytest.mark.parametrize("seconds", [0.3, 3.0])
def test_a_game_with_its_own_clock_is_played_out_and_its_time_used(seconds: float) -> None:
    control = TimeControl(move_seconds=None, game_seconds=seconds)
    record = play_game(engine_player("engine"), make_player("greedy"), time_control=control)
    assert record.result.reason.value == "counted"
    assert record.black.seconds > 0.25 * seconds


def game_with_an_only_move() -> Game:
    """A random game where one move is legal, and too many squares are empty to solve it at once."""
    chance = random.Random(3)
    while True:
        game = Game()
        while not game.is_over() and game.position.empty_count > 20:
            game.play(chance.choice(game.position.legal_moves()))
            position = game.position
            is_forced = len(position.legal_moves()) == 1 and not position.must_pass()
            if is_forced and position.empty_count > 20:
                return game


def test_an_only_move_is_played_at_once() -> None:
    game = game_with_an_only_move()
    player = engine_player("engine:time=60")
    started = time.perf_counter()
    assert player.choose(game, UNTIMED) == game.position.legal_moves()[0]
    assert time.perf_counter() - started < 30


def pondering_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "pondering"]


def test_pondering_prepares_the_reply_and_ends_with_the_game() -> None:
    game = Game()
    player = engine_player("engine:depth=10,confidence=73,ponder=on")
    move = player.choose(game, UNTIMED)
    reply = last_result(player).principal_variation[1]
    (thread,) = pondering_threads()
    game.play(move)
    game.play(reply)
    time.sleep(0.5)
    assert thread.is_alive()
    assert player.choose(game, UNTIMED) in game.position.legal_moves()
    assert not thread.is_alive()
    prepared = last_result(player).nodes

    fresh = engine_player("engine:depth=10,confidence=73")
    fresh.choose(game, UNTIMED)
    assert prepared < last_result(fresh).nodes / 2
    player.game_over(game)
    assert not pondering_threads()


def test_a_player_that_ponders_plays_whole_games() -> None:
    pondering = engine_player("engine:depth=3,ponder=on")
    record = play_game(pondering, make_player("random:seed=5"))
    assert record.result.reason.value == "counted"
    assert not pondering_threads()
    pondering.close()


def test_hints_compare_moves_at_the_same_depth() -> None:
    game = Game.from_moves([37])
    player = engine_player("engine:depth=6")
    told: list[Thought] = []
    player.listen(told.append)
    found = player.hints(game, UNTIMED, 3)
    assert [thought.line[0] for thought in found] == [
        thought.line[0] for thought in told[-len(found) :]
    ]
    assert len({thought.line[0] for thought in found}) == 3 == len(game.position.legal_moves())
    assert {thought.depth for thought in found} == {6}
    assert [thought.score for thought in found] == sorted(
        (thought.score for thought in found), reverse=True
    )
    (best,) = player.hints(game, UNTIMED, 1)
    assert best.line[0] == found[0].line[0]
