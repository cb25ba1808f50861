"""Killed in the middle, a run goes on when it is started again, and comes to the same result."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import pytest

from outflank.cli.main import run
from outflank.engine import weights as weight_files
from outflank.engine.weights import Weights
from outflank.kernels.jit import INTERPRETED
from outflank.training.dataset import Source, open_dataset
from outflank.training.fit import Fit, run_fit
from outflank.training.selfplay import run_selfplay
from outflank.training.shards import positions_in, shards_in
from tests.training.tiny import GAMES, SELF_PLAY, SELF_PLAY_OPTIONS, contents

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python"),
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]

OUTFLANK = [sys.executable, "-m", "outflank"]
TIMEOUT_SECONDS = 120


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.005)


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(number) for number in listed.split()]


def is_running(number: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except OSError:
        return False


def start_and_kill(command: list[str], folder: Path, pattern: str) -> None:
    """Run a command, and kill it with all its force as soon as `folder` has such a file."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: process.poll() is not None or any(folder.glob(pattern)))
        assert process.poll() is None, "it was done before it could be killed"
        children = children_of(process)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    # The workers notice that their parent has ended.
    wait_until(lambda: not any(map(is_running, children)))


def test_self_play(shards: Path, tmp_path: Path, executor: Executor) -> None:
    many = [*SELF_PLAY_OPTIONS, "--games", "100000", "--processes", "2"]
    start_and_kill(
        [*OUTFLANK, "train", "selfplay", str(tmp_path), *many], tmp_path, "shard-*.parquet"
    )
    kept = shards_in(tmp_path)
    assert all(positions_in(shard) for shard in kept)
    run_selfplay(SELF_PLAY, tmp_path, executor, games=GAMES)
    files = contents(tmp_path, "*")
    assert contents(shards, "shard-*").items() <= files.items()
    assert files.keys() == {"manifest.json"} | {shard.name for shard in shards_in(tmp_path)}


def test_fitting(shards: Path, tmp_path: Path, executor: Executor) -> None:
    output, work = tmp_path / "weights.bin", tmp_path / "work"
    options = ["--output", str(output), "--work", str(work), "--passes", "1"]
    command = ["train", "fit", str(shards), *options, "--processes", "1"]
    for pattern in ("data-*/train-10.npy", "fit-*/stage-10.json"):
        start_and_kill([*OUTFLANK, *command], work, pattern)
        assert not output.exists()
    assert run(command) == 0
    undisturbed = open_dataset([Source(shards)], tmp_path / "other", executor)
    fitted, _ = run_fit(undisturbed, Fit(passes=1), executor)
    assert output.read_bytes() == weight_files.to_bytes(fitted)
    assert not list(tmp_path.rglob("*.unfinished"))


SAVE_AGAIN_AND_AGAIN = """
import sys
from pathlib import Path
from outflank.engine.weights import Weights, save
path = Path(sys.argv[1])
while True:
    for number in (1, 2):
        weights = Weights.zeros()
        weights.table[:] = number
        save(weights, path)
"""


def test_writing_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    first = Weights.zeros()
    weight_files.save(first, path)
    for _ in range(2):
        for leftover in tmp_path.glob("*.unfinished"):
            leftover.unlink()
        command = [sys.executable, "-c", SAVE_AGAIN_AND_AGAIN, str(path)]
        start_and_kill(command, tmp_path, "*.unfinished")
        table = weight_files.load(path).table
        assert table[0, 0] in (0, 1, 2)
        assert np.all(table == table[0, 0])
