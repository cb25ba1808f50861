"""Count, find and choose set bits, each with one or two machine instructions."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import binding, ir
from numba import types
from numba.extending import overload_method

from outflank.kernels.jit import inner, lowered, u64

ONE = u64(1)

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
    """The number of set bits."""
    return builder.ctpop(bits)


@overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]
def _bit_count(bits: int) -> Callable[[int], int]:
    """Make ``bits.bit_count()`` available in users' functions that Numba compiles.

    Numba itself lacks this method of Python's integers.
    """

    def bit_count(bits: int) -> int:
        return popcount(bits)

    return bit_count


@lowered("i8(u8)", twin=_lowest)
def lowest(builder: ir.IRBuilder, bits: ir.Value) -> ir.Value:
    """Index of the lowest set bit; 64 if no bit is set."""
    return builder.cttz(bits, _ZERO_IS_DEFINED)


@lowered("i8(u8)", twin=_highest)
def highest(builder: ir.IRBuilder, bits: ir.Value) -> ir.Value:
    """Index of the highest set bit; −1 if no bit is set."""
    return builder.sub(ir.Constant(_I64, 63), builder.ctlz(bits, _ZERO_IS_DEFINED))


@lowered("u8(i8)", twin=_single)
def single(builder: ir.IRBuilder, square: ir.Value) -> ir.Value:
    """The bitboard with only `square`. Requires a square from 0 to 63."""
    return builder.shl(ir.Constant(_I64, 1), square)


# One of several bits


@inner
def scanned_bit(bits: int, index: int) -> int:
    """Index of the set bit that has exactly `index` set bits below it, found by clearing lower
    bits.

    Requires more than `index` set bits.
    """
    for _ in range(index):
        bits &= bits - ONE
    return lowest(bits)


@lowered("i8(u8,i8)", twin=scanned_bit)
def deposited_bit(builder: ir.IRBuilder, bits: ir.Value, index: ir.Value) -> ir.Value:
    """The same result as `scanned_bit`, by the x86 instruction PDEP (needs BMI2)."""
    deposit = builder.module.declare_intrinsic(
        "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(_I64, [_I64, _I64])
    )
    deposited = builder.call(deposit, [builder.shl(ir.Constant(_I64, 1), index), bits])
    return builder.cttz(deposited, _ZERO_IS_DEFINED)


# AMD's first processors with the instruction took hundreds of cycles for it.
_DEPOSITS_QUICKLY = binding.get_host_cpu_features().get("bmi2", False) and (
    binding.get_host_cpu_name() not in ("bdver4", "znver1", "znver2")
)

# Random playouts from the start, thousands a second on a Zen 3: deposited 612, scanned 470, a
# search over partial counts without branches 508; with Roxanne's classes 525, 505 and 464.
nth_bit = deposited_bit if _DEPOSITS_QUICKLY else scanned_bit
