"""The players that the server keeps between moves."""

from __future__ import annotations

import pytest

from outflank.kernels.jit import INTERPRETED
from outflank.players import Clock, Player, parse_spec
from outflank.rules.game import Game
from outflank.web.engines import EnginePool
from outflank.web.player_pool import PlayerPool, searches

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

MCTS = parse_spec("mcts:nodes=50")


def new_pool(*, most_idle: int = 2, idle_seconds: float = 60.0) -> PlayerPool:
    engines = EnginePool(most_idle=most_idle, table_megabytes=1, idle_seconds=idle_seconds)
    return PlayerPool(engines, most_idle=most_idle, idle_seconds=idle_seconds)


def lent(pool: PlayerPool, game: Game, visitor: str = "a") -> Player:
    with pool.lend(MCTS, game, visitor) as player:
        return player


def test_a_player_is_kept_for_the_next_move_of_its_game() -> None:
    pool, game = new_pool(), Game()
    player = lent(pool, game)
    assert len(pool) == 1
    game.play("f5")
    assert lent(pool, game) is not player  # White's turn: another side
    game.play("d6")
    assert lent(pool, game) is player


def test_another_visitor_or_another_game_has_another_player() -> None:
    pool, game = new_pool(most_idle=8), Game.from_moves(["f5", "d6"])
    player = lent(pool, game)
    assert lent(pool, game, "b") is not player
    assert lent(pool, Game.from_moves(["f5", "f6", "e6", "d6"])) is not player
    game.undo()
    game.undo()
    assert lent(pool, game) is not player
    game.play("f5")
    game.play("d6")
    assert lent(pool, game) is player


def test_only_some_are_kept_and_only_for_a_while() -> None:
    pool = new_pool(most_idle=2)
    for number in range(5):
        lent(pool, Game(), f"visitor {number}")
    assert len(pool) == 2
    pool.forget_unused()
    assert len(pool) == 2
    pool.forget_all()
    assert not len(pool)
    hasty = new_pool(idle_seconds=0.0)
    lent(hasty, Game())
    hasty.forget_unused()
    assert not len(hasty)


def test_players_that_keep_nothing_are_not_kept() -> None:
    pool = new_pool()
    for spec in ("greedy", "engine:depth=1"):
        with pool.lend(parse_spec(spec), Game(), "a") as player:
            assert player.choose(Game(), Clock()) in Game().position.legal_moves()
    with pool.lend(MCTS, Game(), "a", is_new=True):
        pass
    assert not len(pool)
    assert searches(MCTS)
    assert not searches(parse_spec("greedy"))


def test_a_player_that_fails_is_not_kept() -> None:
    pool = new_pool()
    with pytest.raises(ZeroDivisionError), pool.lend(MCTS, Game(), "a"):
        raise ZeroDivisionError
    assert not len(pool)
