"""Players around players: what they have in common, and how to get to the one within."""

from __future__ import annotations

from outflank.players.player import Player
from outflank.rules.game import Game


class PlayerAround(Player):
    """A player that leaves some or all of its moves to another, `player`."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def game_over(self, game: Game) -> None:
        """Pass the end on."""
        self.player.game_over(game)

    def close(self) -> None:
        """Close the player within."""
        self.player.close()


def innermost(player: Player) -> Player:
    """The player itself, or the one within all others."""
    while isinstance(player, PlayerAround):
        player = player.player
    return player
