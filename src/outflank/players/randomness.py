"""A wrapper that plays some moves at random, so that deterministic players vary their games."""

from __future__ import annotations

from outflank.players.around import PlayerAround
from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.squares import Square
from outflank.search.chance import Chance


class RandomSometimes(PlayerAround):
    """Plays the `first` moves of a game at random, later ones with `probability`; else the wrapped
    player moves.

    `first` counts only this side's moves after the opening that are still in the game, so a move
    that was taken back is random again. `opening_moves` is the length of the opening in moves of
    both sides; None means everything played before the first call of `choose` in a game.
    """

    def __init__(
        self,
        player: Player,
        *,
        first: int = 0,
        probability: float = 0.0,
        seed: int | None = None,
        opening_moves: int | None = None,
    ) -> None:
        super().__init__(player)
        self._first = first
        self._probability = probability
        self._given_opening = self._opening = opening_moves
        # Independent of the wrapped player's random numbers, which have the same seed.
        self._chance = Chance(seed, "random moves")

    def choose(self, game: Game, clock: Clock) -> Square:
        """Choose a random move, or let the wrapped player choose."""
        chance = self._chance.at(game.position)
        # Counted at every call: the first call fixes where the opening ended.
        is_early = self._own_moves(game) < self._first
        if chance.random() < self._probability or is_early:
            return chance.choice(game.position.legal_moves())
        move = self.player.choose(game, clock)
        self.nodes = self.player.nodes
        return move

    def _own_moves(self, game: Game) -> int:
        """The number of moves that this side has made after the opening."""
        movers = [node.mover for node in game.current.line() if not node.is_pass]
        if self._opening is None or len(movers) < self._opening:
            self._opening = len(movers)
        return movers[self._opening :].count(game.to_move)

    def game_over(self, game: Game) -> None:
        """Change the random numbers for the next game, and tell the wrapped player."""
        self._opening = self._given_opening
        self._chance.next_game()
        super().game_over(game)
