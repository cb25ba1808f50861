from __future__ import annotations

import pytest

from outflank.arena.referee import play_game
from outflank.players import UNTIMED, Resignation, make_player
from outflank.players.human import HumanPlayer
from outflank.rules.game import Game, Reason
from outflank.rules.squares import D3, F5


def person(*answers: str) -> tuple[HumanPlayer, list[str], list[str]]:
    """A person who types these lines, with what they were asked and told."""
    lines, asked, told = iter(answers), list[str](), list[str]()

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(lines)

    return HumanPlayer(ask, told.append), asked, told


def test_a_square_is_a_move() -> None:
    player, asked, told = person(" F5 ")
    assert player.choose(Game(), UNTIMED) == F5
    assert asked == ["Black to move: "]
    assert told == []


def test_is_asked_again_until_the_move_is_legal() -> None:
    player, asked, told = person("", "hello", "i9", "a1", "pass", "d3")
    assert player.choose(Game(), UNTIMED) == D3
    assert len(asked) == 6
    assert len(told) == 5
    assert "legal moves: d3 c4 f5 e6" in told[3]


def test_can_resign() -> None:
    player, _, _ = person("f5", "Resign")
    game = Game()
    game.play(player.choose(game, UNTIMED))
    with pytest.raises(Resignation):
        player.choose(game, UNTIMED)


def test_the_referee_hears_a_resignation() -> None:
    player, _, _ = person("d3", "resign")
    record = play_game(player, make_player("greedy:seed=1"))
    assert record.result.reason is Reason.RESIGNATION
    assert record.result.score == -64
    assert len(record.game.moves()) == 2
