"""Players that rank the legal moves without looking further ahead; ties are broken at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.chance import Chance

Preference: TypeAlias = Callable[[Position, Square], int]
"""A function that ranks a legal move of a position; the move with the greatest value is played."""


class PreferencePlayer(Player):
    """Plays the legal move with the greatest preference; ties are broken at random by `seed`."""

    def __init__(self, preference: Preference, *, seed: int | None = None) -> None:
        self._preference = preference
        self._chance = Chance(seed)

    def choose(self, game: Game, clock: Clock) -> Square:
        """Choose the legal move with the greatest preference."""
        position = game.position
        values = {move: self._preference(position, move) for move in position.legal_moves()}
        best = max(values.values())
        equals = [move for move, value in values.items() if value == best]
        return self._chance.at(position).choice(equals)

    def game_over(self, game: Game) -> None:
        """Change the random numbers for the next game."""
        self._chance.next_game()
