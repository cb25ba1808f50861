"""Training of hidden units: one pass of stochastic gradient descent over positions.

The floating-point twin of `kernels.correction`. A pass goes through the positions in a given order
and after each updates the numbers that the position uses, by Adagrad: a step is the gradient over
the root of the sum of all squared gradients. Only the rows of the position's 46 states are
touched.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.kernels.bits import popcount
from outflank.kernels.correction import FULL, UNITS
from outflank.kernels.evaluate import add_discs
from outflank.kernels.jit import f32, inner, kernel, u64
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES

CENTRES = np.array(LANE_CENTRES[: len(INSTANCES)], dtype=np.int64)
BIAS_PLACE = LANE_CENTRES[-1]
SHOWN = len(INSTANCES) + 1
"""Rows that a position uses: one for each instance, and the bias."""

ROW_LIMIT = f32(127 / FULL)
"""No number of a row may be larger: it becomes a signed byte."""

SMALL = f32(1e-3)
"""Keeps first steps finite."""
ZERO, ONE = f32(0.0), f32(1.0)


@inner
def _show(player: int, opponent: int, classes: Any, states: Any, shown: Any) -> None:
    """Write the class of every row that a position uses."""
    add_discs(player, opponent, states.ctypes.data)
    for lane in range(CENTRES.size):
        shown[lane] = classes[u64(CENTRES[lane] + states[lane])]
    shown[CENTRES.size] = classes[BIAS_PLACE]


@inner
def _add_up(shown: Any, rows: Any, sums: Any) -> None:
    for unit in range(UNITS):
        sums[unit] = ZERO
    for place in range(SHOWN):
        row = shown[place]
        for unit in range(UNITS):
            sums[unit] += rows[row, unit]


@inner
def _output(sums: Any, outputs: Any) -> float:
    value = outputs[UNITS]
    for unit in range(UNITS):
        value += outputs[unit] * min(max(sums[unit], ZERO), ONE)
    return value  # type: ignore[no-any-return]


@kernel("void(u8[::1],u8[::1],i4[::1],f4[:,::1],f4[:,::1],f4[::1])")
def predict_units(
    players: Any, opponents: Any, classes: Any, rows: Any, outputs: Any, values: Any
) -> None:
    """Write the correction of each position, in discs, to `values`; arrays as in `train_units`."""
    states = np.zeros(48, dtype=np.int16)
    shown = np.zeros(SHOWN, dtype=np.int64)
    sums = np.zeros(UNITS, dtype=np.float32)
    for index in range(players.size):
        player, opponent = players[index], opponents[index]
        _show(player, opponent, classes, states, shown)
        _add_up(shown, rows, sums)
        values[index] = _output(sums, outputs[popcount(player | opponent)])


@kernel("f8(u8[::1],u8[::1],f4[::1],i4[::1],i4[::1],f4[:,::1],f4[:,::1],f4[:,::1],f4[:,::1],f4,f4)")
def train_units(
    players: Any,
    opponents: Any,
    labels: Any,
    order: Any,
    classes: Any,
    rows: Any,
    row_squares: Any,
    outputs: Any,
    output_squares: Any,
    row_rate: float,
    output_rate: float,
) -> float:
    """One pass over the positions in `order`; return the mean squared error during the pass.

    `labels` are the wanted corrections in discs. `classes` has the row of every state.
    `rows` and `outputs` (by number of discs; last, a constant) are changed in place, with the sums
    of their squared gradients.
    """
    states = np.zeros(48, dtype=np.int16)
    shown = np.zeros(SHOWN, dtype=np.int64)
    sums, slopes = np.zeros(UNITS, dtype=np.float32), np.zeros(UNITS, dtype=np.float32)
    total = 0.0
    for step in range(order.size):
        index = order[step]
        player, opponent = players[index], opponents[index]
        _show(player, opponent, classes, states, shown)
        _add_up(shown, rows, sums)
        discs = popcount(player | opponent)
        output, output_square = outputs[discs], output_squares[discs]
        error = _output(sums, output) - labels[index]
        total += error * error

        # 1. Outputs, and what each sum contributes to the error.
        for unit in range(UNITS):
            activation = min(max(sums[unit], ZERO), ONE)
            is_open = ZERO < sums[unit] < ONE
            slopes[unit] = error * output[unit] if is_open else ZERO
            gradient = error * activation
            output_square[unit] += gradient * gradient
            output[unit] -= output_rate * gradient / np.sqrt(output_square[unit] + SMALL)
        output_square[UNITS] += error * error
        output[UNITS] -= output_rate * error / np.sqrt(output_square[UNITS] + SMALL)

        # 2. The rows.
        for place in range(SHOWN):
            row, square = rows[shown[place]], row_squares[shown[place]]
            for unit in range(UNITS):
                gradient = slopes[unit]
                square[unit] += gradient * gradient
                changed = row[unit] - row_rate * gradient / np.sqrt(square[unit] + SMALL)
                row[unit] = min(max(changed, -ROW_LIMIT), ROW_LIMIT)
    return total / max(1, order.size)  # type: ignore[no-any-return]
