"""Players, and the spec strings that describe them.

>>> from outflank import Game
>>> from outflank.players import UNTIMED, make_player
>>> make_player("roxanne:seed=1").choose(Game(), UNTIMED) in Game().position.legal_moves()
True
"""

from outflank.players.kind import PlayerKind
from outflank.players.making import make_player
from outflank.players.player import UNTIMED, Clock, Player, Resignation
from outflank.players.registry import all_players
from outflank.players.spec import PlayerSpec, parse_spec

__all__ = [
    "UNTIMED",
    "Clock",
    "Player",
    "PlayerKind",
    "PlayerSpec",
    "Resignation",
    "all_players",
    "make_player",
    "parse_spec",
]
