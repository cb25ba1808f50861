"""Mobility: who can move can choose, and who cannot must give corners away."""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import kernel
from outflank.kernels.moves import vector_legal_moves


@kernel("i8(u8,u8)")
def mobility(player: int, opponent: int) -> int:
    """The player's legal moves less those that the opponent would have."""
    return popcount(vector_legal_moves(player, opponent)) - popcount(
        vector_legal_moves(opponent, player)
    )
