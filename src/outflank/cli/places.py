"""Where a command runs its jobs: on local processes or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Annotated, TypeAlias

import typer

ClusterOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Run on a Dask cluster: its scheduler's address, tcp://… See docs/arena.md.",
    ),
]


WorkersOption: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="Number of processes; default: one per core.")
]


@contextmanager
def job_executor(cluster: str | None, processes: int | None) -> Iterator[Executor]:
    """Yield an executor for jobs on a Dask cluster or on local processes.

    `cluster` is the address of the cluster's scheduler. If it is None, `processes` local processes
    are used; None means one per core.
    """
    from outflank.cli.warmup import load_kernels

    if cluster is not None:
        from outflank.jobs.cluster import cluster_executor

        with cluster_executor(cluster) as executor:
            yield executor
        return
    from outflank.jobs.processes import local_processes

    load_kernels()
    with local_processes(processes) as executor:
        yield executor


@contextmanager
def executor_for_games(cluster: str | None, *, needs_kernels: bool) -> Iterator[Executor | None]:
    """Yield an executor for match games on the Dask cluster at address `cluster`.

    Yields None if `cluster` is None: the arena then starts its own processes. With `needs_kernels`,
    the compiled kernels are loaded first.
    """
    from outflank.cli.warmup import load_kernels

    if cluster is not None:
        from outflank.jobs.cluster import cluster_executor

        with cluster_executor(cluster, needs_kernels=needs_kernels) as executor:
            yield executor
        return
    if needs_kernels:
        load_kernels()
    yield None
