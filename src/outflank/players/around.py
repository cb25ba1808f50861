"""Base class of wrappers: players that contain another player and choose some moves themselves."""

from __future__ import annotations

from outflank.players.player import Player
from outflank.rules.game import Game


class PlayerAround(Player):
    """A player that wraps another one, `player`, and lets it choose some or all of the moves."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def game_over(self, game: Game) -> None:
        """Pass the end of the game on to the wrapped player."""
        self.player.game_over(game)

    def close(self) -> None:
        """Close the wrapped player."""
        self.player.close()


def innermost(player: Player) -> Player:
    """The player inside all wrappers; `player` itself if it is not a wrapper."""
    while isinstance(player, PlayerAround):
        player = player.player
    return player
