"""The linear pattern evaluation of a position by itself, without the states of a search.

The engine keeps its states up move by move, which is quicker; this is for searches that know only
the two bitboards.
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
