"""Real games: every position once, labelled by search or solver, resumed where ended."""

from __future__ import annotations

import json
import random
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import pytest

from outflank.engine.evaluator import Evaluator
from outflank.engine.solver import Solver
from outflank.engine.weights import Weights
from outflank.errors import OutflankError
from outflank.formats.wthor import write_base
from outflank.kernels.evaluate import DISC
from outflank.kernels.jit import INTERPRETED
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.training.games import Labelling, positions_of_bases, run_labelling
from outflank.training.shards import import_parquet, shard_path, shards_in
from tests.training.tiny import contents

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

SETTINGS = Labelling(depth=3, exact_empties=7, positions_per_shard=100)


@pytest.fixture(scope="module")
def games() -> list[Game]:
    chance = random.Random(8)
    drawn = [Game() for _ in range(6)]
    for game in drawn:
        while not game.is_over():
            game.play(chance.choice(game.position.legal_moves()))
    return [*drawn, drawn[0]]


@pytest.fixture(scope="module")
def base(games: list[Game], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wthor") / "games.wtb"
    write_base(path, games)
    return path


def test_positions_are_those_in_which_somebody_moved(games: list[Game], base: Path) -> None:
    positions = positions_of_bases([base])
    expected = {
        node.parent.position.canonical()
        for game in games
        for node in game.nodes()
        if node.parent is not None
        and node.parent.position.legal_mask
        and node.parent.position.empty_count >= 5
    }
    found = list(zip(positions.players.tolist(), positions.opponents.tolist(), strict=True))
    assert len(found) == len(set(found))
    assert {Position(*boards) for boards in found} == expected
    assert 6 not in positions.games  # a copy of game 0


def test_labels_are_values_of_search_and_solver(
    base: Path, tmp_path: Path, executor: Executor
) -> None:
    made = run_labelling(SETTINGS, [base], tmp_path, executor)
    tables = [import_parquet().read_table(shard).to_pydict() for shard in shards_in(tmp_path)]
    rows = [
        dict(zip(table, row, strict=True))
        for table in tables
        for row in zip(*table.values(), strict=True)
    ]
    assert made == len(rows) == len(positions_of_bases([base]))
    solver = Solver(weights=Weights.zeros(), table_megabytes=1)
    evaluator = Evaluator(weights=Weights.zeros(), table_megabytes=1)
    for row in rows:
        position = Position(row["player"], row["opponent"])
        assert row["exact"] == (position.empty_count <= 7)
        assert not row["best_played"]
        if row["exact"]:
            assert row["value"] == solver.solve(position).score * DISC
        else:
            assert row["value"] == evaluator.value(position, 3) * DISC


def test_a_run_makes_what_is_missing(base: Path, tmp_path: Path, executor: Executor) -> None:
    run_labelling(SETTINGS, [base], tmp_path, executor)
    whole = contents(tmp_path, "shard-*")
    shard_path(tmp_path, 1).unlink()
    assert run_labelling(SETTINGS, [base], tmp_path, executor) == 100
    assert contents(tmp_path, "shard-*") == whole
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert list(manifest["settings"]["bases"]) == ["games.wtb"]


def test_a_base_without_moves_is_one_line(tmp_path: Path, executor: Executor) -> None:
    empty = tmp_path / "empty.wtb"
    write_base(empty, [])
    with pytest.raises(OutflankError, match="no moves"):
        run_labelling(SETTINGS, [empty], tmp_path / "out", executor)


def test_games_end_at_an_illegal_move() -> None:
    from outflank.kernels.labels import positions_of_games
    from outflank.rules.squares import A1, D6, F5

    moves = np.full((2, 60), 255, dtype=np.uint8)
    moves[0, :3] = F5, A1, D6
    moves[1, :2] = F5, D6
    players, opponents = (np.zeros(120, dtype=np.uint64) for _ in range(2))
    games = np.zeros(120, dtype=np.uint32)
    assert positions_of_games(moves, players, opponents, games) == 3
    assert games[:3].tolist() == [0, 1, 1]
