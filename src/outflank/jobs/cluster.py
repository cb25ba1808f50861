"""Run calls on other machines: a Dask cluster as a `concurrent.futures` executor.

The calls of a worker that dies are retried on other workers. The first call on a worker compiles
the kernels, once for all workers of a machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import cache
from typing import Any, ParamSpec, TypeVar

from outflank.errors import MissingExtra, OutflankError
from outflank.version import installed_version

CONNECT_SECONDS = 10
RETRIES = 3
"""How often a failed call is retried. Calls fail also when Dask stops their worker."""

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")


@contextmanager
def cluster_executor(address: str, *, needs_kernels: bool = True) -> Iterator[Executor]:
    """Yield an executor that runs calls on a Dask cluster.

    `address` is that of its scheduler, such as ``tcp://10.0.0.1:8786``. With `needs_kernels` every
    worker compiles the kernels before its first call. Leaving the context cancels unfinished calls.
    If the connection to the cluster is lost, `OutflankError` is raised.
    """
    try:
        from distributed import Client
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise MissingExtra("a cluster", "cluster") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OutflankError(
            f"no Dask scheduler answers at {address}; start one with: dask scheduler"
        ) from error
    try:
        _check_versions(client)
        with _PreparingExecutor(client, needs_kernels) as executor:
            yield executor
    except KilledWorker as error:
        raise OutflankError(
            f"the cluster at {address} lost several workers on the same task: "
            f"{' '.join(str(error).split())}"
        ) from error
    except (CancelledError, CommClosedError) as error:
        raise OutflankError(
            f"the cluster at {address} was lost; run the same command again to continue"
        ) from error
    finally:
        client.close(CONNECT_SECONDS)


class _PreparingExecutor(Executor):
    """Dask's executor. With `needs_kernels` a worker compiles the kernels before its first call."""

    def __init__(self, client: Any, needs_kernels: bool) -> None:
        # Not pure: two equal calls are two calls, so Dask need not hash all arguments.
        self._executor = client.get_executor(pure=False, retries=RETRIES)
        self._needs_kernels = needs_kernels

    def submit(
        self,
        function: Callable[Parameters, Value],
        /,
        *arguments: Parameters.args,
        **keywords: Parameters.kwargs,
    ) -> Future[Value]:
        """Run ``function(*arguments, **keywords)`` on any worker of the cluster."""
        call = prepared_call if self._needs_kernels else plain_call
        future: Future[Value] = self._executor.submit(call, function, arguments, keywords)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel all unfinished calls without waiting for them."""
        self._executor.shutdown(wait=False)


def plain_call(
    function: Callable[..., Value], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> Value:
    """Return ``function(*arguments, **keywords)``; runs on a worker of the cluster."""
    return function(*arguments, **keywords)


def prepared_call(
    function: Callable[..., Value], arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> Value:
    """Compile the kernels, then return ``function(*arguments, **keywords)``; runs on a worker."""
    prepare_kernels()
    return function(*arguments, **keywords)


@cache
def prepare_kernels() -> None:
    """Compile the kernels unless they are cached.

    A lock file makes the other processes of this machine wait while one compiles.
    """
    from outflank.kernels import cache, jit

    with (cache.cache_folder() / "compiling.lock").open("w") as lock:
        try:
            import fcntl
        except ImportError:  # Windows: each process then compiles for itself
            pass
        else:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not jit.is_compiled():
            jit.compile_all()


def _check_versions(client: Any) -> None:
    """Raise `OutflankError` if a worker has another version: its results could differ."""
    ours = installed_version()
    for worker, version in client.run(installed_version, on_error="return").items():
        if version != ours:
            found = version if isinstance(version, str) else "none that can be imported"
            raise OutflankError(
                f"worker {worker} has Outflank {found}, this machine has {ours}; "
                "install the same version on both"
            )
