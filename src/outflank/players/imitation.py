"""A player that imitates people, including their mistakes."""

from __future__ import annotations

from outflank.engine.choice import Habits
from outflank.engine.perception import Perception
from outflank.players.player import Clock, Player
from outflank.players.timing import search_limit
from outflank.rules.game import Game
from outflank.rules.squares import Square
from outflank.search.chance import Chance
from outflank.search.limit import Limit


class ImitationPlayer(Player):
    """Chooses a move at random, with the probabilities of people of one strength (`habits`).

    `perception` computes the features of the moves, which takes a few milliseconds. If the clock or
    `time` (in seconds) allows less, the features of the deepest search completed until then are
    used.
    """

    def __init__(
        self,
        habits: Habits,
        perception: Perception,
        *,
        time: float | None = None,
        seed: int | None = None,
    ) -> None:
        self.limit = Limit(seconds=time)
        self._habits = habits
        self._perception = perception
        self._chance = Chance(seed)

    def choose(self, game: Game, clock: Clock) -> Square:
        """Choose a move at random by the probabilities of the model."""
        position = game.position
        seconds = search_limit(self.limit, clock, position).seconds
        moves, rows = self._perception.see(
            position, last_move_of(game), seconds, self._habits.looks
        )
        shares = self._habits.probabilities(position.empty_count, rows)
        self.nodes = self._perception.nodes
        return self._chance.at(position).choices(moves, shares.tolist())[0]

    def game_over(self, game: Game) -> None:
        """Change the random numbers for the next game."""
        self._chance.next_game()


def last_move_of(game: Game) -> Square | None:
    """The opponent's last move before the cursor; None at the start of the game or after a pass."""
    node = game.current
    return None if node.parent is None or node.is_pass else node.move
