"""Self-play on a cluster of this machine: two workers against one.

Workers are processes with one thread each, and their scheduler is another, so this is what a
cluster of machines does but for the network between them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial

from outflank.bench.timing import Measurement, best_seconds
from outflank.errors import MissingExtra
from outflank.training.selfplay import SelfPlay, play_shard
from outflank.work.cluster import cluster_executor
from outflank.work.tasks import run_tasks

SHARDS = 40
WORK = SelfPlay(games_per_shard=25, depth=5, exact_empties=14)
WARMING = SelfPlay(games_per_shard=1, depth=3, exact_empties=8)


def measure() -> list[Measurement]:
    """Shards of self-play a second, with one worker and with two; the two clusters take turns."""
    try:
        from distributed import LocalCluster
    except ImportError:
        raise MissingExtra("a cluster", "cluster") from None

    with ExitStack() as open_clusters:
        executors = []
        for workers in (1, 2):
            cluster = open_clusters.enter_context(
                LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            )
            executors.append(
                open_clusters.enter_context(cluster_executor(cluster.scheduler_address))
            )
        for executor in executors:
            _play(WARMING, executor)
        calls: list[Callable[[], object]] = [
            partial(_play, WORK, executor) for executor in executors
        ]
        alone, together = best_seconds(*calls, rounds=3)
    games = SHARDS * WORK.games_per_shard
    return [
        Measurement(
            benchmark="cluster",
            what="games of self-play, one worker",
            value=games / alone,
            unit="games/s",
        ),
        Measurement(
            benchmark="cluster",
            what="games of self-play, two workers, against one",
            value=games / together,
            unit="games/s",
            ratio=alone / together,
        ),
    ]


def _play(settings: SelfPlay, executor: Executor) -> None:
    run_tasks(executor, play_shard, ((settings, shard) for shard in range(SHARDS)), lambda _: None)
