"""How kernels are compiled and cached: every option of the compiler stands here.

Three decorators:

- ``@kernel("i8(u8,u8)")``: a compiled function with one signature, callable from Python and from
  other kernels. Compiled when its module is imported, or loaded from the cache.
- ``@inner``: a helper that only kernels call; it is compiled into its callers and costs nothing at
  start-up.
- ``@lowered("u8(u8,u8)", twin=...)``: a function written as LLVM instructions, for what Numba
  cannot express. `twin` is a portable function with the same meaning: it runs where compilation is
  switched off (``NUMBA_DISABLE_JIT=1``), and tests hold the two together.

The cache lives in one folder per fingerprint: the sources of all kernels, the versions of Numba and
LLVM, the CPU and the compiler's switches. Numba itself looks only at the file that defines a kernel
and would keep stale code when a helper in another file changes.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from llvmlite import binding, ir
from numba import types
from numba.core import config, sigutils
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: bool = bool(config.DISABLE_JIT)
"""Whether compilation is switched off, so that every kernel runs as plain Python."""

# Integer division by zero and the like follow NumPy: checks that raise would need the GIL.
_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

UNUSED_FOLDER_DAYS = 30
"""A cache folder that no process has used for so long is removed."""


u64: Callable[[int], int] = np.uint64  # type: ignore[assignment]
i64: Callable[[int], int] = np.int64  # type: ignore[assignment]
f32: Callable[[float], float] = np.float32  # type: ignore[assignment]
"""Conversions, for constants and within kernels; the type checker sees plain numbers.

A Python int beside an unsigned variable would turn the sum into a signed one, so constants in bit
arithmetic are all made by `u64`.
"""


def kernel(signature: Any) -> Callable[[Function], Function]:
    """Compile a function for exactly one signature, with caching (see the module's docstring).

    The signature is a string, or a Numba signature where it names records or functions.
    """

    def decorate(function: Function) -> Function:
        if INTERPRETED:
            return _interpreted(function, signature)
        if function.__qualname__ == function.__name__:
            _report(function.__name__)  # not those made on demand: nobody waits for all of them
        with _cache_folder_in_use():
            return numba.njit(signature, cache=True, **_OPTIONS)(function)  # type: ignore[no-any-return]

    return decorate


def inner(function: Function) -> Function:
    """Compile a helper into the kernels that call it."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)  # type: ignore[no-any-return]


def lowered(signature: str, twin: Function) -> Callable[[Callable[..., ir.Value]], Function]:
    """Make a kernel function from one that emits LLVM instructions.

    The decorated function is given an ``ir.IRBuilder`` and the arguments as LLVM values, and
    returns the LLVM value of the result.
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


def _interpreted(function: Function, signature: Any) -> Function:
    """`function` as plain Python, its scalar arguments converted as the compiled one would."""
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


PACKAGE = Path(__file__).parent.parent


def kernel_sources() -> list[Path]:
    """The files of all folders where kernels are defined."""
    folders = (PACKAGE / "kernels", PACKAGE / "classics")
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


def kernel_modules() -> list[str]:
    """The modules that define kernels callable from Python."""
    return [
        ".".join(("outflank", *file.relative_to(PACKAGE).with_suffix("").parts))
        for file in kernel_sources()
        if "\n@kernel(" in file.read_text()
    ]


def kernel_count() -> int:
    """How many kernels `compile_all` goes through."""
    return sum(file.read_text().count("\n@kernel(") for file in kernel_sources())


def compile_all(progress: Callable[[str], None] | None = None) -> None:
    """Compile every kernel, or load it from the cache; `progress` is told the name of each."""
    global _listener
    _listener = progress
    try:
        for name in kernel_modules():
            import_module(name)
    finally:
        _listener = None
    if not INTERPRETED:
        (cache_folder() / _COMPLETE).touch()


def is_compiled() -> bool:
    """Whether the cache holds the kernels of this version, so that a start will be quick."""
    return INTERPRETED or (cache_folder() / _COMPLETE).exists()


# The cache

_COMPLETE = "complete"


@cache
def fingerprint() -> str:
    """A name for everything that compiled code depends on."""
    digest = hashlib.sha256()
    for source in kernel_sources():
        name = source.relative_to(PACKAGE).as_posix().encode()
        digest.update(name + b"\0" + source.read_bytes() + b"\0")
    environment = (
        numba.__version__,
        binding.llvm_version_info,
        sys.version_info[:2],
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
        bool(config.BOUNDSCHECK),
        str(config.OPT),
    )
    digest.update(repr(environment).encode())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """The folder of compiled code, made if it is not there.

    ``OUTFLANK_CACHE_DIR`` sets another place; where the place cannot be written, as on a read-only
    system, a folder that lasts as long as the machine's temporary files is used.
    """
    chosen = os.environ.get("OUTFLANK_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("outflank"))
    for place in (root, Path(tempfile.gettempdir()) / "outflank-cache"):
        folder = place / "kernels" / fingerprint()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        _remove_unused(folder)
        return folder
    raise OSError(f"neither {root} nor the temporary folder can be written")


def _remove_unused(current: Path) -> None:
    oldest_kept = time.time() - UNUSED_FOLDER_DAYS * 86_400
    for folder in current.parent.iterdir():
        if folder != current and folder.is_dir() and folder.stat().st_mtime < oldest_kept:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _cache_folder_in_use() -> Iterator[None]:
    """Point Numba at our folder while it decorates; its own users keep theirs."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        config.CACHE_DIR = before
