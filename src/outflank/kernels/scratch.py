"""Scratch memory on the stack, valid during one call of a kernel.

A Numba array would be allocated on the heap at every call, which takes longer than the evaluation
that uses it. Memory passed in by the caller would not be safe with several threads.
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
    """The address of `SCRATCH_BYTES` bytes of stack memory,
    valid until the calling kernel returns.
    """
    memory = cgutils.alloca_once(builder, ir.IntType(8), size=SCRATCH_BYTES)
    return builder.ptrtoint(memory, ir.IntType(64))
