"""The process of a bot: from its start to its answer with as little in between as can be."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from outflank.errors import OutflankError
from outflank.players.making import make_player
from outflank.players.options import format_value
from outflank.players.spec import PlayerSpec, parse_spec
from outflank.protocols.botzone_session import BotzoneSession
from outflank.protocols.streams import take_standard_streams
from outflank.protocols.warming import WarmingPlayer

MOVE_SECONDS = 1.0
"""What Botzone allows for a move."""

STAND_IN = "plain"
"""Who answers until the player is loaded: it needs no kernels."""

TYPICAL_AGE_SECONDS = 0.1
"""How long it takes to get here, where the system does not say."""

_IMPORTED = time.monotonic()


def play(spec: str, *, seconds: float = MOVE_SECONDS, keeps_running: bool = False) -> None:
    """Answer on standard output what comes in on standard input, and end the process.

    Raises `OutflankError` for a player or input that makes no sense.
    """
    player_spec = parse_spec(spec)
    if player_spec.kind.is_interactive:
        raise OutflankError(
            f"{spec} cannot play on Botzone, where nobody asks; name another player"
        )
    player = WarmingPlayer(lambda: make_player(player_spec), make_player(_stand_in(player_spec)))
    session = BotzoneSession(
        player,
        *take_standard_streams(),
        seconds=seconds,
        seconds_used=process_age_seconds(),
        keeps_running=keeps_running,
    )
    session.run()
    if player.problem:
        print(f"outflank: {player.problem}", file=sys.stderr)
    player.close()
    sys.stderr.flush()
    # A thread may still be loading kernels, and nobody waits for them any more.
    os._exit(0)


def _stand_in(spec: PlayerSpec) -> str:
    """Who answers until the player is loaded, with the player's book, which is there at once."""
    book = {name: value for name, value in spec.given if name in ("book", "book_variety", "seed")}
    options = ",".join(f"{name}={format_value(value)}" for name, value in book.items())
    return f"{STAND_IN}:{options}" if options else STAND_IN


def process_age_seconds() -> float:
    """How long this process has been running, start-up of Python included."""
    try:
        # The twentieth field behind the name in brackets: when it began, in ticks since the boot.
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return time.monotonic() - _IMPORTED + TYPICAL_AGE_SECONDS
