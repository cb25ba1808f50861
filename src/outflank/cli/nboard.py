"""`outflank nboard`: let other programs use any player over the NBoard protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.cli.conversation import PlayerOption, converse
from outflank.protocols.defaults import DEFAULT_PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.players.player import Player
    from outflank.protocols.streams import Send


def nboard(player: PlayerOption = DEFAULT_PLAYER) -> None:
    """Play and analyse over the NBoard protocol on standard input and output."""

    def talk(made: Player, lines: Iterable[bytes], send: Send) -> None:
        from outflank.protocols.nboard_session import NBoardSession

        NBoardSession(made, lines, send).run()

    converse(player, talk)
