"""Games for conversations."""

from __future__ import annotations

import random

from outflank.rules.game import Game


def game_with_a_pass(seed: int = 1) -> Game:
    """A game that has just made a forced pass, with moves left for the other side."""
    chance = random.Random(seed)
    while True:
        game = Game()
        while not game.is_over():
            game.play(chance.choice(game.position.legal_moves()))
            if game.current.is_pass and game.position.empty_count > 4:
                return game
