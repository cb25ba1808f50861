"""Compilation and caching of kernels: all options of the compiler are here.

Three decorators, and `compile_own` for functions that users write:

- ``@kernel("i8(u8,u8)")``: a compiled function with one signature, callable from Python and from
  other kernels. Compiled when its module is imported, or loaded from the cache.
- ``@inner``: a helper that only kernels call; it is compiled into its callers and costs nothing at
  start-up.
- ``@lowered("u8(u8,u8)", twin=...)``: a function written as LLVM instructions, for what Numba
  cannot express. `twin` is a portable function with the same meaning: it runs where compilation is
  switched off (``NUMBA_DISABLE_JIT=1``), and tests compare the two.

Compiled code is kept in a cache: see `cache.py`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config, sigutils, typeinfer
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from outflank.errors import OutflankError
from outflank.kernels.cache import PACKAGE, KernelCache, is_complete, kernel_sources, mark_complete

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: bool = bool(config.DISABLE_JIT)
"""Whether compilation is switched off, so that every kernel runs as plain Python."""

# Integer division by zero and the like follow NumPy: checks that raise would need the GIL.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

u64: Callable[[int], int] = np.uint64  # type: ignore[assignment]
i64: Callable[[int], int] = np.int64  # type: ignore[assignment]
f32: Callable[[float], float] = np.float32  # type: ignore[assignment]
"""Type conversions, for constants and within kernels; the type checker sees them as plain numbers.

Use `u64` for every constant in bit arithmetic: a Python int combined with an unsigned variable
would give a signed result.
"""


def kernel(signature: Any) -> Callable[[Function], Function]:
    """Decorator: compile a function for exactly one signature and cache it.

    The signature is a string, or a Numba signature object if it contains records or functions.
    """

    def decorate(function: Function) -> Function:
        if INTERPRETED:
            return _interpreted(function, signature)
        if function.__qualname__ == function.__name__:
            _report(function.__name__)  # not those made on demand, which `kernel_count` leaves out
        dispatcher = numba.njit(**_OPTIONS)(function)
        dispatcher._cache = KernelCache(function)
        with typeinfer.register_dispatcher(dispatcher):  # a kernel may call itself
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        return dispatcher  # type: ignore[no-any-return]

    return decorate


def inner(function: Function) -> Function:
    """Decorator: compile a helper function into the kernels that call it."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)  # type: ignore[no-any-return]


def lowered(signature: str, twin: Function) -> Callable[[Callable[..., ir.Value]], Function]:
    """Decorator: turn a function that emits LLVM instructions into a function that kernels can
    call.

    The decorated function receives an ``ir.IRBuilder`` and the arguments as LLVM values, and
    returns the LLVM value of the result. `twin` is a Python function with the same results.
    """

    def decorate(emit: Callable[..., ir.Value]) -> Function:
        if INTERPRETED:
            return twin
        argument_types, return_type = sigutils.normalize_signature(signature)
        resolved = return_type(*argument_types)

        def generate(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
            return emit(builder, *arguments)

        def typed(_typing_context: Any, *_arguments: Any) -> Any:
            return resolved, generate

        # Numba counts arguments by the signature, the first one being the typing context.
        typed.__signature__ = inspect.signature(emit)  # type: ignore[attr-defined]
        typed.__name__ = emit.__name__
        typed.__doc__ = emit.__doc__
        return intrinsic(typed)  # type: ignore[no-any-return]

    return decorate


def compile_own(function: Function, signature: str) -> Function:
    """Compile a function that a user wrote; raises `OutflankError` with a one-line message on
    failure.

    It is compiled anew in every process, because the cache cannot know what the function depends
    on.
    """
    if INTERPRETED:
        return _interpreted(function, signature)
    try:
        return numba.njit(signature, **_OPTIONS)(function)  # type: ignore[no-any-return]
    except (NumbaError, TypeError) as error:
        told = (line.strip() for line in str(error).splitlines())
        reason = next((line for line in told if line and not line.startswith("Failed in")), "")
        raise OutflankError(f"{function.__name__} cannot be compiled: {reason}") from error


def _interpreted(function: Function, signature: Any) -> Function:
    """Wrap `function` for ``NUMBA_DISABLE_JIT=1``: plain Python that converts its scalar arguments
    to the types of `signature`, as compiled code does.
    """
    argument_types, _ = sigutils.normalize_signature(signature)
    converters = [
        getattr(np, str(kind)) if isinstance(kind, types.Number) else (lambda value: value)
        for kind in argument_types
    ]

    @wraps(function)
    def call(*arguments: Any) -> Any:
        converted = [convert(value) for convert, value in zip(converters, arguments, strict=True)]
        with np.errstate(over="ignore"):  # compiled integers wrap in silence
            return function(*converted)

    return call  # type: ignore[return-value]


# Progress of the first compilation


_listener: Callable[[str], None] | None = None


def _report(name: str) -> None:
    if _listener is not None:
        _listener(name)


def kernel_modules() -> list[str]:
    """The names of the modules that define kernels callable from Python."""
    return [
        ".".join(("outflank", *file.relative_to(PACKAGE).with_suffix("").parts))
        for file in kernel_sources()
        if "\n@kernel(" in file.read_text()
    ]


def kernel_count() -> int:
    """The number of kernels that `compile_all` compiles or loads."""
    return sum(file.read_text().count("\n@kernel(") for file in kernel_sources())


def compile_all(progress: Callable[[str], None] | None = None) -> None:
    """Compile every kernel or load it from the cache.

    `progress`, if given, is called with the name of each kernel.
    """
    global _listener
    _listener = progress
    try:
        for name in kernel_modules():
            import_module(name)
    finally:
        _listener = None
    if not INTERPRETED:
        mark_complete()


def is_compiled() -> bool:
    """Whether the cache holds all kernels of this version, so that programs start fast."""
    return INTERPRETED or is_complete()
