"""Helpers for kernels that are written as LLVM instructions on vectors of four 64-bit lanes.

LLVM compiles these for the CPU: AVX2, AVX-512, NEON, or plain scalar instructions. Numba has no
vector type, so a vector exists only inside one `lowered` function.
"""

from __future__ import annotations

from collections.abc import Sequence

from llvmlite import ir

I32 = ir.IntType(32)
I64 = ir.IntType(64)
LANES = 4
VECTOR = ir.VectorType(I64, LANES)


def constant(lanes: Sequence[int]) -> ir.Constant:
    """A constant vector with these four values."""
    return ir.Constant(VECTOR, [ir.Constant(I64, lane) for lane in lanes])


def same(value: int) -> ir.Constant:
    """A constant vector with `value` in all four lanes."""
    return constant([value] * LANES)


def spread(builder: ir.IRBuilder, scalar: ir.Value) -> ir.Value:
    """A vector with the run-time value `scalar` in all four lanes."""
    undefined = ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(undefined, scalar, ir.Constant(I32, 0))
    everywhere = ir.Constant(ir.VectorType(I32, LANES), [0] * LANES)
    return builder.shuffle_vector(first, undefined, everywhere)


def any_lane(builder: ir.IRBuilder, vector: ir.Value) -> ir.Value:
    """The bitwise OR of the four lanes, as a scalar."""
    name = "llvm.vector.reduce.or.v4i64"
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(I64, [VECTOR]), name)
    return builder.call(function, [vector])


def row(
    builder: ir.IRBuilder, name: str, rows: Sequence[Sequence[int]], index: ir.Value
) -> ir.Value:
    """Load the vector at `index` of the constant table `rows`.

    The table is stored in the compiled module under `name`, once for all uses.
    """
    table = builder.module.globals.get(name)
    if table is None:
        table_type = ir.ArrayType(VECTOR, len(rows))
        table = ir.GlobalVariable(builder.module, table_type, name)
        table.global_constant = True
        table.linkage = "internal"
        table.initializer = ir.Constant(table_type, [constant(lanes) for lanes in rows])
    address = builder.gep(table, [ir.Constant(I64, 0), index], inbounds=True)
    vector = builder.load(address)
    # The linker guarantees an alignment of 8 bytes only; an aligned load would crash.
    vector.align = 8
    return vector
