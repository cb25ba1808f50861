"""A player that chooses as people do, and errs as they do."""

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
    """Draws its move with the probabilities that people of one strength would play it with.

    Looking takes a few milliseconds. Where the clock, or `time`, gives less, the deepest look that
    was complete decides.
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
        """A move drawn by chance."""
        position = game.position
        seconds = search_limit(self.limit, clock, position).seconds
        moves, rows = self._perception.see(
            position, last_move_of(game), seconds, self._habits.looks
        )
        shares = self._habits.probabilities(position.empty_count, rows)
        self.nodes = self._perception.nodes
        return self._chance.at(position).choices(moves, shares.tolist())[0]

    def game_over(self, game: Game) -> None:
        """Draw anew in the next game."""
        self._chance.next_game()


def last_move_of(game: Game) -> Square | None:
    """The opponent's last move at the cursor, or None at the start and after a pass."""
    node = game.current
    return None if node.parent is None or node.is_pass else node.move
