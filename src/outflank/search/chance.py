"""Chance that can be repeated: random numbers decided by a seed and a position."""

from __future__ import annotations

import random

from outflank.rules.position import Position


class Chance:
    """A source of random numbers for every position.

    With a seed, a position has the same numbers whenever it is asked for in a game: a player made
    for one move chooses as a player kept for the whole game does, also after moves were taken back
    or the program was started again. `next_game` changes the numbers of all positions, so that a
    player that is kept for several games plays different ones. Without a seed the numbers differ
    every time. Sources with the same seed and another `purpose` are independent.
    """

    def __init__(self, seed: int | None, purpose: str = "move") -> None:
        self._seed = seed
        self._purpose = purpose
        self._games_over = 0
        self._unseeded = random.Random()

    def at(self, position: Position) -> random.Random:
        """The random numbers of a position."""
        if self._seed is None:
            return self._unseeded
        board = f"{position.player:016x} {position.opponent:016x}"
        return random.Random(f"{self._purpose} {self._seed} {self._games_over} {board}")

    def next_game(self) -> None:
        """Give every position other numbers from now on."""
        self._games_over += 1
