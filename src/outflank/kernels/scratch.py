"""A little memory on the stack, for kernels that need some for the length of one call.

An array of Numba's would be taken from the heap at every call, which costs more than the whole
evaluation that uses it; memory handed in from outside could not be shared by threads.
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
