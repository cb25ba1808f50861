"""Positions to search, by phase of the game, and those that are awkward.

Random games take time, so each list is made once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from outflank.rules.position import Position
from outflank.rules.squares import B1, C1, G1, H1, PASS
from tests.positions import custom_positions, random_play_positions

WIDEST = Position(0x48102480261C1000, 0x006E024208622A00)
"""35 legal moves; play reaches 33 at most."""

ONE_MOVE = Position(1 << B1, 1 << C1)
"""d1 is the only move, and it ends the game."""

FORCED_PASS = Position(1 << G1, 1 << H1)
"""Only the opponent can move, on f1, which ends the game."""

ONE_EMPTY = Position(0x5555555555555554, 0xAAAAAAAAAAAAAAAA)
"""Columns of each side in turns; a1 is empty."""


@cache
def playable(seed: int, games: int, discs: range) -> list[Position]:
    """Unfinished positions of random games with numbers of discs in `discs`."""
    return [
        position
        for position in (Position(*pair) for pair in random_play_positions(seed, games))
        if position.occupied.bit_count() in discs and not position.is_over()
    ]


@cache
def sample(seed: int, count: int, discs: range) -> list[Position]:
    """`count` such positions, each from another game."""
    chance = random.Random(seed)
    return [
        chance.choice(found)
        for game in range(count)
        if (found := playable(1000 * seed + game, 1, discs))
    ]


@cache
def passing(seed: int, count: int) -> list[Position]:
    """`count` positions of random games where the player to move must pass."""
    found: list[Position] = []
    game = 0
    while len(found) < count:
        found += [
            position
            for position in playable(1000 * seed + game, 1, range(5, 64))
            if position.must_pass()
        ]
        game += 1
    return found[:count]


@cache
def before_passing(seed: int, count: int) -> list[Position]:
    """`count` positions whose only move leaves the opponent without one."""
    found: list[Position] = []
    game = 0
    while len(found) < count:
        for position in playable(1000 * seed + game, 1, range(5, 64)):
            moves = position.legal_moves()
            if len(moves) == 1 and moves != (PASS,) and position.play(moves[0]).must_pass():
                found.append(position)
        game += 1
    return found[:count]


def custom(seed: int, count: int) -> Iterator[Position]:
    """Boards that play does not reach, those where the game is over left out."""
    for pair in custom_positions(seed, count):
        position = Position(*pair)
        if not position.is_over():
            yield position
