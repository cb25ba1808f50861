"""Mobility: the more legal moves a side has, the less likely it is forced into a bad one."""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.jit import kernel
from outflank.kernels.moves import vector_legal_moves


@kernel("i8(u8,u8)")
def mobility(player: int, opponent: int) -> int:
    """The player's number of legal moves minus the number that the
    opponent would have on its turn.
    """
    return popcount(vector_legal_moves(player, opponent)) - popcount(
        vector_legal_moves(opponent, player)
    )
