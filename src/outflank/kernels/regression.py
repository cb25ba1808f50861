"""Least-squares fit of pattern weights: the products with the data matrix A.

A has one row per position, with a 1 in the column of the state of each pattern instance and in that
of the bias. It is never stored: states are computed anew for every product, which is as fast as
reading them from memory. `states` is scratch memory for the states of one position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.kernels.evaluate import add_discs
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES

CENTRES = np.array(LANE_CENTRES[: len(INSTANCES)], dtype=np.int64)
STAGE_WEIGHT = LANE_CENTRES[-1]
NOTHING = np.float32(0)


ROUNDS = CENTRES.size // 4


@inner
def _place(lane: int, states: Any) -> int:
    """The index of the weight for the state of `lane`;
    unsigned, so that no sign check is compiled.
    """
    return u64(CENTRES[lane] + states[lane])


@inner
def _sum(states: Any, weights: Any) -> float:
    # Four sums side by side, so that no addition waits for the one before.
    first = weights[STAGE_WEIGHT]
    second = third = fourth = NOTHING
    for turn in range(ROUNDS):
        lane = 4 * turn
        first += weights[_place(lane, states)]
        second += weights[_place(lane + 1, states)]
        third += weights[_place(lane + 2, states)]
        fourth += weights[_place(lane + 3, states)]
    for lane in range(4 * ROUNDS, CENTRES.size):
        first += weights[_place(lane, states)]
    return first + second + (third + fourth)  # type: ignore[no-any-return]


@inner
def _scatter(states: Any, amount: float, sums: Any) -> None:
    sums[STAGE_WEIGHT] += amount
    for lane in range(CENTRES.size):
        sums[_place(lane, states)] += amount


@kernel("void(u8[::1],u8[::1],f4[::1],f4[::1],i2[::1])")
def predict(players: Any, opponents: Any, weights: Any, values: Any, states: Any) -> None:
    """Write the value of each position under `weights` to `values`.

    This is the product of the data matrix A (one row per position) and `weights`; A is explained in
    the module. `states` is scratch memory for the pattern states of one position.
    """
    address = states.ctypes.data
    for row in range(players.size):
        add_discs(players[row], opponents[row], address)
        values[row] = _sum(states, weights)


@kernel("void(u8[::1],u8[::1],f4[::1],f4[::1],i2[::1])")
def scatter(players: Any, opponents: Any, amounts: Any, sums: Any, states: Any) -> None:
    """Add the amount of each position to the places of `sums` for all its pattern states.

    This is Aᵀ·amounts, where A is the data matrix (one row per position). `states` is scratch
    memory for the pattern states of one position.
    """
    address = states.ctypes.data
    for row in range(players.size):
        add_discs(players[row], opponents[row], address)
        _scatter(states, amounts[row], sums)


@kernel("void(u8[::1],u8[::1],f4[::1],f4[::1],i2[::1])")
def normal_product(players: Any, opponents: Any, vector: Any, product: Any, states: Any) -> None:
    """Add Aᵀ·A·vector to `product` in one pass, where A is the data matrix (one row per position).

    `states` is scratch memory for the pattern states of one position.
    """
    address = states.ctypes.data
    for row in range(players.size):
        add_discs(players[row], opponents[row], address)
        _scatter(states, _sum(states, vector), product)
