"""The correction: what a small network adds to the sum of the linear patterns.

Linear patterns cannot see how one part of the board depends on another. A network can:

1. Each of `UNITS` units adds up one number for the state of every lane (`kernels.patterns`), and is
   clipped to 0 … `FULL`.
2. Each of `HIDDEN` hidden units takes a weighted sum of all units, clipped likewise.
3. The correction is a weighted sum of units and hidden units.

Rows of numbers (1.) are `UNITS` signed bytes for every state of every pattern, for each phase of
the game. All other weights form a block (`BLOCK`) for each number of discs.

Units are added up from nothing at every leaf: a move changes 15 to 25 of the 46 states, so taking
old rows away and adding new ones would load as many rows.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir

from outflank.kernels.jit import lowered
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES, STAGE_WEIGHTS

UNITS = 64
"""A row is 64 bytes, one cache line."""

HIDDEN = 16
"""One vector of 32-bit numbers."""

FULL = 128
"""The sum at which a unit is full on: an activation of 1. With 256 a file of weights would be a
fifth larger and its errors less than 0.01 disc smaller."""

HIDDEN_SHIFT = 11
"""Activations times weights of hidden units are in 1/2^11 of activations."""

OUTPUT_SHIFT = 10
"""Activations times output weights are in 1/2^10 of 1/128 disc."""

ROW_TABLE_BYTES = STAGE_WEIGHTS * UNITS
"""The rows of one phase; the row of the stage itself, last, is the bias of the units."""

PAIRS = UNITS // 2
BLOCK = np.dtype(
    [
        # `FULL` for every unit. Were it a constant of the code, LLVM would know that units are not
        # negative, and no longer find the instruction that multiplies and adds pairs.
        ("full", "<i2", (UNITS,)),
        ("unit_outputs", "<i2", (UNITS,)),
        ("hidden_outputs", "<i2", (HIDDEN,)),
        ("hidden_biases", "<i4", (HIDDEN,)),
        # For each pair of units the weights of both, for one hidden unit after the other: what one
        # instruction multiplies and adds.
        ("hidden_weights", "<i2", (PAIRS, HIDDEN, 2)),
    ]
)
"""The weights behind the rows, for one number of discs."""

MOST_CORRECTION = 12 * 128
"""No correction is larger, in 1/128 disc: where the linear value is further outside a window, the
correction need not be computed."""

_I8, _I16, _I32, _I64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_ROW, _SUMS = ir.VectorType(_I8, UNITS), ir.VectorType(_I16, UNITS)
_WIDE = ir.VectorType(_I32, UNITS)
_PAIR, _WIDE_PAIR = ir.VectorType(_I16, 2 * HIDDEN), ir.VectorType(_I32, 2 * HIDDEN)
_HIDDEN, _SHORT_HIDDEN = ir.VectorType(_I32, HIDDEN), ir.VectorType(_I16, HIDDEN)
_CHAINS = 2
"""Sums kept side by side, so that no addition waits for the one before."""


def _bytes_at(address: int, count: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int8 * count).from_address(int(address)))


def _block_at(address: int) -> Any:
    memory = (ctypes.c_int8 * BLOCK.itemsize).from_address(int(address))
    return np.frombuffer(memory, dtype=BLOCK)[0]


def _interpreted(states: int, rows: int, block: int) -> int:
    sums = np.zeros(UNITS, dtype=np.int64)
    lanes = [*_shorts_at(states, len(INSTANCES)), 0]
    centres = [*LANE_CENTRES[: len(INSTANCES)], LANE_CENTRES[-1]]
    for state, centre in zip(lanes, centres, strict=True):
        sums += _bytes_at(int(rows) + (centre + int(state)) * UNITS, UNITS)
    weights = _block_at(block)
    units = np.clip(sums, 0, FULL)
    by_hidden = weights["hidden_weights"].transpose(1, 0, 2).reshape(HIDDEN, UNITS)
    hidden_sums = weights["hidden_biases"] + by_hidden.astype(np.int64) @ units
    hidden = np.clip(hidden_sums >> HIDDEN_SHIFT, 0, FULL)
    total = int(units @ weights["unit_outputs"].astype(np.int64))
    total += int(hidden @ weights["hidden_outputs"].astype(np.int64))
    return max(-MOST_CORRECTION, min(MOST_CORRECTION, total >> OUTPUT_SHIFT))


def _shorts_at(address: int, count: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int16 * count).from_address(int(address)))


def _constant(kind: ir.VectorType, value: int) -> ir.Constant:
    return ir.Constant(kind, [ir.Constant(kind.element, value)] * kind.count)


def _load(builder: ir.IRBuilder, address: ir.Value, kind: ir.Type, align: int) -> ir.Value:
    value = builder.load(builder.inttoptr(address, kind.as_pointer()))
    value.align = align
    return value


def _offset(builder: ir.IRBuilder, address: ir.Value, amount: int) -> ir.Value:
    return builder.add(address, ir.Constant(_I64, amount))


def _clip(builder: ir.IRBuilder, value: ir.Value, low: ir.Value, high: ir.Value) -> ir.Value:
    value = builder.select(builder.icmp_signed(">", value, low), value, low)
    return builder.select(builder.icmp_signed("<", value, high), value, high)


def _multiply_add_pairs(builder: ir.IRBuilder, one: ir.Value, other: ir.Value) -> ir.Value:
    """Products of 16-bit numbers, added up two by two: one instruction, which LLVM recognises."""
    products = builder.mul(builder.sext(one, _WIDE_PAIR), builder.sext(other, _WIDE_PAIR))
    halves = [
        builder.shuffle_vector(
            products,
            ir.Constant(_WIDE_PAIR, ir.Undefined),
            ir.Constant(_HIDDEN, [ir.Constant(_I32, 2 * lane + half) for lane in range(HIDDEN)]),
        )
        for half in (0, 1)
    ]
    return builder.add(*halves)


def _hidden_sums(builder: ir.IRBuilder, units: ir.Value, block: ir.Value) -> ir.Value:
    """The sums of hidden units, for each pair of units the products of all hidden units at once."""
    pairs = ir.VectorType(_I32, PAIRS)
    by_pair = builder.bitcast(units, pairs)
    sums = [_load(builder, _offset(builder, block, _place("hidden_biases")), _HIDDEN, 2)]
    sums += [_constant(_HIDDEN, 0)] * (_CHAINS - 1)
    for number in range(PAIRS):
        everywhere = builder.shuffle_vector(
            by_pair, ir.Constant(pairs, ir.Undefined), _constant(_HIDDEN, number)
        )
        place = _place("hidden_weights") + number * 4 * HIDDEN
        weights = _load(builder, _offset(builder, block, place), _PAIR, 2)
        products = _multiply_add_pairs(builder, builder.bitcast(everywhere, _PAIR), weights)
        sums[number % _CHAINS] = builder.add(sums[number % _CHAINS], products)
    return _total(builder, sums)


def _place(name: str) -> int:
    fields = BLOCK.fields
    assert fields is not None
    return fields[name][1]


def _total(builder: ir.IRBuilder, parts: list[ir.Value]) -> ir.Value:
    total = parts[0]
    for part in parts[1:]:
        total = builder.add(total, part)
    return total


def _dot(builder: ir.IRBuilder, one: ir.Value, other: ir.Value, count: int) -> ir.Value:
    """The sum of products of two vectors of 16-bit numbers."""
    wide = ir.VectorType(_I32, count)
    products = builder.mul(builder.sext(one, wide), builder.sext(other, wide))
    kind = ir.FunctionType(_I32, [wide])
    reduce = builder.module.declare_intrinsic(f"llvm.vector.reduce.add.v{count}i32", fnty=kind)
    return builder.call(reduce, [products])


@lowered("i8(u8,u8,u8)", twin=_interpreted)
def correction(
    builder: ir.IRBuilder, states: ir.Value, rows: ir.Value, block: ir.Value
) -> ir.Value:
    """The correction of a position in 1/128 disc, from its states and two addresses."""
    # 1. Units.
    bias = _load(builder, _offset(builder, rows, LANE_CENTRES[-1] * UNITS), _ROW, UNITS)
    sums = [builder.sext(bias, _SUMS)] + [_constant(_SUMS, 0)] * (_CHAINS - 1)
    for lane, centre in enumerate(LANE_CENTRES[: len(INSTANCES)]):
        state = builder.sext(_load(builder, _offset(builder, states, 2 * lane), _I16, 2), _I64)
        place = builder.mul(state, ir.Constant(_I64, UNITS))
        address = builder.add(_offset(builder, rows, centre * UNITS), place)
        row = builder.sext(_load(builder, address, _ROW, UNITS), _SUMS)
        sums[lane % _CHAINS] = builder.add(sums[lane % _CHAINS], row)
    full = _load(builder, _offset(builder, block, _place("full")), _SUMS, 2)
    units = _clip(builder, _total(builder, sums), _constant(_SUMS, 0), full)

    # 2. Hidden units.
    shifted = builder.ashr(_hidden_sums(builder, units, block), _constant(_HIDDEN, HIDDEN_SHIFT))
    clipped = _clip(builder, shifted, _constant(_HIDDEN, 0), _constant(_HIDDEN, FULL))
    hidden = builder.trunc(clipped, _SHORT_HIDDEN)

    # 3. Outputs.
    unit_outputs = _load(builder, _offset(builder, block, _place("unit_outputs")), _SUMS, 2)
    place = _offset(builder, block, _place("hidden_outputs"))
    hidden_outputs = _load(builder, place, _SHORT_HIDDEN, 2)
    total = builder.add(
        _dot(builder, units, unit_outputs, UNITS), _dot(builder, hidden, hidden_outputs, HIDDEN)
    )
    value = builder.ashr(total, ir.Constant(_I32, OUTPUT_SHIFT))
    bound = ir.Constant(_I32, MOST_CORRECTION)
    return builder.sext(_clip(builder, value, builder.neg(bound), bound), _I64)
