"""Training of hidden units: one pass of stochastic gradient descent over positions.

This is the floating-point version of `kernels.correction`. A pass goes through the positions in a
given order. After each position it updates the numbers which that position uses, by Adagrad: a step
is the gradient divided by the root of the sum of all squared gradients so far. Only the rows of the
position's 46 pattern states and the bias are changed.

A class is a set of states that share one row because they are equal by symmetry.
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
"""Number of rows that a position uses: one for each pattern instance, and the bias."""

ROW_LIMIT = f32(127 / FULL)
"""Largest magnitude of a number in a row, so that it fits into a signed byte after training."""

SMALL = f32(1e-3)
"""Added to sums of squared gradients, to avoid a division by zero in the first steps."""
ZERO, ONE = f32(0.0), f32(1.0)


@inner
def _show(player: int, opponent: int, classes: Any, states: Any, shown: Any) -> None:
    """Write the indexes of all rows that a position uses to `shown`.

    `classes` has the row index of every state; `states` is working memory.
    """
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
    """Write the correction of each position to `values`, in discs.

    The other arrays are those of `train_units`.
    """
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
    """Train with one pass over the positions in `order`; return the mean squared error in the pass.

    `labels` are the target corrections in discs. `classes` has the row index of every state. `rows`
    are the inputs of the hidden units. `outputs` has, for each number of discs, the output weights
    and last a constant. Both are changed in place, and so are `row_squares` and `output_squares`,
    the sums of their squared gradients. `row_rate` and `output_rate` are the learning rates.
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
