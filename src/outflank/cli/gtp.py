"""`outflank gtp`: let programs such as GoGui and Quarry use any player over GTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.cli.conversation import PlayerOption, converse
from outflank.protocols.defaults import DEFAULT_PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.players.player import Player
    from outflank.protocols.streams import Send


def gtp(player: PlayerOption = DEFAULT_PLAYER) -> None:
    """Play over the Go Text Protocol on standard input and output."""

    def talk(made: Player, lines: Iterable[bytes], send: Send) -> None:
        from outflank.protocols.gtp_session import GtpSession
        from outflank.version import installed_version

        GtpSession(made, lines, send, version=installed_version()).run()

    converse(player, talk)
