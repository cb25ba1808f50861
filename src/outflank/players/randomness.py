"""Any player with random moves mixed in, so that deterministic ones play different games."""

from __future__ import annotations

import random

from outflank.players.player import Clock, Player
from outflank.rules.game import Colour, Game
from outflank.rules.squares import Square


class RandomSometimes(Player):
    """Another player whose first moves are random, and any later one with some probability.

    `first` counts from the move that it is first asked for, behind an opening if there is one; a
    move that was taken back is random again. `player` is the one within.
    """

    def __init__(
        self, player: Player, *, first: int = 0, probability: float = 0.0, seed: int | None = None
    ) -> None:
        self.player = player
        self._first = first
        self._probability = probability
        self._moves_before: int | None = None
        # Another stream than the player's own, which has the same seed.
        self._chance = random.Random(None if seed is None else f"random moves {seed}")

    def choose(self, game: Game, clock: Clock) -> Square:
        """A random move, or else the player's."""
        # Drawn every time, so that the stream does not depend on how the game went.
        by_chance = self._chance.random() < self._probability
        if by_chance or self._own_moves(game) < self._first:
            return self._chance.choice(game.position.legal_moves())
        move = self.player.choose(game, clock)
        self.nodes = self.player.nodes
        return move

    def _own_moves(self, game: Game) -> int:
        """How many moves it has made itself, as far as they were not taken back."""
        made = _moves_made(game, game.to_move)
        if self._moves_before is None or made < self._moves_before:
            self._moves_before = made
        return made - self._moves_before

    def game_over(self, game: Game) -> None:
        """Pass the end on."""
        self._moves_before = None
        self.player.game_over(game)

    def close(self) -> None:
        """Close the player within."""
        self.player.close()


def _moves_made(game: Game, colour: Colour) -> int:
    return sum(not node.is_pass and node.mover is colour for node in game.current.line())
