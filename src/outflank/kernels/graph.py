"""Evaluate positions by feed-forward graphs: the networks found by neuro-evolution (report 002).

A graph has 64 inputs, one for each square: 1 for a disc of the player to move, −1 for a disc of the
opponent, 0 for an empty square. Then come its nodes. The output of a node is an activation function
of its bias plus the weighted sum of inputs and of earlier nodes; the output of the last node is the
value. Nodes need not form layers.

All eight symmetric images of the board are computed at once, one in each of eight vector lanes.
This takes hardly longer than one image, and the mean of all does not depend on the orientation of
the board. A row is such a vector, the values of one input or node for the eight images: rows 0 to
63 are the inputs, row 64 is the first node.

In memory, a graph is a sequence of 32-bit words: the number of nodes, the number of images whose
mean is taken (1 or 8), and for each node its activation function, its bias, the number of its links
(a multiple of `CHAINS`), and for each link the row that it reads and its weight. `classics.genomes`
writes these words.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from llvmlite import ir

from outflank.kernels.bits import lowest
from outflank.kernels.jit import f32, i64, inner, kernel, lowered, u64
from outflank.kernels.scratch import SCRATCH_BYTES, scratch
from outflank.rules.squares import SQUARES
from outflank.rules.symmetry import SYMMETRIES, transform_square

INPUTS = 64
LANES = 8
CHAINS = 4
"""Number of partial sums that are accumulated in parallel,
so that an addition need not wait for the previous one.
"""

WORD_BYTES, ROW_BYTES = u64(4), u64(4 * LANES)
HEADER_WORDS, NODE_WORDS, LINK_WORDS = u64(2), u64(3), u64(2)
MOST_NODES = SCRATCH_BYTES // (4 * LANES) - INPUTS

IDENTITY, RELU, CLAMPED = 0, 1, 2
ACTIVATIONS = {"identity": IDENTITY, "relu": RELU, "clamped": CLAMPED}
"""The codes of the activation functions by the names that neat-python uses:
x, max(x, 0), and x limited to −1 to 1.
"""

POINT = 1_000
"""Evaluations are integers: a network output of 1.0 becomes this value."""

MOST_VALUE = 1_000.0
"""Network outputs are limited to ± this number,
so that no evaluation exceeds the value of a won game.
"""

ONE = u64(1)
EMPTY, OWN, OTHER = f32(0.0), f32(1.0), f32(-1.0)

INPUT_OFFSETS = np.array(
    [
        [
            4 * (LANES * transform_square(square, symmetry) + lane)
            for lane, symmetry in enumerate(SYMMETRIES)
        ]
        for square in SQUARES
    ],
    dtype=np.uint64,
)
"""``INPUT_OFFSETS[square, lane]`` is the byte offset, within the input rows, at which a disc on
`square` is written for the image in vector lane `lane`.
"""

_I32, _I64, _F32 = ir.IntType(32), ir.IntType(64), ir.FloatType()
_ROW = ir.VectorType(_F32, LANES)


def _words(address: int, count: int, kind: Any) -> Any:
    return np.ctypeslib.as_array((kind * count).from_address(int(address)))


def _interpreted_load_word(address: int) -> int:
    return ctypes.c_int32.from_address(int(address)).value


@lowered("i8(u8)", twin=_interpreted_load_word)
def load_word(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    """The signed 32-bit integer at `address`."""
    return builder.sext(_load(builder, address, _I32), _I64)


def _interpreted_store_float(address: int, value: float) -> None:
    ctypes.c_float.from_address(int(address)).value = float(value)


@lowered("void(u8,f4)", twin=_interpreted_store_float)
def store_float(builder: ir.IRBuilder, address: ir.Value, value: ir.Value) -> None:
    """Write a 32-bit floating-point number to `address`."""
    builder.store(value, builder.inttoptr(address, _F32.as_pointer()), align=4)


def _interpreted_clear_inputs(rows: int) -> None:
    _words(rows, INPUTS * LANES, ctypes.c_float)[:] = 0


@lowered("void(u8)", twin=_interpreted_clear_inputs)
def clear_inputs(builder: ir.IRBuilder, rows: ir.Value) -> None:
    """Set the 64 input rows, which begin at the address `rows`, to zero."""
    for row in range(INPUTS):
        place = builder.add(rows, ir.Constant(_I64, 4 * LANES * row))
        builder.store(_constant(0.0), builder.inttoptr(place, _ROW.as_pointer()), align=4)


def _interpreted_sum_links(rows: int, links: int, count: int, bias: int, target: int) -> None:
    total = np.full(LANES, _words(bias, 1, ctypes.c_float)[0])
    for link in range(int(count)):
        place = int(links) + 8 * link
        row = int(rows) + 4 * LANES * _interpreted_load_word(place)
        weight = _words(place + 4, 1, ctypes.c_float)[0]
        total += weight * _words(row, LANES, ctypes.c_float)
    _words(target, LANES, ctypes.c_float)[:] = total


@lowered("void(u8,u8,i8,u8,u8)", twin=_interpreted_sum_links)
def sum_links(
    builder: ir.IRBuilder,
    rows: ir.Value,
    links: ir.Value,
    count: ir.Value,
    bias: ir.Value,
    target: ir.Value,
) -> None:
    """Compute a node before its activation, for all eight images: its bias plus its weighted links.

    All parameters but `count` are addresses: `rows` of row 0, `links` of the node's links, `bias`
    of its bias, `target` of the row to write. `count` is the number of links, a multiple of
    `CHAINS`.
    """
    start = _splat(builder, _load(builder, bias, _F32))
    entry = builder.block
    loop, done = builder.append_basic_block("loop"), builder.append_basic_block("done")
    is_empty = builder.icmp_signed("==", count, ir.Constant(_I64, 0))
    builder.cbranch(is_empty, done, loop)

    builder.position_at_end(loop)
    index = builder.phi(_I64)
    sums = [builder.phi(_ROW) for _ in range(CHAINS)]
    first = builder.add(links, builder.mul(index, ir.Constant(_I64, 8)))
    kind = ir.FunctionType(_ROW, [_ROW] * 3)
    multiply_add = builder.module.declare_intrinsic(f"llvm.fmuladd.v{LANES}f32", fnty=kind)
    added = []
    for chain, total in enumerate(sums):
        place = builder.add(first, ir.Constant(_I64, 8 * chain))
        number = builder.zext(_load(builder, place, _I32), _I64)
        weight = _load(builder, builder.add(place, ir.Constant(_I64, 4)), _F32)
        row = builder.add(rows, builder.mul(number, ir.Constant(_I64, 4 * LANES)))
        values = _load(builder, row, _ROW)
        added.append(builder.call(multiply_add, [_splat(builder, weight), values, total]))
    following = builder.add(index, ir.Constant(_I64, CHAINS))
    together = builder.fadd(builder.fadd(added[0], added[1]), builder.fadd(added[2], added[3]))
    builder.cbranch(builder.icmp_signed("<", following, count), loop, done)
    index.add_incoming(ir.Constant(_I64, 0), entry)
    index.add_incoming(following, loop)
    for chain, (total, more) in enumerate(zip(sums, added, strict=True)):
        total.add_incoming(_constant(0.0) if chain else start, entry)
        total.add_incoming(more, loop)

    builder.position_at_end(done)
    result = builder.phi(_ROW)
    result.add_incoming(start, entry)
    result.add_incoming(together, loop)
    builder.store(result, builder.inttoptr(target, _ROW.as_pointer()), align=4)


def _interpreted_bend(row: int, lowest_value: float, highest_value: float) -> None:
    values = _words(row, LANES, ctypes.c_float)
    values[:] = np.minimum(np.maximum(values, lowest_value), highest_value)


@lowered("void(u8,f4,f4)", twin=_interpreted_bend)
def bend(
    builder: ir.IRBuilder, row: ir.Value, lowest_value: ir.Value, highest_value: ir.Value
) -> None:
    """Clip the eight numbers of the row at address `row` to between both bounds, in place."""
    values = _load(builder, row, _ROW)
    for bound, order in ((lowest_value, ">"), (highest_value, "<")):
        bounds = _splat(builder, bound)
        values = builder.select(builder.fcmp_ordered(order, values, bounds), values, bounds)
    builder.store(values, builder.inttoptr(row, _ROW.as_pointer()), align=4)


def _interpreted_mean(row: int, images: int) -> float:
    return float(_words(row, LANES, ctypes.c_float)[: int(images)].mean())


@lowered("f4(u8,i8)", twin=_interpreted_mean)
def mean_of(builder: ir.IRBuilder, row: ir.Value, images: ir.Value) -> ir.Value:
    """The mean of the eight numbers of the row at address `row`;
    only its first if `images` is 1.
    """
    values = _load(builder, row, _ROW)
    numbers = [
        builder.extract_element(values, ir.Constant(_I32, lane), name="") for lane in range(LANES)
    ]
    first = numbers[0]
    while len(numbers) > 1:
        numbers = [builder.fadd(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    mean = builder.fmul(numbers[0], ir.Constant(_F32, 1 / LANES))
    is_one = builder.icmp_signed("==", images, ir.Constant(_I64, 1))
    return builder.select(is_one, first, mean)


def _load(builder: ir.IRBuilder, address: ir.Value, kind: ir.Type) -> ir.Value:
    value = builder.load(builder.inttoptr(address, kind.as_pointer()))
    value.align = 4
    return value


def _constant(number: float) -> ir.Constant:
    return ir.Constant(_ROW, [ir.Constant(_F32, number)] * LANES)


def _splat(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    first = builder.insert_element(ir.Constant(_ROW, ir.Undefined), value, ir.Constant(_I32, 0))
    mask = ir.Constant(ir.VectorType(_I32, LANES), [0] * LANES)
    return builder.shuffle_vector(first, first, mask)


@inner
def write_discs(discs: int, sign: float, rows: int) -> None:
    """Write `sign` to the inputs of all squares in `discs`, for all eight images of the board.

    `rows` is the address of the input rows.
    """
    while discs:
        square = lowest(discs)
        discs &= discs - ONE
        for lane in range(LANES):
            store_float(rows + INPUT_OFFSETS[square, lane], sign)


@inner
def write_inputs(player: int, opponent: int, rows: int) -> None:
    """Write the inputs of a position, in all eight images, to the address `rows`.

    Requires `SCRATCH_BYTES` bytes there.
    """
    clear_inputs(rows)
    write_discs(player, OWN, rows)
    write_discs(opponent, OTHER, rows)


@inner
def value_of_inputs(rows: int, graph: int) -> int:
    """Compute the output of the graph at address `graph` for the inputs at address `rows`.

    Returns 1000 (`POINT`) times the output, as an integer.
    """
    # 1. One node after the other.
    nodes, images = load_word(graph), load_word(graph + WORD_BYTES)
    place = graph + HEADER_WORDS * WORD_BYTES
    target = rows + u64(INPUTS) * ROW_BYTES
    for _ in range(nodes):
        activation = load_word(place)
        links = load_word(place + u64(2) * WORD_BYTES)
        first_link = place + NODE_WORDS * WORD_BYTES
        sum_links(rows, first_link, links, place + WORD_BYTES, target)
        if activation == RELU:
            bend(target, f32(0.0), f32(np.inf))
        elif activation == CLAMPED:
            bend(target, f32(-1.0), f32(1.0))
        place = first_link + u64(links) * LINK_WORDS * WORD_BYTES
        target += ROW_BYTES

    # 2. The mean of the last node over the images.
    value = mean_of(target - ROW_BYTES, images)
    return i64(np.rint(min(max(value, -MOST_VALUE), MOST_VALUE) * POINT))


@kernel("i8(u8,u8,u8)")
def graph_value(player: int, opponent: int, graph: int) -> int:
    """The value of a position by the graph at address `graph`: 1000 (`POINT`) times its output."""
    rows = scratch()
    write_inputs(player, opponent, rows)
    return value_of_inputs(rows, graph)
