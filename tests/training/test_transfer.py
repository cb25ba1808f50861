"""Training on two sources in turns, at a tiny scale, as a user runs it."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from pathlib import Path

import pytest

from outflank.cli.main import run
from outflank.kernels.jit import INTERPRETED
from outflank.training.selfplay import SelfPlay, run_selfplay

pytest.importorskip("torch", reason="needs outflank[nn]: PyTorch")
pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


def test_each_turn_measures_both_sources(
    tmp_path: Path, executor: Executor, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, most_random in (("calm", 4), ("wild", 40)):
        settings = SelfPlay(
            games_per_shard=60, depth=3, exact_empties=4, most_random=most_random, weights="shipped"
        )
        run_selfplay(settings, tmp_path / name, executor, games=120)
    folders = [str(tmp_path / name) for name in ("calm", "wild")]
    options = ["--turns", "2", "--phases", "1", "--epochs", "1"]
    assert run(["train", "transfer", *folders, *options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [turn["trained_on"] for turn in found["turns"]] == ["calm", "wild", "both together"]
    assert all(0 < error < 40 for turn in found["turns"] for error in turn["errors"])
    # Each source shows fewer states of the other one's positions than of its own.
    (own_calm, wild_by_calm), (calm_by_wild, own_wild) = found["unseen"]
    assert own_calm < wild_by_calm
    assert own_wild < wild_by_calm
    assert 0 <= calm_by_wild <= 1
    assert run(["train", "transfer", folders[0], folders[0]]) == 2
