"""A small base of games between people who draw their moves, and a program."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from outflank.formats.wthor import write_base
from outflank.rules.game import WHITE, Game
from outflank.rules.position import Position
from outflank.rules.squares import CORNERS, Square

NAMES = ("Weak Willy", "Fair Fanny", "Strong Stan", "Robot (maker)")
SKILLS = (0.0, 0.4, 1.0, 0.4)
"""How often each of them thinks before a move."""

GAMES = 60


def harm(position: Position, move: Square) -> tuple[bool, int]:
    """A corner is best, then to leave the fewest replies."""
    return not CORNERS >> move & 1, position.play(move).legal_mask.bit_count()


def write_small_base(path: Path, seed: int = 1) -> None:
    """Games in which a player's skill is the share of good moves: a corner, then few replies."""
    chance = random.Random(seed)
    games = []
    for _ in range(GAMES):
        black, white = chance.sample(range(len(NAMES)), 2)
        game = Game()
        while not game.is_over():
            moves = game.position.legal_moves()
            skill = SKILLS[white if game.to_move is WHITE else black]
            if chance.random() < skill:
                moves = (min(moves, key=partial(harm, game.position)),)
            game.play(chance.choice(moves))
        game.tags.update(black=NAMES[black], white=NAMES[white])
        games.append(game)
    write_base(path, games)
