"""Players that look one move ahead: the best by one measure, at random among equals."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square

Preference: TypeAlias = Callable[[Position, Square], int]
"""How much the player to move likes a legal move; only the order matters."""


class PreferencePlayer(Player):
    """Plays the legal move it prefers most, drawn with its own seed where several are equal."""

    def __init__(self, preference: Preference, *, seed: int | None = None) -> None:
        self._preference = preference
        self._chance = random.Random(seed)

    def choose(self, game: Game, clock: Clock) -> Square:
        """The preferred move."""
        position = game.position
        values = {move: self._preference(position, move) for move in position.legal_moves()}
        best = max(values.values())
        return self._chance.choice([move for move, value in values.items() if value == best])
