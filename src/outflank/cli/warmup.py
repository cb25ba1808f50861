"""Load the compiled kernels before a command needs them; the first run compiles them."""

from __future__ import annotations

from outflank.cli.output import notices, progress_bar


def load_kernels() -> None:
    """Make sure that all kernels are compiled; if not, compile them with a progress bar."""
    from outflank.kernels import jit

    if jit.is_compiled():
        return
    notices().print("Compiling Outflank's kernels for this CPU; this happens once.")
    with progress_bar() as progress:
        task = progress.add_task("compiling", total=jit.kernel_count())

        def advance(name: str) -> None:
            progress.update(task, advance=1, description=f"compiling {name}")

        jit.compile_all(advance)
