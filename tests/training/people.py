"""A small base of games between people who draw their moves, and a program."""

from __future__ import annotations

import random
from pathlib import Path

from outflank.formats.wthor import write_base
from outflank.rules.game import Game

NAMES = ("Weak Willy", "Fair Fanny", "Strong Stan", "Robot (maker)")
GAMES = 60


def write_small_base(path: Path, seed: int = 1) -> None:
    """Games of which the later name of the list wins most, as it leaves fewer replies."""
    chance = random.Random(seed)
    games = []
    for _ in range(GAMES):
        black, white = chance.sample(range(len(NAMES)), 2)
        game = Game()
        while not game.is_over():
            moves = game.position.legal_moves()
            skill = (black, white)[str(game.to_move) == "White"] / len(NAMES)
            if chance.random() < skill:
                position = game.position
                moves = (min(moves, key=lambda m: position.play(m).legal_mask.bit_count()),)
            game.play(chance.choice(moves))
        game.tags.update(black=NAMES[black], white=NAMES[white])
        games.append(game)
    write_base(path, games)
