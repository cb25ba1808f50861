"""External programs as players, by the protocol GTP or NBoard.

Examples of specs: ``gtp:/usr/games/gtp-rhino --level=5`` and ``nboard:depth=12 ./edax -nboard``. A
program that crashes, hangs, violates the protocol or makes an illegal move forfeits the game, and
is restarted for the next game.
"""

from outflank.players.external.gtp import GtpPlayer
from outflank.players.external.nboard import NBoardPlayer
from outflank.players.external.program import ProgramFailure, ProgramLate


def make_gtp(*, argument: str, seed: int | None) -> GtpPlayer:
    """A player that runs a GTP program; `argument` is its command line, `seed` is ignored."""
    return GtpPlayer(argument)


def make_nboard(*, argument: str, seed: int | None) -> NBoardPlayer:
    """A player that runs an NBoard program; `seed` is ignored.

    `argument` is its command line, optionally preceded by ``depth=N``.
    """
    return NBoardPlayer(argument)


__all__ = [
    "GtpPlayer",
    "NBoardPlayer",
    "ProgramFailure",
    "ProgramLate",
    "make_gtp",
    "make_nboard",
]
