"""Call a compiled evaluation function by its address, so that a search can choose it at run time.

Numba can pass functions as arguments, but takes 50 µs to unpack one: as long as a search of depth 2
needs for a root move. An address in the search's `work` record costs nothing and saves an argument.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.dispatcher import Dispatcher

from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED, lowered

_SIGNATURE = types.int64(types.uint64, types.uint64)
_I64 = ir.IntType(64)
_FUNCTION = ir.FunctionType(_I64, [_I64, _I64])

_interpreted: dict[int, Callable[[int, int], int]] = {}


@cache
def address_of(evaluation: Callable[[int, int], int]) -> int:
    """The memory address of a compiled evaluation function, to be passed to `call_evaluation`.

    It is valid in this process only.
    """
    if INTERPRETED:
        _interpreted[id(evaluation)] = evaluation
        return id(evaluation)
    if not isinstance(evaluation, Dispatcher):
        raise OutflankError(
            f"{evaluation!r} is not compiled; pass evaluations.compiled(...) of it to a search"
        )
    compiled: Any = evaluation.get_compile_result(_SIGNATURE)
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name))


def _call(address: int, player: int, opponent: int) -> int:
    return _interpreted[int(address)](player, opponent)


@lowered("i8(u8,u8,u8)", twin=_call)
def call_evaluation(
    builder: ir.IRBuilder, address: ir.Value, player: ir.Value, opponent: ir.Value
) -> ir.Value:
    """Call the evaluation function at `address` with the two bitboards; return its value."""
    function = builder.inttoptr(address, _FUNCTION.as_pointer())
    return builder.call(function, [player, opponent])
