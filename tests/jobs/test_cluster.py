"""Matches, tournaments and self-play on a real cluster, which gives the same as local processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.arena import play_match
from outflank.arena.plan import plan_of
from outflank.arena.tournament import JOURNAL_FILE, Tournament, play_tournament
from outflank.cli.main import run
from outflank.errors import OutflankError
from outflank.jobs.cluster import cluster_executor
from outflank.kernels.jit import INTERPRETED
from outflank.training.neat import BEST
from tests.clusters import Cluster, running_cluster

pytest.importorskip("distributed", reason="needs outflank[cluster]")

OUTFLANK = [sys.executable, "-m", "outflank"]
HOSTILE = Path(__file__).parents[1] / "arena" / "hostile.py"
PLAN = {
    "pairs": 6,
    "seed": 2,
    "players": {"chance": "random", "eager": "greedy", "table": "roxanne"},
}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster"), workers=2) as cluster:
        yield cluster


def moves_of(tournament: Tournament) -> list[tuple[int, ...]]:
    return [played.game.moves for played in tournament.games]


def test_a_match_has_the_same_games_as_on_local_processes(cluster: Cluster) -> None:
    local = play_match("greedy", "random", games=10, seed=7)
    with cluster_executor(cluster.address, needs_kernels=False) as executor:
        remote = play_match("greedy", "random", games=10, seed=7, executor=executor)
    assert [game.moves for game in remote.games] == [game.moves for game in local.games]
    assert [game.result for game in remote.games] == [game.result for game in local.games]


def test_both_workers_work(cluster: Cluster) -> None:
    with cluster_executor(cluster.address, needs_kernels=False) as executor:
        futures = [executor.submit(_process_after, 0.2) for _ in range(10)]
        assert {future.result() for future in futures} == {worker.pid for worker in cluster.workers}


def _process_after(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_self_play_makes_the_same_shards(cluster: Cluster, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    options = ["--games", "12", "--shard-games", "4", "--depth", "3", "--exact", "8"]
    command = ["train", "selfplay", *options]
    local, remote = tmp_path / "local", tmp_path / "remote"
    assert run([*command, str(local), "--processes", "1"]) == 0
    assert run([*command, str(remote), "--cluster", cluster.address]) == 0
    names = {path.name for path in local.glob("shard-*")}
    assert len(names) == 3
    assert {path.name for path in remote.glob("shard-*")} == names
    for name in names:
        assert (remote / name).read_bytes() == (local / name).read_bytes()


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_evolution_finds_the_same_genome(cluster: Cluster, tmp_path: Path) -> None:
    pytest.importorskip("neat")
    command = ["train", "neat", "--generations", "2", "--population", "20", "--games", "4"]
    local, remote = tmp_path / "local", tmp_path / "remote"
    assert run([*command, str(local), "--processes", "1"]) == 0
    assert run([*command, str(remote), "--cluster", cluster.address]) == 0
    assert (remote / BEST).read_bytes() == (local / BEST).read_bytes()


def test_the_command_plays_a_match_on_it(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["match", "greedy", "random", "--games", "4", "--seed", "7", "--json"]
    outcomes = []
    for place in (["--cluster", cluster.address], ["--workers", "2"]):
        assert run([*command, *place]) == 0
        summary = json.loads(capsys.readouterr().out)["summary"]
        outcomes.append([summary[key] for key in ("wins", "losses", "mean_discs", "pairs")])
    assert outcomes[0] == outcomes[1]


def test_a_player_that_cannot_be_made_is_one_line(cluster: Cluster) -> None:
    with (
        cluster_executor(cluster.address, needs_kernels=False) as executor,
        pytest.raises(OutflankError, match=r"no such file: missing\.py"),
    ):
        play_match("python:missing.py:Me", "random", games=2, executor=executor)


def test_a_worker_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    local = play_tournament(plan_of(PLAN), tmp_path / "local")
    with (
        running_cluster(tmp_path / "cluster", workers=2) as cluster,
        cluster_executor(cluster.address, needs_kernels=False) as executor,
    ):
        killed: list[subprocess.Popen[bytes]] = []

        def kill_one(tournament: Tournament) -> None:
            if len(tournament.games) == 5 and not killed:
                killed.append(cluster.workers[0])
                killed[0].kill()

        remote = play_tournament(
            plan_of(PLAN), tmp_path / "remote", executor=executor, progress=kill_one
        )
    assert killed
    assert killed[0].returncode == -signal.SIGKILL
    assert moves_of(remote) == moves_of(local)


@pytest.mark.slow
def test_a_client_killed_in_the_middle_goes_on_from_its_journal(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path / "data"))
    file = tmp_path / "cup.toml"
    players = "\n".join(f'{name} = "{spec}"' for name, spec in PLAN["players"].items())  # type: ignore[attr-defined]
    file.write_text(f"pairs = 6\nseed = 2\n[players]\n{players}\n")
    folder = tmp_path / "cup"
    command = ["tournament", str(file), "--out", str(folder), "--cluster", cluster.address]
    client = subprocess.Popen([*OUTFLANK, *command], stdout=subprocess.DEVNULL)
    journal = folder / JOURNAL_FILE
    deadline = time.monotonic() + 120
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 3):
        assert client.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    client.kill()
    client.wait()
    before = journal.read_bytes()
    assert run(command) == 0
    assert journal.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    local = play_tournament(plan_of({**PLAN, "name": "cup"}), tmp_path / "local")
    again = play_tournament(plan_of({**PLAN, "name": "cup"}), folder)
    assert moves_of(again) == moves_of(local)


@pytest.mark.slow
def test_a_lost_scheduler_is_one_line(tmp_path: Path) -> None:
    with (
        running_cluster(tmp_path, workers=1) as cluster,
        pytest.raises(OutflankError, match="was lost"),
    ):
        _lose_scheduler(cluster)


def _lose_scheduler(cluster: Cluster) -> None:
    with cluster_executor(cluster.address, needs_kernels=False) as executor:
        futures = [executor.submit(_process_after, 0.3) for _ in range(20)]
        futures[0].result()
        cluster.kill_scheduler()
        for future in futures:
            future.result()
