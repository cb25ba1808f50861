"""The pattern evaluation: update pattern states move by move, and sum up their weights.

The states of a position (see `kernels.patterns`) are a row of `LANES` 16-bit numbers. States and
weights are passed as memory addresses; there is one block of `STAGE_WEIGHTS` weights for each
number of discs on the board. Values are in 1/`DISC` of a disc for the player to move.
"""

from __future__ import annotations

import ctypes

import numpy as np
from llvmlite import ir

from outflank.kernels.bits import lowest
from outflank.kernels.jit import lowered
from outflank.kernels.patterns import INSTANCES, LANE_CENTRES, LANES, PLACED

DISC = 128
"""Evaluations are in units of 1/128 disc: this number is the value of one disc."""

STATE_BYTES = 2 * LANES

_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_PART = ir.VectorType(_I16, 16)
_PARTS = LANES // 16
_ROW = ir.ArrayType(_PART, _PARTS)


def _row(values: np.ndarray) -> ir.Constant:
    parts = [
        ir.Constant(_PART, [ir.Constant(_I16, int(value)) for value in part])
        for part in values.reshape(_PARTS, 16)
    ]
    return ir.Constant(_ROW, parts)


def _table(builder: ir.IRBuilder, name: str, rows: np.ndarray) -> ir.GlobalVariable:
    table = builder.module.globals.get(name)
    if table is None:
        kind = ir.ArrayType(_ROW, len(rows))
        table = ir.GlobalVariable(builder.module, kind, name)
        table.global_constant = True
        table.linkage = "internal"
        table.initializer = ir.Constant(kind, [_row(row) for row in rows])
    return table


def _load_row(builder: ir.IRBuilder, table: ir.Value, index: ir.Value) -> list[ir.Value]:
    parts = []
    for part in range(_PARTS):
        path = [ir.Constant(_I64, 0), index, ir.Constant(_I32, part)]
        vector = builder.load(builder.gep(table, path, inbounds=True))
        vector.align = 2
        parts.append(vector)
    return parts


def _states_at(address: int) -> np.ndarray:
    return np.ctypeslib.as_array((ctypes.c_int16 * LANES).from_address(int(address)))


def _interpreted_play(parent: int, child: int, square: int, flipped: int) -> None:
    states = _states_at(parent) + PLACED[square]
    flipped = int(flipped)
    while flipped:
        states = states + 2 * PLACED[lowest(flipped)]
        flipped &= flipped - 1
    _states_at(child)[:] = -states


@lowered("void(u8,u8,i8,u8)", twin=_interpreted_play)
def play_states(
    builder: ir.IRBuilder, parent: ir.Value, child: ir.Value, square: ir.Value, flipped: ir.Value
) -> None:
    """Write the pattern states after a move to the address `child`, from those at `parent`.

    `flipped` has the discs that the move on `square` turns. The new states are from the opponent's
    point of view, who moves next.
    """
    source = builder.inttoptr(parent, _PART.as_pointer())
    target = builder.inttoptr(child, _PART.as_pointer())
    placed = _table(builder, "outflank_placed", PLACED)
    turned = _table(builder, "outflank_turned", 2 * PLACED)

    before = []
    for part in range(_PARTS):
        vector = builder.load(builder.gep(source, [ir.Constant(_I64, part)]))
        vector.align = 2
        before.append(vector)
    states = [
        builder.add(vector, row)
        for vector, row in zip(before, _load_row(builder, placed, square), strict=True)
    ]

    # Every move flips at least one disc, so the loop tests at its end.
    entry = builder.block
    loop = builder.append_basic_block("turn")
    done = builder.append_basic_block("turned")
    builder.branch(loop)
    builder.position_at_end(loop)
    remaining = builder.phi(_I64)
    sums = [builder.phi(_PART) for _ in range(_PARTS)]
    disc = builder.cttz(remaining, ir.Constant(ir.IntType(1), 1))
    added = [
        builder.add(total, row)
        for total, row in zip(sums, _load_row(builder, turned, disc), strict=True)
    ]
    fewer = builder.and_(remaining, builder.sub(remaining, ir.Constant(_I64, 1)))
    builder.cbranch(builder.icmp_unsigned("!=", fewer, ir.Constant(_I64, 0)), loop, done)
    remaining.add_incoming(flipped, entry)
    remaining.add_incoming(fewer, loop)
    for total, state, more in zip(sums, states, added, strict=True):
        total.add_incoming(state, entry)
        total.add_incoming(more, loop)

    builder.position_at_end(done)
    for part, total in enumerate(added):
        place = builder.gep(target, [ir.Constant(_I64, part)])
        zero = ir.Constant(_PART, [ir.Constant(_I16, 0)] * 16)
        builder.store(builder.sub(zero, total), place, align=2)


