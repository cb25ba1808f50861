"""Where a command runs its jobs: processes of this machine, or a cluster."""

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
        help="Have the work done by a Dask cluster: tcp://… of its scheduler. See docs/arena.md.",
    ),
]


@contextmanager
def job_executor(cluster: str | None, processes: int | None) -> Iterator[Executor]:
    """The cluster at the address `cluster`, else `processes` processes, or one a core."""
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
    """The cluster if there is an address, else nothing: the arena then starts its own processes."""
    from outflank.cli.warmup import load_kernels

    if cluster is not None:
        from outflank.jobs.cluster import cluster_executor

        with cluster_executor(cluster, needs_kernels=needs_kernels) as executor:
            yield executor
        return
    if needs_kernels:
        load_kernels()
    yield None
