"""The contract of every registered player.

A player of a new kind is tested here by itself; one that takes an argument needs an example.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from outflank.arena.referee import play_game
from outflank.play.copies import copy_of, is_unaltered
from outflank.players import Clock, Player, PlayerKind, all_players, make_player
from outflank.players.human import HumanPlayer
from outflank.rules.game import BLACK, WHITE, Game, Reason
from outflank.rules.position import Position
from outflank.rules.squares import SQUARE_NAMES
from tests.positions import custom_positions, random_play_positions

HOSTILE = Path(__file__).parents[1] / "arena" / "hostile.py"

_OUTFLANK = f"{sys.executable} -m outflank"

ARGUMENTS = {
    "python": f"{HOSTILE}:Honest",
    "gtp": f"{_OUTFLANK} gtp --player python:{HOSTILE}:Honest",
    "nboard": f"{_OUTFLANK} nboard --player python:{HOSTILE}:Honest",
}
"""An example for every player that takes an argument."""

MOVE_SECONDS = 1.0
LATE_SECONDS = 0.05

KINDS = [pytest.param(kind, id=kind.name) for kind in all_players()]


def example(kind: PlayerKind, seed: int) -> Player:
    """A player of this kind whose answers depend on the seed alone, and soon come."""
    if kind.is_interactive:
        # A person who tries one square after another until one is legal.
        answers = cycle(SQUARE_NAMES)
        return HumanPlayer(ask=lambda prompt: next(answers), tell=lambda line: None)
    if kind.takes_argument:
        return make_player(f"{kind.name}:{ARGUMENTS[kind.name]}", seed=seed)
    limits = {"depth": "depth=3", "nodes": "nodes=3000"}
    given = [limits[option.name] for option in kind.options if option.name in limits]
    return make_player(f"{kind.name}:{','.join(given)}", seed=seed)


def games() -> Iterator[Game]:
    """Games at every kind of position where somebody has to move."""
    # All of some games, from the start to the last empty square; with forced passes among them.
    for number, board in enumerate(random_play_positions(seed=1, games=2)):
        yield Game(Position(*board), BLACK if number % 2 else WHITE)
    # Boards that play does not reach, most of them with many moves.
    for board in custom_positions(seed=2, count=60):
        yield Game(Position(*board), WHITE)
    # A record with moves in it, seen at its end and in its middle.
    game = Game.from_moves(["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"])
    yield copy_of(game)
    game.undo()
    game.undo()
    yield game
    # One more legal move than any game has.
    yield Game(Position(0x602137042065110A, 0x0052002250106200), BLACK)


def games_to_move() -> list[Game]:
    return [game for game in games() if not game.is_over()]


def test_the_positions_are_of_every_kind() -> None:
    positions = [game.position for game in games_to_move()]
    choices = [len(position.legal_moves()) for position in positions]
    assert min(choices) == 1
    assert max(choices) == 34
    assert min(position.empty_count for position in positions) == 1
    assert any(game.current.is_pass for game in games_to_move())


@pytest.mark.parametrize("kind", KINDS)
def test_answers_are_legal_in_time_and_leave_the_game_alone(kind: PlayerKind) -> None:
    player = example(kind, seed=1)
    for game in games_to_move():
        copy = copy_of(game)
        started = time.process_time()
        move = player.choose(copy, Clock(move_seconds=MOVE_SECONDS))
        assert time.process_time() - started < MOVE_SECONDS + LATE_SECONDS
        assert move in game.position.legal_moves()
        assert is_unaltered(copy, game)
    player.close()


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_answers(kind: PlayerKind) -> None:
    answers = []
    for _ in range(2):
        player = example(kind, seed=7)
        answers.append([player.choose(game, Clock()) for game in games_to_move()])
        player.close()
    assert answers[0] == answers[1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("colour", [BLACK, WHITE], ids=str)
def test_plays_whole_games(kind: PlayerKind, colour: object) -> None:
    player, opponent = example(kind, seed=3), make_player("random", seed=4)
    players = (player, opponent) if colour is BLACK else (opponent, player)
    record = play_game(*players)
    assert record.result.reason is Reason.COUNTED, record.detail
    assert record.game.is_over()
    player.close()


@pytest.mark.parametrize("kind", KINDS)
def test_has_a_name_and_says_what_it_does(kind: PlayerKind) -> None:
    player = example(kind, seed=1)
    assert player.name
    assert player.nodes == 0
    assert kind.help
    assert "\n" not in kind.help
    player.close()
