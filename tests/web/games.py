"""Games for tests of the web app."""

from __future__ import annotations

import random

from outflank import PASS, Game
from outflank.rules.squares import Square


def game_before_pass(seed: int = 1) -> tuple[Game, Square]:
    """A game, and a move after which the other side must pass but the game goes on."""
    chance = random.Random(seed)
    while True:
        game = Game()
        while not game.is_over():
            for move in game.position.legal_moves():
                child = game.position.play(move)
                if child.must_pass() and move != PASS:
                    return game, move
            game.play(chance.choice(game.position.legal_moves()))


def random_game(seed: int) -> Game:
    """A whole game of random moves."""
    chance = random.Random(seed)
    game = Game()
    while not game.is_over():
        game.play(chance.choice(game.position.legal_moves()))
    return game
