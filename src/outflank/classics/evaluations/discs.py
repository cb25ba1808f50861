"""Disc difference: it decides the game, and is the worst evaluation before the end."""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import kernel


@kernel("i8(u8,u8)")
def discs(player: int, opponent: int) -> int:
    """The number of the player's discs minus that of the opponent's."""
    return popcount(player) - popcount(opponent)
