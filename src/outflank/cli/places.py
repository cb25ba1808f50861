"""Where a verb has its work done: processes of this machine, or a cluster."""

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
def executor_for_work(cluster: str | None, processes: int | None) -> Iterator[Executor]:
    """The cluster if there is an address, else so many processes, or one a core."""
    from outflank.arena.match import default_workers
    from outflank.cli.warmup import load_kernels

    if cluster is not None:
        from outflank.work.cluster import cluster_executor

        with cluster_executor(cluster) as executor:
            yield executor
        return
    from outflank.work.processes import local_processes

    load_kernels()
    with local_processes(processes or default_workers()) as executor:
        yield executor


@contextmanager
def executor_for_games(cluster: str | None, *, needs_kernels: bool) -> Iterator[Executor | None]:
    """The cluster if there is an address, else nothing: the arena then starts its own processes."""
    from outflank.cli.warmup import load_kernels

    if cluster is not None:
        from outflank.work.cluster import cluster_executor

        with cluster_executor(cluster, needs_kernels=needs_kernels) as executor:
            yield executor
        return
    if needs_kernels:
        load_kernels()
    yield None
