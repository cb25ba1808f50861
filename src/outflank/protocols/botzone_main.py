"""The process of a bot: from its start to its answer with as little in between as can be."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from outflank.errors import OutflankError
from outflank.players.making import make_player
from outflank.players.options import COMMON_OPTIONS, format_value
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
    # Games on Botzone begin at the start, and this process may be asked in the middle of one.
    player = WarmingPlayer(
        lambda: make_player(player_spec, opening_moves=0),
        make_player(stand_in_of(player_spec), opening_moves=0),
    )
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


def stand_in_of(spec: PlayerSpec) -> str:
    """Who answers until the player is loaded: with its book, and as random as it is."""
    values = spec.values
    options = ",".join(
        f"{option.name}={format_value(values[option.name])}"
        for option in COMMON_OPTIONS
        if values.get(option.name, option.default) != option.default
    )
    return f"{STAND_IN}:{options}" if options else STAND_IN


def process_age_seconds() -> float:
    """How long this process has been running, start-up of Python included."""
    try:
        # The twentieth field behind the name in brackets: when it began, in ticks since the boot.
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return time.monotonic() - _IMPORTED + TYPICAL_AGE_SECONDS
