"""Scratch memory on the stack, for the duration of one call of a kernel.

A Numba array would be allocated on the heap at every call, which costs more than the evaluation
that uses it; memory passed in by the caller could not be used by several threads.
"""

from __future__ import annotations

import ctypes

from llvmlite import ir
from numba.core import cgutils

from outflank.kernels.jit import lowered

SCRATCH_BYTES = 8192

_interpreted = (ctypes.c_uint8 * SCRATCH_BYTES)()


def _scratch() -> int:
    return ctypes.addressof(_interpreted)


@lowered("u8()", twin=_scratch)
def scratch(builder: ir.IRBuilder) -> ir.Value:
    """The address of `SCRATCH_BYTES` bytes that are the caller's until it returns."""
    memory = cgutils.alloca_once(builder, ir.IntType(8), size=SCRATCH_BYTES)
    return builder.ptrtoint(memory, ir.IntType(64))
