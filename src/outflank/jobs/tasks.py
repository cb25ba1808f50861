"""Run many calls on any executor: local processes, threads, or a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, as_completed
from typing import Any, TypeVar

from outflank.errors import OutflankError

Result = TypeVar("Result")


def run_tasks(
    executor: Executor,
    function: Callable[..., Result],
    tasks: Iterable[tuple[Any, ...]],
    finished: Callable[[Result], None],
) -> None:
    """Call ``function(*arguments)`` on `executor` for each tuple in `tasks`; wait for all results.

    `finished` is called here with each result as it arrives. An error or an interrupt cancels the
    calls that have not begun.
    """
    futures = {executor.submit(function, *arguments) for arguments in tasks}
    try:
        # A future keeps its result in memory, so drop each future when it is done.
        for future in as_completed(futures.copy()):
            futures.remove(future)
            finished(future.result())
    except BrokenExecutor:
        raise OutflankError(
            "a worker process died, perhaps for lack of memory; "
            "run the same command again to continue"
        ) from None
    finally:
        for future in futures:
            future.cancel()
