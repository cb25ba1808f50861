"""The evaluation of report 001: discs, mobility, corners,
turnable discs, and a bonus for a won game.
"""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.features import turnable
from outflank.kernels.jit import kernel, u64
from outflank.kernels.moves import vector_legal_moves
from outflank.rules import squares

CORNERS = u64(squares.CORNERS)
MOBILITY_WEIGHT = 8
CORNER_WEIGHT = 300
DECIDED = 5000


@kernel("i8(u8,u8)")
def corners(player: int, opponent: int) -> int:
    """The evaluation of report 001 in points for the player to move."""
    own_moves = popcount(vector_legal_moves(player, opponent))
    other_moves = popcount(vector_legal_moves(opponent, player))
    discs = popcount(player) - popcount(opponent)
    value = (
        discs
        + MOBILITY_WEIGHT * (own_moves - other_moves)
        + CORNER_WEIGHT * (popcount(player & CORNERS) - popcount(opponent & CORNERS))
        + popcount(turnable(player, opponent))
        - popcount(turnable(opponent, player))
    )
    if own_moves == 0 and other_moves == 0:
        if discs > 0:
            value += DECIDED
        elif discs < 0:
            value -= DECIDED
    return value
