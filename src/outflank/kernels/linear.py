"""The linear pattern evaluation, computed from the two bitboards of a position.

The engine's search updates pattern states move by move, which is faster. This function is for other
searches, which keep no states.
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
    """The value of a position in 1/128 disc for `player`.

    `weights` is the address of the weights of all stages.
    """
    states = scratch()
    add_discs(player, opponent, states)
    return sum_weights(states, weights + u64(popcount(player | opponent)) * STAGE_BYTES)
