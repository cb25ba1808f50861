"""Games of the engine against itself: labels are what they say, and runs are resumed."""

from __future__ import annotations

import json
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outflank.engine.solver import Solver
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.training.selfplay import SelfPlay, play_shard, run_selfplay
from outflank.training.shards import positions_in, shard_path, shards_in
from tests.training.tiny import GAMES, SELF_PLAY, contents

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


def test_shards_depend_on_their_number_and_the_settings_alone() -> None:
    first, again, other = (play_shard(SELF_PLAY, shard) for shard in (0, 0, 1))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert not np.array_equal(first["player"][:50], other["player"][:50])


def test_exact_labels_are_exact() -> None:
    columns = play_shard(SELF_PLAY, 2)
    solver = Solver(weights=Weights.zeros(), table_megabytes=4)
    exact = np.flatnonzero(columns["exact"])
    assert len(exact) > 30
    for row in exact:
        position = Position(int(columns["player"][row]), int(columns["opponent"][row]))
        assert solver.solve(position).score * DISC == columns["value"][row]


def test_a_run_makes_what_is_missing(shards: Path, tmp_path: Path, executor: Executor) -> None:
    assert run_selfplay(SELF_PLAY, shards, executor, games=GAMES) == 0
    made = run_selfplay(SELF_PLAY, tmp_path, executor, games=20)
    assert made == positions_in(shard_path(tmp_path, 0))
    run_selfplay(SELF_PLAY, tmp_path, executor, games=GAMES)
    assert contents(tmp_path, "shard-*") == contents(shards, "shard-*")
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["settings"]["seed"] == 5
    assert manifest["weights_rounds"] == 0


def test_the_first_shard_tells_how_many_a_number_of_positions_takes(
    tmp_path: Path, executor: Executor
) -> None:
    run_selfplay(SELF_PLAY, tmp_path, executor, positions=1000)
    first = positions_in(shard_path(tmp_path, 0))
    assert len(shards_in(tmp_path)) == -(-1000 // first)
    assert run_selfplay(SELF_PLAY, tmp_path, executor, positions=1000) == 0


def test_games_of_other_settings_are_not_mixed(shards: Path, executor: Executor) -> None:
    with pytest.raises(OutflankError, match="other settings"):
        run_selfplay(replace(SELF_PLAY, depth=4), shards, executor, games=GAMES)


@pytest.mark.parametrize(
    "settings", [{"depth": 2}, {"exact_empties": 40}, {"least_random": 9, "most_random": 3}]
)
def test_settings_that_make_no_games_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(OutflankError, match="; give"):
        SelfPlay(**settings)


def test_a_target_is_needed(tmp_path: Path, executor: Executor) -> None:
    targets: list[dict[str, Any]] = [{}, {"games": 1, "positions": 1}, {"games": 0}]
    for target in targets:
        with pytest.raises(OutflankError, match="number of"):
            run_selfplay(SELF_PLAY, tmp_path, executor, **target)
