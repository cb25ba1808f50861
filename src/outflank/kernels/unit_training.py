"""Training of the correcting network: one pass of stochastic gradient descent over positions.

The twin in floating point of `kernels.correction`. A pass goes through the positions in a given
order and changes the weights that a position uses after each of them, by Adagrad: the step of a
weight is its gradient over the root of the sum of all its squared gradients. Only the rows of the
46 states shown are touched.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.kernels.bits import popcount
from outflank.kernels.correction import FULL, HIDDEN, UNITS
from outflank.kernels.evaluate import add_discs
from outflank.kernels.jit import f32, inner, kernel, u64
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES

CENTRES = np.array(LANE_CENTRES[: len(INSTANCES)], dtype=np.int64)
BIAS_PLACE = LANE_CENTRES[-1]
SHOWN = len(INSTANCES) + 1
"""Rows that a position shows: one for each instance, and the bias."""

ROW_LIMIT = f32(127 / FULL)
"""Rows become signed bytes."""

SMALL = f32(1e-3)
"""Keeps first steps finite."""
ZERO, ONE = f32(0.0), f32(1.0)


@inner
def _clipped(total: float) -> float:
    return min(max(total, ZERO), ONE)


@inner
def _is_open(total: float) -> bool:
    """Whether a unit with this sum has a gradient."""
    return ZERO < total < ONE


@inner
def _step(gradient: float, rate: float, squares: Any, place: int) -> float:
    """By how much Adagrad changes a weight; its gradient is added to `squares`."""
    squares[place] += gradient * gradient
    return rate * gradient / np.sqrt(squares[place] + SMALL)


@inner
def _show(player: int, opponent: int, classes: Any, states: Any, shown: Any) -> None:
    """Write the class of every row that a position shows."""
    add_discs(player, opponent, states.ctypes.data)
    for lane in range(CENTRES.size):
        shown[lane] = classes[u64(CENTRES[lane] + states[lane])]
    shown[CENTRES.size] = classes[BIAS_PLACE]


@inner
def _value(shown: Any, rows: Any, hidden: Any, output: Any, sums: Any, hidden_sums: Any) -> float:
    """The correction in discs; write the sums of all units on the way."""
    for unit in range(UNITS):
        sums[unit] = ZERO
    for place in range(SHOWN):
        row = shown[place]
        for unit in range(UNITS):
            sums[unit] += rows[row, unit]
    value = output[UNITS + HIDDEN]
    for unit in range(UNITS):
        value += output[unit] * _clipped(sums[unit])
    for unit in range(HIDDEN):
        total = hidden[unit, UNITS]
        for source in range(UNITS):
            total += hidden[unit, source] * _clipped(sums[source])
        hidden_sums[unit] = total
        value += output[UNITS + unit] * _clipped(total)
    return value  # type: ignore[no-any-return]


@kernel("void(u8[::1],u8[::1],i4[::1],f4[:,::1],f4[:,::1],f4[:,::1],f4[::1])")
def predict_units(
    players: Any, opponents: Any, classes: Any, rows: Any, hidden: Any, outputs: Any, values: Any
) -> None:
    """Write the correction of each position, in discs, to `values`; arrays as in `train_units`."""
    states = np.zeros(48, dtype=np.int16)
    shown = np.zeros(SHOWN, dtype=np.int64)
    sums, hidden_sums = np.zeros(UNITS, dtype=np.float32), np.zeros(HIDDEN, dtype=np.float32)
    for index in range(players.size):
        player, opponent = players[index], opponents[index]
        _show(player, opponent, classes, states, shown)
        output = outputs[popcount(player | opponent)]
        values[index] = _value(shown, rows, hidden, output, sums, hidden_sums)


@kernel(
    "f8(u8[::1],u8[::1],f4[::1],i4[::1],i4[::1],"
    "f4[:,::1],f4[:,::1],f4[:,::1],f4[:,::1],f4[:,::1],f4[:,::1],f4,f4)"
)
def train_units(
    players: Any,
    opponents: Any,
    labels: Any,
    order: Any,
    classes: Any,
    rows: Any,
    row_squares: Any,
    hidden: Any,
    hidden_squares: Any,
    outputs: Any,
    output_squares: Any,
    row_rate: float,
    output_rate: float,
) -> float:
    """One pass over the positions in `order`; return the mean squared error on the way.

    `labels` are in discs: what the correction should be. `classes` has the row of every state.
    `rows`, `hidden` (for each hidden unit the weights of all units and a constant) and `outputs`
    (for each number of discs those of units and hidden units, and a constant) are changed in place,
    with the sums of their squared gradients.
    """
    states = np.zeros(48, dtype=np.int16)
    shown = np.zeros(SHOWN, dtype=np.int64)
    sums, slopes = np.zeros(UNITS, dtype=np.float32), np.zeros(UNITS, dtype=np.float32)
    active, hidden_sums = np.zeros(UNITS, dtype=np.float32), np.zeros(HIDDEN, dtype=np.float32)
    mean = 0.0
    for step in range(order.size):
        index = order[step]
        player, opponent = players[index], opponents[index]
        _show(player, opponent, classes, states, shown)
        discs = popcount(player | opponent)
        output, squares = outputs[discs], output_squares[discs]
        error = _value(shown, rows, hidden, output, sums, hidden_sums) - labels[index]
        mean += error * error / order.size

        # 1. Units: what each contributes to the error directly.
        for unit in range(UNITS):
            active[unit] = _clipped(sums[unit])
            slopes[unit] = error * output[unit]
            output[unit] -= _step(error * active[unit], output_rate, squares, unit)

        # 2. Hidden units, and what each unit contributes through them.
        for unit in range(HIDDEN):
            place = UNITS + unit
            slope = error * output[place]
            gradient = error * _clipped(hidden_sums[unit])
            output[place] -= _step(gradient, output_rate, squares, place)
            if _is_open(hidden_sums[unit]):
                weights, weight_squares = hidden[unit], hidden_squares[unit]
                for source in range(UNITS):
                    slopes[source] += slope * weights[source]
                    weights[source] -= _step(
                        slope * active[source], row_rate, weight_squares, source
                    )
                weights[UNITS] -= _step(slope, row_rate, weight_squares, UNITS)
        output[UNITS + HIDDEN] -= _step(error, output_rate, squares, UNITS + HIDDEN)

        # 3. The rows.
        for unit in range(UNITS):
            if not _is_open(sums[unit]):
                slopes[unit] = ZERO
        for place in range(SHOWN):
            row, row_square = rows[shown[place]], row_squares[shown[place]]
            for unit in range(UNITS):
                changed = row[unit] - _step(slopes[unit], row_rate, row_square, unit)
                row[unit] = min(max(changed, -ROW_LIMIT), ROW_LIMIT)
    return mean
