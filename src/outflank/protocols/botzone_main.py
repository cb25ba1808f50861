"""Main function of a Botzone bot, optimised for a fast start."""

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
"""Botzone's time limit per move in seconds."""

STAND_IN = "plain"
"""Spec of the player that moves until the real one is loaded; it needs no compiled kernels."""

TYPICAL_AGE_SECONDS = 0.1
"""Assumed seconds from the start of the process to the import of this module, where the operating
system does not report it."""

_IMPORTED = time.monotonic()


def play(spec: str, *, seconds: float = MOVE_SECONDS, keeps_running: bool = False) -> None:
    """Play as a Botzone bot on standard input and output, then end the process.

    `spec` names the player, `seconds` is its time per move. With `keeps_running` the process
    answers all turns of a game, else only one. Raises `OutflankError` for an invalid player or
    input.
    """
    player_spec = parse_spec(spec)
    if player_spec.kind.is_interactive:
        raise OutflankError(
            f"{spec} is interactive and cannot play on Botzone; name another player"
        )
    # Games on Botzone begin at the start position, but this process may start in mid-game.
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
    # A thread may still be loading kernels; do not wait for it.
    os._exit(0)


def stand_in_of(spec: PlayerSpec) -> str:
    """Spec of the stand-in for the player `spec`, with its opening book and random moves."""
    values = spec.values
    options = ",".join(
        f"{option.name}={format_value(values[option.name])}"
        for option in COMMON_OPTIONS
        if values.get(option.name, option.default) != option.default
    )
    return f"{STAND_IN}:{options}" if options else STAND_IN


def process_age_seconds() -> float:
    """Age of this process in seconds, including Python's start-up."""
    try:
        # The 20th field after the name in brackets is the start time, in ticks since boot.
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return time.monotonic() - _IMPORTED + TYPICAL_AGE_SECONDS
