"""Fixed pseudo-random positions for measuring searches."""

from __future__ import annotations

import random

from outflank.rules.position import Position


def sample_position(plies: int, number: int) -> Position:
    """Position `number` after `plies` random moves, in which several moves are legal."""
    chance = random.Random(f"sample {plies} {number}")
    while True:
        position = Position.start()
        for _ in range(plies):
            if position.is_over():
                break
            position = position.play(chance.choice(position.legal_moves()))
        if len(position.legal_moves()) > 1:
            return position


def sample_positions(plies: list[int], each: int) -> list[Position]:
    """`each` sample positions for every number of random moves in `plies`."""
    return [sample_position(count, number) for count in plies for number in range(each)]
