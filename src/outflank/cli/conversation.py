"""Run a player on standard input and output, for `outflank gtp` and `outflank nboard`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from outflank.players.player import Player
    from outflank.protocols.streams import Send

PlayerOption: TypeAlias = Annotated[
    str, typer.Option("--player", metavar="SPEC", help="Player: see outflank players.")
]

Talk: TypeAlias = "Callable[[Player, Iterable[bytes], Send], None]"
"""Runs a protocol: called with a player, input lines and a function that sends output.

It answers the lines until the input ends.
"""


def converse(player: str, talk: Talk) -> None:
    """Make the player with the spec `player` and run `talk` on standard input and output."""
    from outflank.cli.warmup import load_kernels
    from outflank.errors import OutflankError
    from outflank.players.making import make_player
    from outflank.players.spec import parse_spec
    from outflank.protocols.streams import take_standard_streams
    from outflank.protocols.thinking import Unstoppable

    spec = parse_spec(player)
    if spec.kind.is_interactive:
        raise OutflankError(f"{player} is interactive and cannot play here; name another player")
    if spec.kind.is_compiled:
        load_kernels()
    made = make_player(spec)
    is_stuck = False
    try:
        talk(made, *take_standard_streams())
    except BrokenPipeError:
        pass  # the other program has exited
    except Unstoppable:
        is_stuck = True
    finally:
        with suppress(Exception):  # a user-defined player may have no working close()
            made.close()
    if is_stuck:
        os._exit(0)
