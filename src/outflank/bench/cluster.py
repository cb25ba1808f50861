"""Speed of self-play on a Dask cluster: two workers against one, all on this machine.

The scheduler and the workers, of one thread each, are separate processes, as on a cluster of
machines but without its network. On busy cores wall-clock time says little; the CPU time of the
busiest worker shows how evenly the work was distributed, and the overhead.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from concurrent.futures import Executor
from contextlib import ExitStack

from outflank.bench.timing import Measurement
from outflank.errors import MissingExtra
from outflank.jobs.cluster import cluster_executor
from outflank.jobs.tasks import run_tasks
from outflank.training.selfplay import SelfPlay, play_shard

SHARDS = 100
ROUNDS = 2
WORK = SelfPlay(games_per_shard=25, depth=5, exact_empties=14)
WARMING = SelfPlay(games_per_shard=1, depth=3, exact_empties=8)


def measure() -> list[Measurement]:
    """Measure games a second with one worker and with two; the two clusters take turns."""
    try:
        from distributed import LocalCluster
    except ImportError:
        raise MissingExtra("a cluster", "cluster") from None

    with ExitStack() as open_clusters:
        executors = []
        for workers in (1, 2):
            cluster = open_clusters.enter_context(
                LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0")
            )
            executors.append(
                open_clusters.enter_context(cluster_executor(cluster.scheduler_address))
            )
        for executor in executors:
            _play(WARMING, executor)
        runs = [[_play(WORK, executor) for executor in executors] for _ in range(ROUNDS)]
    alone, together = (min(run[place] for run in runs) for place in (0, 1))
    busy_alone, busy_together = (min(run[place][1] for run in runs) for place in (0, 1))
    games = SHARDS * WORK.games_per_shard
    return [
        Measurement(
            what="games of self-play, one worker",
            value=games / alone[0],
            unit="games/s",
        ),
        Measurement(
            what="games of self-play, two workers, against one",
            value=games / together[0],
            unit="games/s",
            ratio=alone[0] / together[0],
        ),
        Measurement(
            what="processor time of the busier of two workers, against one",
            value=busy_together,
            unit="s",
            ratio=busy_alone / busy_together,
        ),
    ]


def _play(settings: SelfPlay, executor: Executor) -> tuple[float, float]:
    """Run self-play of `SHARDS` shards (sets of games) on the executor.

    Returns the seconds it took, and the CPU seconds of the busiest worker.
    """
    processor_seconds: defaultdict[int, float] = defaultdict(float)

    def finished(answer: tuple[int, float]) -> None:
        worker, seconds = answer
        processor_seconds[worker] += seconds

    started = time.perf_counter()
    run_tasks(executor, timed_shard, ((settings, shard) for shard in range(SHARDS)), finished)
    return time.perf_counter() - started, max(processor_seconds.values())


def timed_shard(settings: SelfPlay, shard: int) -> tuple[int, float]:
    """Play one shard (set of games) of self-play in a worker process.

    Returns the worker's process id and the CPU seconds used.
    """
    started = time.process_time()
    play_shard(settings, shard)
    return os.getpid(), time.process_time() - started
