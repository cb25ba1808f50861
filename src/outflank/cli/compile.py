"""`outflank compile`: compile all kernels ahead of time."""

from __future__ import annotations

import time

from outflank.cli.options import JsonOption


def compile_kernels(as_json: JsonOption = False) -> None:
    """Compile all kernels that are not compiled yet; repair a damaged cache."""
    from outflank.cli.output import console, print_json
    from outflank.cli.warmup import load_kernels
    from outflank.errors import OutflankError
    from outflank.kernels import cache, jit

    compiled_before = jit.is_compiled()
    started = time.perf_counter()
    if compiled_before:
        jit.compile_all()  # loads and thereby checks each kernel
    else:
        load_kernels()
    seconds = time.perf_counter() - started
    if cache.LOG.problem:
        raise OutflankError(
            f"cannot store the kernels in {cache.cache_folder()}: {cache.LOG.problem}; "
            "free disk space or set OUTFLANK_CACHE_DIR to another folder"
        )
    mended = len(cache.LOG.damaged)
    if as_json:
        print_json(
            {
                "kernels": jit.kernel_count(),
                "compiled": not compiled_before,
                "mended": mended,
                "seconds": round(seconds, 3),
                "folder": str(cache.cache_folder()),
            }
        )
    elif mended:
        console().print(f"Recompiled {mended} damaged kernels in {seconds:.1f} s.")
    elif compiled_before:
        console().print(f"All {jit.kernel_count()} kernels are compiled already.")
    else:
        console().print(f"Compiled {jit.kernel_count()} kernels in {seconds:.1f} s.")
