"""Disc difference: what wins the game, and the worst guide before its end."""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import kernel


@kernel("i8(u8,u8)")
def discs(player: int, opponent: int) -> int:
    """The player's discs less the opponent's."""
    return popcount(player) - popcount(opponent)
