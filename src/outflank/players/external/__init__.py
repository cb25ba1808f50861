"""External programs as players, over GTP or the NBoard protocol.

Examples: ``gtp:/usr/games/gtp-rhino --level=5`` and ``nboard:depth=12 ./edax -nboard``. A program
that crashes, hangs, violates the protocol or moves illegally forfeits the game and is restarted
for the next.
"""

from outflank.players.external.gtp import GtpPlayer
from outflank.players.external.nboard import NBoardPlayer
from outflank.players.external.program import ProgramFailure, ProgramLate


def make_gtp(*, argument: str, seed: int | None) -> GtpPlayer:
    """A program that speaks GTP, started by the command line `argument`."""
    return GtpPlayer(argument)


def make_nboard(*, argument: str, seed: int | None) -> NBoardPlayer:
    """A program that speaks NBoard; `argument` is its command, optionally after ``depth=N``."""
    return NBoardPlayer(argument)


__all__ = [
    "GtpPlayer",
    "NBoardPlayer",
    "ProgramFailure",
    "ProgramLate",
    "make_gtp",
    "make_nboard",
]