def _interpreted_pass(parent: int, child: int) -> None:
    _states_at(child)[:] = -_states_at(parent)


@lowered("void(u8,u8)", twin=_interpreted_pass)
def pass_states(builder: ir.IRBuilder, parent: ir.Value, child: ir.Value) -> None:
    """Write the pattern states after a pass to the address `child`: those at `parent` negated."""
    source = builder.inttoptr(parent, _PART.as_pointer())
    target = builder.inttoptr(child, _PART.as_pointer())
    for part in range(_PARTS):
        vector = builder.load(builder.gep(source, [ir.Constant(_I64, part)]))
        vector.align = 2
        zero = ir.Constant(_PART, [ir.Constant(_I16, 0)] * 16)
        place = builder.gep(target, [ir.Constant(_I64, part)])
        builder.store(builder.sub(zero, vector), place, align=2)


def _interpreted_sum(states: int, weights: int) -> int:
    lanes = _states_at(states)
    total = 0
    for lane, centre in enumerate(LANE_CENTRES[: len(INSTANCES)]):
        place = int(weights) + 2 * (centre + int(lanes[lane]))
        total += ctypes.c_int16.from_address(place).value
    bias = int(weights) + 2 * LANE_CENTRES[-1]
    return total + ctypes.c_int16.from_address(bias).value


@lowered("i8(u8,u8)", twin=_interpreted_sum)
def sum_weights(builder: ir.IRBuilder, states: ir.Value, weights: ir.Value) -> ir.Value:
    """The value of a position: the sum of the weights of all its states, plus the bias of its
    stage.

    `states` and `weights` are addresses; `weights` is the block for the position's number of discs.
    Uses scalar loads: gathers were slower on every CPU tried (bench/evaluate.py).
    """
    state_pointer = builder.inttoptr(states, _I16.as_pointer())
    weight_pointer = builder.inttoptr(weights, _I16.as_pointer())

    def weight_at(index: ir.Value) -> ir.Value:
        return builder.sext(builder.load(builder.gep(weight_pointer, [index])), _I32)

    # Four sums side by side, so that no addition waits for the one before.
    sums = [weight_at(ir.Constant(_I64, LANE_CENTRES[-1]))] + [ir.Constant(_I32, 0)] * 3
    for lane, centre in enumerate(LANE_CENTRES[: len(INSTANCES)]):
        state = builder.load(builder.gep(state_pointer, [ir.Constant(_I64, lane)]))
        index = builder.add(builder.sext(state, _I64), ir.Constant(_I64, centre))
        sums[lane % 4] = builder.add(sums[lane % 4], weight_at(index))
    total = builder.add(builder.add(sums[0], sums[1]), builder.add(sums[2], sums[3]))
    return builder.sext(total, _I64)


def _interpreted_add_discs(player: int, opponent: int, states: int) -> None:
    lanes = np.zeros(LANES, dtype=np.int16)
    for square in range(64):
        sign = (int(player) >> square & 1) - (int(opponent) >> square & 1)
        lanes += sign * PLACED[square]
    _states_at(states)[:] = lanes


BYTE_ROWS = np.zeros((8 * 256, LANES), dtype=np.int16)
for _byte in range(8):
    for _bits in range(256):
        for _bit in range(8):
            if _bits >> _bit & 1:
                BYTE_ROWS[_byte * 256 + _bits] += PLACED[_byte * 8 + _bit]
"""What the discs of one row of the board add to every lane: row of the board × 256 + its discs."""


@lowered("void(u8,u8,u8)", twin=_interpreted_add_discs)
def add_discs(
    builder: ir.IRBuilder, player: ir.Value, opponent: ir.Value, states: ir.Value
) -> None:
    """Compute the pattern states of a position from scratch and write them to the address `states`.

    Needs one vector addition for each row of the board and each side.
    """
    table = _table(builder, "outflank_byte_rows", BYTE_ROWS)
    target = builder.inttoptr(states, _PART.as_pointer())
    totals = [ir.Constant(_PART, [ir.Constant(_I16, 0)] * 16)] * _PARTS
    for byte in range(8):
        for discs, combine in ((player, builder.add), (opponent, builder.sub)):
            bits = builder.and_(
                builder.lshr(discs, ir.Constant(_I64, 8 * byte)), ir.Constant(_I64, 255)
            )
            index = builder.add(bits, ir.Constant(_I64, 256 * byte))
            row = _load_row(builder, table, index)
            totals = [combine(total, part) for total, part in zip(totals, row, strict=True)]
    for part, total in enumerate(totals):
        builder.store(total, builder.gep(target, [ir.Constant(_I64, part)]), align=2)
