"""Evaluate positions by neural networks: from two bitboards to a value.

A network has inputs, two dense layers (each a matrix, a bias and a ReLU) and one output neuron.
There are two kinds of networks, with different inputs:

- A pattern network has a list of numbers, the embedding, for every state of every pattern
  (`kernels.patterns`). The inputs are the sum of the embeddings of all states in the position.
  Instances of a pattern share embeddings, so that symmetric positions have the same value.
- A raw network has the 64 squares of the canonical image as inputs: 1 for a disc of the player to
  move, −1 for a disc of the opponent, 0 for an empty square.

All numbers are passed as memory addresses and processed in blocks of 16 (`BLOCK`): one or two
vectors on most CPUs. Embeddings are 16-bit integers, everything after them is 32-bit floating
point.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir

from outflank.kernels.evaluate import DISC, STATE_BYTES, add_discs
from outflank.kernels.hashing import canonical
from outflank.kernels.jit import i64, inner, kernel, lowered, u64
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES
from outflank.kernels.scratch import SCRATCH_BYTES, scratch

BLOCK = 16
"""How many numbers one vector operation handles; the width of a network is a multiple of it."""

SQUARES = 64
"""The number of inputs of a raw network."""

MOST_WIDTH = 128
"""The greatest width (outputs of a dense layer)
for which the numbers fit into the scratch memory.
"""

FLOAT_BYTES, SHORT_BYTES = u64(4), u64(2)
LAYER_BYTES = u64(4 * MOST_WIDTH)
STATES = u64(STATE_BYTES)
assert STATE_BYTES + 3 * 4 * MOST_WIDTH <= SCRATCH_BYTES

_I16, _I64, _F32 = ir.IntType(16), ir.IntType(64), ir.FloatType()
_SHORTS, _FLOATS = ir.VectorType(_I16, BLOCK), ir.VectorType(_F32, BLOCK)
_BITS = ir.VectorType(ir.IntType(1), BLOCK)
_CHAINS = 4
"""Number of partial sums that are accumulated in parallel,
so that an addition need not wait for the previous one.
"""


def _floats(address: int, count: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_float * count).from_address(int(address)))


def _shorts(address: int, count: int) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int16 * count).from_address(int(address)))


def _load(builder: ir.IRBuilder, address: ir.Value, kind: ir.Type, align: int) -> ir.Value:
    value = builder.load(builder.inttoptr(address, kind.as_pointer()))
    value.align = align
    return value


def _offset(builder: ir.IRBuilder, address: ir.Value, amount: int) -> ir.Value:
    return builder.add(address, ir.Constant(_I64, amount))


def _zeros() -> ir.Constant:
    return ir.Constant(_FLOATS, [ir.Constant(_F32, 0.0)] * BLOCK)


# Inputs


def _interpreted_add_rows(states: int, rows: int, row_bytes: int, target: int) -> None:
    total = np.zeros(BLOCK, dtype=np.int16)
    for state, centre in zip(_shorts(states, len(INSTANCES)), LANE_CENTRES, strict=False):
        total += _shorts(int(rows) + (centre + int(state)) * int(row_bytes), BLOCK)
    _floats(target, BLOCK)[:] = total


@lowered("void(u8,u8,u8,u8)", twin=_interpreted_add_rows)
def add_rows(
    builder: ir.IRBuilder, states: ir.Value, rows: ir.Value, row_bytes: ir.Value, target: ir.Value
) -> None:
    """Add up one `BLOCK` of the embeddings of all pattern states and write the sum to `target`.

    `states` is the address of the pattern states, `rows` that of the block in the first embedding;
    `row_bytes` is the size of one embedding. The sum is written as 32-bit floats.
    """
    sums = [ir.Constant(_SHORTS, [ir.Constant(_I16, 0)] * BLOCK)] * _CHAINS
    for lane, centre in enumerate(LANE_CENTRES[: len(INSTANCES)]):
        state = builder.sext(_load(builder, _offset(builder, states, 2 * lane), _I16, 2), _I64)
        place = builder.mul(_offset(builder, state, centre), row_bytes)
        row = _load(builder, builder.add(rows, place), _SHORTS, 2)
        sums[lane % _CHAINS] = builder.add(sums[lane % _CHAINS], row)
    while len(sums) > 1:
        sums = [builder.add(*pair) for pair in zip(sums[::2], sums[1::2], strict=True)]
    pointer = builder.inttoptr(target, _FLOATS.as_pointer())
    builder.store(builder.sitofp(sums[0], _FLOATS), pointer, align=4)


def _interpreted_write_squares(player: int, opponent: int, target: int) -> None:
    for square in range(SQUARES):
        sign = (int(player) >> square & 1) - (int(opponent) >> square & 1)
        _floats(int(target) + 4 * square, 1)[0] = sign


@lowered("void(u8,u8,u8)", twin=_interpreted_write_squares)
def write_squares(
    builder: ir.IRBuilder, player: ir.Value, opponent: ir.Value, target: ir.Value
) -> None:
    """Write the 64 inputs of a raw network, 1, 0 or −1 for each square, to the address `target`."""
    for first in range(0, SQUARES, BLOCK):
        signs = []
        for discs in (player, opponent):
            bits = builder.trunc(builder.lshr(discs, ir.Constant(_I64, first)), ir.IntType(BLOCK))
            signs.append(builder.uitofp(builder.bitcast(bits, _BITS), _FLOATS))
        place = _offset(builder, target, 4 * first)
        pointer = builder.inttoptr(place, _FLOATS.as_pointer())
        builder.store(builder.fsub(*signs), pointer, align=4)


# Layers


def _interpreted_dense_block(
    inputs: int, count: int, weights: int, row_bytes: int, target: int
) -> None:
    total = _floats(weights, BLOCK).copy()
    for row, value in enumerate(_floats(inputs, int(count)), start=1):
        total += value * _floats(int(weights) + row * int(row_bytes), BLOCK)
    _floats(target, BLOCK)[:] = np.maximum(total, 0)


@lowered("void(u8,i8,u8,u8,u8)", twin=_interpreted_dense_block)
def dense_block(
    builder: ir.IRBuilder,
    inputs: ir.Value,
    count: ir.Value,
    weights: ir.Value,
    row_bytes: ir.Value,
    target: ir.Value,
) -> None:
    """Compute one `BLOCK` of the outputs of a dense layer, with ReLU, and write it to `target`.

    `inputs` is the address of `count` inputs, a multiple of 4. `weights` is the address of the
    block's bias, followed by one row of weights per input, `row_bytes` apart.
    """
    bias = _load(builder, weights, _FLOATS, 4)
    entry = builder.block
    loop, done = builder.append_basic_block("loop"), builder.append_basic_block("done")
    builder.branch(loop)

    builder.position_at_end(loop)
    index = builder.phi(_I64)
    sums = [builder.phi(_FLOATS) for _ in range(_CHAINS)]
    row = builder.add(weights, row_bytes)
    row = builder.add(row, builder.mul(index, row_bytes))
    place = builder.add(inputs, builder.mul(index, ir.Constant(_I64, 4)))
    kind = ir.FunctionType(_FLOATS, [_FLOATS] * 3)
    multiply_add = builder.module.declare_intrinsic(f"llvm.fmuladd.v{BLOCK}f32", fnty=kind)
    added = []
    for chain, total in enumerate(sums):
        value = _load(builder, _offset(builder, place, 4 * chain), _F32, 4)
        products = _load(builder, row, _FLOATS, 4)
        added.append(builder.call(multiply_add, [_splat(builder, value), products, total]))
        row = builder.add(row, row_bytes)
    following = _offset(builder, index, _CHAINS)
    builder.cbranch(builder.icmp_signed("<", following, count), loop, done)
    index.add_incoming(ir.Constant(_I64, 0), entry)
    index.add_incoming(following, loop)
    for chain, (total, more) in enumerate(zip(sums, added, strict=True)):
        total.add_incoming(_zeros() if chain else bias, entry)
        total.add_incoming(more, loop)

    builder.position_at_end(done)
    while len(added) > 1:
        added = [builder.fadd(*pair) for pair in zip(added[::2], added[1::2], strict=True)]
    positive = builder.fcmp_ordered(">", added[0], _zeros())
    pointer = builder.inttoptr(target, _FLOATS.as_pointer())
    builder.store(builder.select(positive, added[0], _zeros()), pointer, align=4)


def _splat(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    first = builder.insert_element(
        ir.Constant(_FLOATS, ir.Undefined), value, ir.Constant(ir.IntType(32), 0)
    )
    mask = ir.Constant(ir.VectorType(ir.IntType(32), BLOCK), [0] * BLOCK)
    return builder.shuffle_vector(first, first, mask)


def _interpreted_dot_block(inputs: int, weights: int) -> float:
    return float(_floats(inputs, BLOCK) @ _floats(weights, BLOCK))


@lowered("f4(u8,u8)", twin=_interpreted_dot_block)
def dot_block(builder: ir.IRBuilder, inputs: ir.Value, weights: ir.Value) -> ir.Value:
    """The inner product of two blocks of `BLOCK` floats at the addresses `inputs` and `weights`."""
    products = builder.fmul(_load(builder, inputs, _FLOATS, 4), _load(builder, weights, _FLOATS, 4))
    size = BLOCK
    while size > 1:
        size //= 2
        kind = ir.VectorType(ir.IntType(32), size)
        halves = [
            builder.shuffle_vector(
                products, products, ir.Constant(kind, list(range(start, start + size)))
            )
            for start in (0, size)
        ]
        products = builder.fadd(*halves)
    return builder.extract_element(products, ir.Constant(ir.IntType(32), 0))


def _interpreted_load_float(address: int) -> float:
    return float(_floats(address, 1)[0])


@lowered("f4(u8)", twin=_interpreted_load_float)
def load_float(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    """The 32-bit floating-point number at `address`."""
    return _load(builder, address, _F32, 4)


@inner
def _dense(inputs: int, count: int, weights: int, width: int, target: int) -> None:
    """Compute a dense layer with `count` inputs and `width` outputs and write these to `target`.

    `inputs` and `weights` are addresses; the weights begin with the row of biases.
    """
    row_bytes = u64(width) * FLOAT_BYTES
    for first in range(0, width, BLOCK):
        shift = u64(first) * FLOAT_BYTES
        dense_block(inputs, count, weights + shift, row_bytes, target + shift)


@inner
def _output(inputs: int, count: int, dense: int, width: int) -> int:
    """Run both dense layers and the output neuron; return the value in 1/`DISC` of a disc.

    `inputs` is the address of `count` inputs, `dense` that of all weights after the embeddings. The
    activations of both hidden layers are written to the scratch memory behind the inputs.
    """
    row_bytes = u64(width) * FLOAT_BYTES
    first_hidden = inputs + LAYER_BYTES
    second_hidden = first_hidden + LAYER_BYTES
    _dense(inputs, count, dense, width, first_hidden)
    dense += u64(1 + count) * row_bytes
    _dense(first_hidden, width, dense, width, second_hidden)
    dense += u64(1 + width) * row_bytes
    value = load_float(dense + row_bytes)
    for first in range(0, width, BLOCK):
        shift = u64(first) * FLOAT_BYTES
        value += dot_block(second_hidden + shift, dense + shift)
    return i64(np.rint(value * DISC))


@kernel("i8(u8,u8,u8,u8,i8)")
def pattern_network_value(
    player: int, opponent: int, embeddings: int, dense: int, width: int
) -> int:
    """The value of a position in 1/`DISC` of a disc, by a pattern network of this width.

    `embeddings` and `dense` are the addresses of its embeddings and of its other weights.
    """
    states = scratch()
    inputs = states + STATES
    add_discs(player, opponent, states)
    row_bytes = u64(width) * SHORT_BYTES
    for first in range(0, width, BLOCK):
        rows = embeddings + u64(first) * SHORT_BYTES
        add_rows(states, rows, row_bytes, inputs + u64(first) * FLOAT_BYTES)
    return _output(inputs, width, dense, width)


@kernel("i8(u8,u8,u8,i8)")
def raw_network_value(player: int, opponent: int, dense: int, width: int) -> int:
    """The value of a position in 1/`DISC` of a disc, by a raw network of this width.

    `dense` is the address of its weights.
    """
    player, opponent = canonical(player, opponent)
    inputs = scratch()
    write_squares(player, opponent, inputs)
    return _output(inputs, SQUARES, dense, width)


# Training


@kernel("void(u8[::1],u8[::1],i2[:,::1])")
def states_of_all(players: Any, opponents: Any, states: Any) -> None:
    """Write the pattern states of position i to row i of `states`, for all positions."""
    address = u64(states.ctypes.data)
    for row in range(players.size):
        add_discs(players[row], opponents[row], address + u64(row) * STATES)
