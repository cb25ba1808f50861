"""`outflank compile`: compile all kernels now, so that nothing has to later."""

from __future__ import annotations

import time

from outflank.cli.options import JsonOption


def compile_kernels(as_json: JsonOption = False) -> None:
    """Compile all kernels now, or find that they are compiled already."""
    from outflank.cli.output import console, print_json
    from outflank.cli.warmup import load_kernels
    from outflank.kernels import jit

    compiled_before = jit.is_compiled()
    started = time.perf_counter()
    load_kernels()
    seconds = time.perf_counter() - started
    if as_json:
        print_json(
            {
                "kernels": jit.kernel_count(),
                "compiled": not compiled_before,
                "seconds": round(seconds, 3),
                "folder": str(jit.cache_folder()),
            }
        )
    elif compiled_before:
        console().print(f"All {jit.kernel_count()} kernels are compiled already.")
    else:
        console().print(f"Compiled {jit.kernel_count()} kernels in {seconds:.1f} s.")
