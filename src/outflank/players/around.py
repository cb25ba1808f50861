"""Base class of players that wrap another player."""

from __future__ import annotations

from outflank.players.player import Player
from outflank.rules.game import Game


class PlayerAround(Player):
    """A player that delegates some or all moves to the wrapped `player`."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def game_over(self, game: Game) -> None:
        """Notify the wrapped player."""
        self.player.game_over(game)

    def close(self) -> None:
        """Close the wrapped player."""
        self.player.close()


def innermost(player: Player) -> Player:
    """The player without its wrappers."""
    while isinstance(player, PlayerAround):
        player = player.player
    return player
