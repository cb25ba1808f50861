"""Repeatable randomness: random numbers that depend only on a seed and a position."""

from __future__ import annotations

import random

from outflank.rules.position import Position


class Chance:
    """A source of random numbers for each position.

    With a seed, a position always gets the same random numbers within a game. So a player created
    for one move chooses the same move as one that has played the whole game, also after undo or a
    restart of the program. `next_game` changes the numbers of all positions, so that a player used
    for several games varies its play. Without a seed the numbers differ every time. Sources with
    the same seed but a different `purpose` are independent.
    """

    def __init__(self, seed: int | None, purpose: str = "move") -> None:
        self._seed = seed
        self._purpose = purpose
        self._games_over = 0
        self._unseeded = random.Random()

    def at(self, position: Position) -> random.Random:
        """The random number generator for `position`."""
        if self._seed is None:
            return self._unseeded
        board = f"{position.player:016x} {position.opponent:016x}"
        return random.Random(f"{self._purpose} {self._seed} {self._games_over} {board}")

    def next_game(self) -> None:
        """Call between two games: from now on, every position has different random numbers."""
        self._games_over += 1
