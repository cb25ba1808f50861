"""The correction: what a network with one hidden layer adds to the sum of the linear patterns.

Linear patterns cannot see how one part of the board depends on another. A hidden unit can: it adds
up one number for the state of every lane (`kernels.patterns`), clips the sum to 0 … `FULL`, and
adds its activation times an output weight to the correction.

- Rows: `UNITS` signed bytes for every state of every pattern, for each phase of the game.
- A block (`BLOCK`) for each number of discs: output weights, and a bound for the correction.

Sums are computed from scratch at every leaf: a move changes 15 to 25 of the 46 states, so taking
old rows away and adding new ones would load as many rows. A correction takes 23 ns; a second layer
of 16 units took 16 ns more and lowered the RMSE by 0.03 discs (docs/evaluation.md).
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir

from outflank.kernels.jit import lowered
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES, STAGE_WEIGHTS

UNITS = 64
"""Hidden units: a row is 64 bytes, one cache line."""

FULL = 128
"""The sum at which a unit saturates: an activation of 1."""

OUTPUT_SHIFT = 10
"""Activations times output weights are in 1/2^10 of 1/128 disc."""

ROW_TABLE_BYTES = STAGE_WEIGHTS * UNITS
"""The rows of one phase; the row of the stage itself, last, is the bias of the units."""

BLOCK = np.dtype([("outputs", "<i2", (UNITS,)), ("most", "<i4")])
"""What belongs to one number of discs. No correction is larger than `most`, in 1/128 disc: where
the linear value is further outside a window, the correction need not be computed."""

_I8, _I16, _I32, _I64 = (ir.IntType(bits) for bits in (8, 16, 32, 64))
_ROW, _SUMS = ir.VectorType(_I8, UNITS), ir.VectorType(_I16, UNITS)
_WIDE = ir.VectorType(_I32, UNITS)
_CHAINS = 2
"""Sums kept side by side, so that no addition waits for the one before."""


def _bytes_at(address: int, count: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int8 * count).from_address(int(address)))


def _shorts_at(address: int, count: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int16 * count).from_address(int(address)))


def _block_at(address: int) -> Any:
    return _bytes_at(address, BLOCK.itemsize).view(BLOCK)[0]


def _interpreted(states: int, rows: int, block: int) -> int:
    sums = np.zeros(UNITS, dtype=np.int64)
    lanes = [*_shorts_at(states, len(INSTANCES)), 0]
    centres = [*LANE_CENTRES[: len(INSTANCES)], LANE_CENTRES[-1]]
    for state, centre in zip(lanes, centres, strict=True):
        sums += _bytes_at(int(rows) + (centre + int(state)) * UNITS, UNITS)
    weights = _block_at(block)
    total = int(np.clip(sums, 0, FULL) @ weights["outputs"].astype(np.int64))
    most = int(weights["most"])
    return max(-most, min(most, total >> OUTPUT_SHIFT))


def _interpreted_most(block: int) -> int:
    return int(_block_at(block)["most"])


def _vector(value: int) -> ir.Constant:
    return ir.Constant(_SUMS, [ir.Constant(_I16, value)] * UNITS)


def _load(builder: ir.IRBuilder, address: ir.Value, kind: ir.Type, align: int) -> ir.Value:
    value = builder.load(builder.inttoptr(address, kind.as_pointer()))
    value.align = align
    return value


def _offset(builder: ir.IRBuilder, address: ir.Value, amount: int) -> ir.Value:
    return builder.add(address, ir.Constant(_I64, amount))


def _clip(builder: ir.IRBuilder, value: ir.Value, low: ir.Value, high: ir.Value) -> ir.Value:
    value = builder.select(builder.icmp_signed(">", value, low), value, low)
    return builder.select(builder.icmp_signed("<", value, high), value, high)


@lowered("i8(u8,u8,u8)", twin=_interpreted)
def correction(
    builder: ir.IRBuilder, states: ir.Value, rows: ir.Value, block: ir.Value
) -> ir.Value:
    """The correction of a position in 1/128 disc, from its states and two addresses."""
    bias = _load(builder, _offset(builder, rows, LANE_CENTRES[-1] * UNITS), _ROW, UNITS)
    sums = [builder.sext(bias, _SUMS)] + [_vector(0)] * (_CHAINS - 1)
    for lane, centre in enumerate(LANE_CENTRES[: len(INSTANCES)]):
        state = builder.sext(_load(builder, _offset(builder, states, 2 * lane), _I16, 2), _I64)
        place = builder.mul(state, ir.Constant(_I64, UNITS))
        address = builder.add(_offset(builder, rows, centre * UNITS), place)
        row = builder.sext(_load(builder, address, _ROW, UNITS), _SUMS)
        sums[lane % _CHAINS] = builder.add(sums[lane % _CHAINS], row)
    total = sums[0]
    for other in sums[1:]:
        total = builder.add(total, other)
    active = _clip(builder, total, _vector(0), _vector(FULL))
    weights = _load(builder, block, _SUMS, 2)
    # Both factors fit 16 bits: LLVM multiplies and adds pairs by one instruction.
    products = builder.mul(builder.sext(active, _WIDE), builder.sext(weights, _WIDE))
    kind = ir.FunctionType(_I32, [_WIDE])
    reduce = builder.module.declare_intrinsic(f"llvm.vector.reduce.add.v{UNITS}i32", fnty=kind)
    value = builder.ashr(builder.call(reduce, [products]), ir.Constant(_I32, OUTPUT_SHIFT))
    most = _load_most(builder, block)
    return builder.sext(_clip(builder, value, builder.neg(most), most), _I64)


@lowered("i8(u8)", twin=_interpreted_most)
def most_correction(builder: ir.IRBuilder, block: ir.Value) -> ir.Value:
    """The largest correction that a block allows, in 1/128 disc."""
    return builder.sext(_load_most(builder, block), _I64)


def _load_most(builder: ir.IRBuilder, block: ir.Value) -> ir.Value:
    return _load(builder, _offset(builder, block, BLOCK["outputs"].itemsize), _I32, 2)
