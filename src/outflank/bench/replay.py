"""Speed of replaying recorded games."""

from __future__ import annotations

import random

import numpy as np

from outflank.bench.timing import Measurement, best_seconds
from outflank.kernels.replay import NO_MOVE, replay
from outflank.rules.game import Game
from outflank.rules.squares import PASS

GAMES = 20_000


def measure() -> list[Measurement]:
    """Replay one random game 20,000 times with the kernel; compare with the rules in Python."""
    moves = _random_game()
    rows = np.full((GAMES, 60), NO_MOVE, dtype=np.uint8)
    rows[:, : len(moves)] = moves
    illegal = np.zeros(GAMES, dtype=np.int16)
    scores = np.zeros(GAMES, dtype=np.int16)
    finished = np.zeros(GAMES, dtype=np.bool_)
    compiled, plain = best_seconds(
        lambda: replay(rows, illegal, scores, finished), lambda: Game.from_moves(moves)
    )
    return [
        Measurement(
            what="recorded games, against plain Python",
            value=GAMES / compiled / 1e3,
            unit="thousand games/s",
            ratio=plain * GAMES / compiled,
        )
    ]


def _random_game() -> list[int]:
    choice = random.Random(1)
    game = Game()
    while not game.is_over():
        game.play(choice.choice(game.position.legal_moves()))
    return [move for move in game.moves() if move != PASS]
