"""The engine against itself through every protocol: whole games, each side a process of its own."""

from __future__ import annotations

import json
import random
import sys

import pytest

from outflank.arena.match import play_match
from outflank.arena.summary import summarise
from outflank.protocols.botzone import KEEP_RUNNING
from outflank.rules.game import BLACK, WHITE, Colour, Game
from outflank.rules.squares import PASS
from tests.protocols.talking import Talk

PLAYER = "engine:level=8"
GAMES = 20


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_twenty_games(protocol: str) -> None:
    # NBoard sets the depth; GTP leaves the level as it is.
    depth = "depth=8 " if protocol == "nboard" else ""
    spec = f"{protocol}:{depth}{sys.executable} -m outflank {protocol} --player {PLAYER}"
    result = play_match(spec, spec, games=GAMES, seed=1)
    assert len(result.games) == GAMES
    assert summarise(result).forfeits == ()
    assert any(PASS in game.game().moves() for game in result.games)


@pytest.mark.slow
def test_twenty_games_on_botzone() -> None:
    passes = 0
    for seed in range(GAMES):
        with (
            Talk("botzone", "--keep-running", "--time", "10", "--player", f"{PLAYER}") as black,
            Talk("botzone", "--keep-running", "--time", "10", "--player", f"{PLAYER}") as white,
        ):
            game = judge({BLACK: black, WHITE: white}, random.Random(seed))
            assert game.is_over()
            passes += game.moves().count(PASS)
            assert black.finish() == []
            assert white.finish() == []
    assert passes > 0


def judge(talks: dict[Colour, Talk], chance: random.Random) -> Game:
    """A game of two bots after a random opening of eight moves, in Botzone's way."""
    game = Game()
    history: dict[Colour, dict[str, list[dict[str, int]]]] = {
        BLACK: {"requests": [point(PASS)], "responses": []},
        WHITE: {"requests": [], "responses": []},
    }
    turn = BLACK
    for _ in range(8):
        move = chance.choice(game.position.legal_moves())
        game.play(move)
        assert not game.current.is_pass
        history[turn]["responses"].append(point(move))
        history[turn.other]["requests"].append(point(move))
        turn = turn.other
    is_told = {BLACK: False, WHITE: False}
    while not game.is_over():
        message = history[turn] if not is_told[turn] else history[turn]["requests"][-1]
        talks[turn].send(json.dumps(message))
        is_told[turn] = True
        answer = json.loads(str(talks[turn].line()))["response"]
        assert talks[turn].line() == KEEP_RUNNING
        if game.to_move is turn:
            game.play(answer["y"] * 8 + answer["x"])
        else:
            assert answer == point(PASS)
        history[turn]["responses"].append(answer)
        history[turn.other]["requests"].append(answer)
        turn = turn.other
    return game


def point(move: int) -> dict[str, int]:
    return {"x": -1, "y": -1} if move == PASS else {"x": move % 8, "y": move // 8}
