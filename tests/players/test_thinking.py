"""Players that show their thinking, give hints and can be stopped."""

from __future__ import annotations

import threading
import time

import pytest

from outflank.players import UNTIMED, Clock, make_player
from outflank.players.searching import SearchPlayer
from outflank.players.thinking import Thinker, Thought, preference, thinker_of
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from tests.protocols.games import game_with_a_pass


def thinker(spec: str) -> Thinker:
    found = thinker_of(make_player(spec))
    assert found is not None
    return found


def test_who_searches_is_a_thinker_also_within_another() -> None:
    assert isinstance(thinker("pvs:depth=3"), SearchPlayer)
    assert isinstance(thinker("pvs:depth=3,random_first=2"), SearchPlayer)
    assert thinker_of(make_player("greedy")) is None
    assert thinker_of(make_player("greedy:random=0.5")) is None


@pytest.mark.parametrize(
    "spec", ["pvs:depth=6,time=60", "alphabeta:depth=6,time=60", "plain:depth=3"]
)
def test_every_depth_is_told_and_the_last_thought_is_the_move(spec: str) -> None:
    player = make_player(spec)
    thoughts: list[Thought] = []
    thinker_of(player).listen(thoughts.append)  # type: ignore[union-attr]
    game = Game.from_moves(["f5", "d6", "c3"])
    move = player.choose(game, UNTIMED)
    depths = [thought.depth for thought in thoughts]
    assert depths == [*range(1, depths[-1] + 1), depths[-1]]
    assert thoughts[-1].line[0] == move
    for thought in thoughts:
        assert Game.from_moves(thought.line, game.position, game.to_move)
    thinker_of(player).listen(None)  # type: ignore[union-attr]
    player.choose(game, UNTIMED)
    assert len(thoughts) == len(depths)


@pytest.mark.parametrize("spec", ["pvs:depth=5,time=60", "plain:depth=3", "mcts:nodes=3000,seed=1"])
def test_hints_are_the_best_moves_in_their_order(spec: str) -> None:
    game = Game.from_moves(["f5", "d6", "c3", "d3", "c4", "f4"])
    moves = game.position.legal_moves()
    player = thinker(spec)
    hints = player.hints(game, UNTIMED, 64)
    assert sorted(hint.line[0] for hint in hints) == sorted(moves)
    assert [preference(hint) for hint in hints] == sorted(
        (preference(hint) for hint in hints), reverse=True
    )
    few = player.hints(game, UNTIMED, 2)
    assert len(few) == 2


def test_the_best_hint_is_what_a_search_as_deep_finds() -> None:
    game = Game.from_moves(["f5", "d6", "c3", "d3", "c4", "f4"])
    player = make_player("pvs:depth=6,time=60")
    move = player.choose(game, UNTIMED)
    assert isinstance(player, SearchPlayer)
    result = player.last_result
    assert result is not None
    best = player.hints(game, UNTIMED, 1)[0]
    assert best.score == result.score
    assert best.depth == 6
    assert best.line[0] == move


def test_hints_know_ends_and_passes() -> None:
    # White fills a1 and wins all discs: any search sees the end of the game.
    end = Game(Position(player=0xFFFFFFFFFFFFFFFC, opponent=0x0000000000000002))
    (hint,) = thinker("pvs:depth=3").hints(end, UNTIMED, 5)
    assert (hint.score, hint.is_exact, hint.is_in_discs) == (64, True, True)
    # A move behind which the opponent passes.
    game = game_with_a_pass()
    game.undo()
    hints = thinker("pvs:depth=4,time=60").hints(game, UNTIMED, 64)
    assert any(hint.line[1:2] == (PASS,) for hint in hints)


def test_a_game_won_comes_before_points_and_a_game_lost_behind_them() -> None:
    def thought(score: float, is_in_discs: bool) -> Thought:
        return Thought(
            line=(0,), score=score, is_in_discs=is_in_discs, depth=1, nodes=1, seconds=0.0
        )

    ordered = [
        thought(10, True),
        thought(2, True),
        thought(500, False),
        thought(0, True),
        thought(-700, False),
        thought(-4, True),
    ]
    assert sorted(ordered, key=preference, reverse=True) == ordered


@pytest.mark.parametrize("spec", ["pvs:time=60", "mcts:time=60", "plain:time=60"])
@pytest.mark.parametrize("asks_for_hints", [False, True], ids=["choose", "hints"])
def test_thinking_is_stopped_by_saying_so_until_it_ends(spec: str, asks_for_hints: bool) -> None:
    player = make_player(spec)
    found = thinker_of(player)
    assert found is not None

    def think() -> None:
        if asks_for_hints:
            found.hints(Game(), UNTIMED, 3)
        else:
            player.choose(Game(), UNTIMED)

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.1)
    started = time.monotonic()
    while thread.is_alive():
        found.stop()
        thread.join(0.01)
    assert time.monotonic() - started < 60


def test_a_depth_is_set_beside_the_other_limits() -> None:
    player = make_player("pvs:time=60,nodes=100000000")
    assert isinstance(player, SearchPlayer)
    player.set_depth(3)
    player.choose(Game(), Clock(move_seconds=10))
    assert player.last_result is not None
    assert player.last_result.depth == 3
    assert player.limit.seconds == 60
