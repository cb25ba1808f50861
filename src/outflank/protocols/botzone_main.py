"""Main function of a Botzone bot, optimised for a fast start."""

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
"""Botzone's time limit per move."""

STAND_IN = "plain"
"""Spec of the player that moves until the real one is loaded; it needs no kernels."""

TYPICAL_AGE_SECONDS = 0.1
"""Assumed start-up time before this module's import, if the system does not report it."""

_IMPORTED = time.monotonic()


def play(spec: str, *, seconds: float = MOVE_SECONDS, keeps_running: bool = False) -> None:
    """Answer requests on standard input and output, then end the process.

    Raises `OutflankError` for an invalid player or input.
    """
    player_spec = parse_spec(spec)
    if player_spec.kind.is_interactive:
        raise OutflankError(
            f"{spec} is interactive and cannot play on Botzone; name another player"
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
    # A thread may still be loading kernels; do not wait for it.
    os._exit(0)


def _stand_in(spec: PlayerSpec) -> str:
    """Spec of the stand-in, with the player's opening book."""
    book = {name: value for name, value in spec.given if name in ("book", "book_variety", "seed")}
    options = ",".join(f"{name}={format_value(value)}" for name, value in book.items())
    return f"{STAND_IN}:{options}" if options else STAND_IN


def process_age_seconds() -> float:
    """Age of this process in seconds, including Python's start-up."""
    try:
        # The 20th field after the name in brackets is the start time, in ticks since boot.
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return time.monotonic() - _IMPORTED + TYPICAL_AGE_SECONDS
