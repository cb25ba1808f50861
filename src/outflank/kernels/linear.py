"""The linear pattern evaluation of a position from its two bitboards.

The engine updates states move by move, which is faster; this is for searches that have none.
"""

from __future__ import annotations

from outflank.kernels.bits import popcount
from outflank.kernels.evaluate import add_discs, sum_weights
from outflank.kernels.jit import kernel, u64
from outflank.kernels.patterns import STAGE_WEIGHTS
from outflank.kernels.scratch import scratch

STAGE_BYTES = u64(2 * STAGE_WEIGHTS)


@kernel("i8(u8,u8,u8)")
def linear_value(player: int, opponent: int, weights: int) -> int:
    """The value in 1/`DISC` of a disc, by the weights of all stages at the address `weights`."""
    states = scratch()
    add_discs(player, opponent, states)
    return sum_weights(states, weights + u64(popcount(player | opponent)) * STAGE_BYTES)
