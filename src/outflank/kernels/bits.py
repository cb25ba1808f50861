"""Counting and scanning bits: one machine instruction each."""

from __future__ import annotations

from llvmlite import ir

from outflank.kernels.jit import lowered, u64

_I64 = ir.IntType(64)
_ZERO_IS_DEFINED = ir.Constant(ir.IntType(1), 0)


def _popcount(bits: int) -> int:
    return int(bits).bit_count()


def _lowest(bits: int) -> int:
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else 64


def _highest(bits: int) -> int:
    return int(bits).bit_length() - 1


def _single(square: int) -> int:
    return u64(1 << int(square))


@lowered("i8(u8)", twin=_popcount)
def popcount(builder: ir.IRBuilder, bits: ir.Value) -> ir.Value:
    """How many bits are set."""
    return builder.ctpop(bits)


@lowered("i8(u8)", twin=_lowest)
def lowest(builder: ir.IRBuilder, bits: ir.Value) -> ir.Value:
    """Index of the lowest set bit; 64 where none is set."""
    return builder.cttz(bits, _ZERO_IS_DEFINED)


@lowered("i8(u8)", twin=_highest)
def highest(builder: ir.IRBuilder, bits: ir.Value) -> ir.Value:
    """Index of the highest set bit; −1 where none is set."""
    return builder.sub(ir.Constant(_I64, 63), builder.ctlz(bits, _ZERO_IS_DEFINED))


@lowered("u8(i8)", twin=_single)
def single(builder: ir.IRBuilder, square: ir.Value) -> ir.Value:
    """The bitboard with only `square` on it. Requires a square from 0 to 63."""
    return builder.shl(ir.Constant(_I64, 1), square)
