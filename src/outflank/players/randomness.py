"""Any player with random moves mixed in, so that deterministic ones play different games."""

from __future__ import annotations

from outflank.players.around import PlayerAround
from outflank.players.player import Clock, Player
from outflank.rules.game import Game
from outflank.rules.squares import Square
from outflank.search.chance import Chance


class RandomSometimes(PlayerAround):
    """Another player whose first moves are random, and any later one with some probability.

    `first` counts the player's own moves behind the opening, as they stand in the game: a move that
    was taken back is random again. `opening_moves` is the number of moves that the game began with,
    both sides counted. None takes for the opening what was played before the player is first asked
    in a game. `player` is the one within.
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
        # Independent of the player's own chance, which has the same seed.
        self._chance = Chance(seed, "random moves")

    def choose(self, game: Game, clock: Clock) -> Square:
        """A random move, or else the player's."""
        chance = self._chance.at(game.position)
        # Counted at every move: the first one asked for says where the opening ended.
        is_early = self._own_moves(game) < self._first
        if chance.random() < self._probability or is_early:
            return chance.choice(game.position.legal_moves())
        move = self.player.choose(game, clock)
        self.nodes = self.player.nodes
        return move

    def _own_moves(self, game: Game) -> int:
        """How many moves of the game behind the opening are the player's own."""
        movers = [node.mover for node in game.current.line() if not node.is_pass]
        if self._opening is None or len(movers) < self._opening:
            self._opening = len(movers)
        return movers[self._opening :].count(game.to_move)

    def game_over(self, game: Game) -> None:
        """Draw anew in the next game, and pass the end on."""
        self._opening = self._given_opening
        self._chance.next_game()
        super().game_over(game)
