"""Read and add to memory that several threads use at the same time."""

from __future__ import annotations

import ctypes

from llvmlite import ir

from outflank.kernels.jit import lowered

_I64 = ir.IntType(64)
_F64 = ir.DoubleType()


def _load(address: int) -> int:
    return ctypes.c_int64.from_address(int(address)).value


@lowered("i8(u8)", twin=_load)
def load_shared(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    """The 64-bit integer at `address`, really read from memory at every call.

    The compiler could move a plain read out of a loop, as it does not know that other threads
    write.
    """
    pointer = builder.inttoptr(address, _I64.as_pointer())
    return builder.load_atomic(pointer, ordering="monotonic", align=8)


def _add(address: int, amount: int) -> int:
    cell = ctypes.c_int64.from_address(int(address))
    before = cell.value
    cell.value = before + int(amount)
    return before


@lowered("i8(u8,i8)", twin=_add)
def add_shared(builder: ir.IRBuilder, address: ir.Value, amount: ir.Value) -> ir.Value:
    """Add `amount` to the 64-bit integer at `address` atomically; return the old value."""
    pointer = builder.inttoptr(address, _I64.as_pointer())
    return builder.atomic_rmw("add", pointer, amount, ordering="monotonic")


def _add_real(address: int, amount: float) -> float:
    cell = ctypes.c_double.from_address(int(address))
    before = cell.value
    cell.value = before + float(amount)
    return before


@lowered("f8(u8,f8)", twin=_add_real)
def add_shared_real(builder: ir.IRBuilder, address: ir.Value, amount: ir.Value) -> ir.Value:
    """Add `amount` to the 64-bit float at `address` atomically; return the old value."""
    pointer = builder.inttoptr(address, _F64.as_pointer())
    return builder.atomic_rmw("fadd", pointer, amount, ordering="monotonic")
