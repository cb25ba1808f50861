"""Other programs as players: any that speaks GTP or the NBoard protocol.

``gtp:/usr/games/gtp-rhino --level=5`` and ``nboard:depth=12 ./edax -nboard`` are players like all
others. A program that crashes, hangs, talks nonsense or moves illegally fails at that turn, which
loses it the game, and is started afresh for the next.
"""

from outflank.players.external.gtp import GtpPlayer
from outflank.players.external.nboard import NBoardPlayer
from outflank.players.external.program import ProgramFailure, ProgramLate


def make_gtp(*, argument: str, seed: int | None) -> GtpPlayer:
    """A program that speaks GTP, started by the command line `argument`."""
    return GtpPlayer(argument)


def make_nboard(*, argument: str, seed: int | None) -> NBoardPlayer:
    """A program that speaks NBoard: its command line, perhaps with ``depth=N`` before it."""
    return NBoardPlayer(argument)


__all__ = [
    "GtpPlayer",
    "NBoardPlayer",
    "ProgramFailure",
    "ProgramLate",
    "make_gtp",
    "make_nboard",
]
