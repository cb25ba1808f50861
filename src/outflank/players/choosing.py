"""Players that choose the best move by a one-ply preference, at random among equals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square
from outflank.search.chance import Chance

Preference: TypeAlias = Callable[[Position, Square], int]
"""Value of a legal move for the side to move; only the order matters."""


class PreferencePlayer(Player):
    """Plays the legal move with the highest preference; ties are broken at random with `seed`."""

    def __init__(self, preference: Preference, *, seed: int | None = None) -> None:
        self._preference = preference
        self._chance = Chance(seed)

    def choose(self, game: Game, clock: Clock) -> Square:
        """The preferred move."""
        position = game.position
        values = {move: self._preference(position, move) for move in position.legal_moves()}
        best = max(values.values())
        equals = [move for move, value in values.items() if value == best]
        return self._chance.at(position).choice(equals)

    def game_over(self, game: Game) -> None:
        """Draw new random numbers for the next game."""
        self._chance.next_game()
