"""Data sets: every position once, on one side, with the right label, made step by step."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import pytest

from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.training import dataset as dataset_module
from outflank.training.dataset import (
    DISC_COUNTS,
    Dataset,
    Positions,
    Source,
    labels_of,
    open_dataset,
    sources_of,
)
from outflank.training.shards import import_parquet, shards_in
from tests.positions import random_play_positions
from tests.training.tiny import contents, write_positions

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


def boards_of(positions: Positions) -> list[tuple[int, int]]:
    return list(zip(positions.players.tolist(), positions.opponents.tolist(), strict=True))


def sides_of(dataset: Dataset) -> tuple[dict[Position, float], dict[Position, float]]:
    """All positions to fit and all held out, with their labels."""
    sides = []
    for read in (dataset.training, dataset.held_out):
        labels = {}
        for discs in DISC_COUNTS:
            part = read(discs)
            for boards, label in zip(boards_of(part), part.labels.tolist(), strict=True):
                position = Position(*boards)
                assert 64 - position.empty_count == discs
                assert position not in labels
                labels[position] = label
        sides.append(labels)
    return sides[0], sides[1]


def is_held_out(game: int, source: int = 0) -> bool:
    """The rule by which games are held out, in plain Python."""
    mixed = (game + (source << 40)) * 0x9E3779B97F4A7C15 % (1 << 64)
    return (mixed >> 40) % dataset_module.HELD_OUT_GAMES == 0


def image_of(position: Position, number: int) -> Position:
    return list(position.images())[number]


HELD_OUT, HELD_OUT_TOO, *_ = (game for game in range(1000) if is_held_out(game))
FITTED, FITTED_TOO, *_ = (game for game in range(1000) if not is_held_out(game))


def test_a_data_set_holds_each_position_of_the_shards_once(shards: Path, dataset: Dataset) -> None:
    fitted, held_out = sides_of(dataset)
    assert len(fitted) == dataset.summary["positions"]
    assert len(held_out) == dataset.summary["held_out"] > 0
    rows: dict[Position, list[tuple[float, int]]] = {}
    for shard in shards_in(shards):
        table = import_parquet().read_table(shard)
        columns = {name: table[name].to_numpy() for name in table.column_names}
        labels = labels_of(columns, Source(shards).trace_decay)
        for row, label in enumerate(labels):
            player, opponent = int(columns["player"][row]), int(columns["opponent"][row])
            position = Position(player, opponent).canonical()
            rows.setdefault(position, []).append((float(label), int(columns["game"][row])))
    assert rows.keys() == fitted.keys() | held_out.keys()
    for position, seen in rows.items():
        side = held_out if all(is_held_out(game) for _, game in seen) else fitted
        mean = sum(label for label, _ in seen) / len(seen)
        assert side[position] == pytest.approx(mean, abs=1e-4)


def test_what_was_seen_in_a_fitted_game_is_not_held_out(tmp_path: Path, executor: Executor) -> None:
    positions = [Position(*pair) for pair in random_play_positions(3, 1)][10:14]
    shared, alone, also_shared, fitted_only = positions
    image, other_image = image_of(shared, 3), image_of(also_shared, 5)
    write_positions(
        tmp_path / "games",
        [
            (shared, 128, HELD_OUT),
            (image, 256, FITTED),
            (other_image, 128, FITTED),
            (also_shared, 384, HELD_OUT),
            (alone, 128, HELD_OUT),
            (image_of(alone, 1), 512, HELD_OUT_TOO),
            (fitted_only, 128, FITTED_TOO),
        ],
    )
    fitted, held_out = sides_of(
        open_dataset([Source(tmp_path / "games", 0.0)], tmp_path / "work", executor)
    )
    assert held_out == {alone.canonical(): 2.5}
    assert fitted == {
        shared.canonical(): 1.5,
        also_shared.canonical(): 2.0,
        fitted_only.canonical(): 1.0,
    }


def test_a_label_is_the_mean_over_all_sources(tmp_path: Path, executor: Executor) -> None:
    first, second = (Position(*pair) for pair in list(random_play_positions(4, 1))[20:22])
    fitted_in_both = next(
        game for game in range(1000) if not is_held_out(game) and not is_held_out(game, 1)
    )
    write_positions(tmp_path / "old", [(first, 128, fitted_in_both), (second, 256, fitted_in_both)])
    write_positions(tmp_path / "new", [(image_of(first, 2), 1280, fitted_in_both)])
    folders = [tmp_path / "old", tmp_path / "new"]
    fitted, _ = sides_of(open_dataset(sources_of(folders, [0.0]), tmp_path / "work", executor))
    assert fitted == {first.canonical(): 5.5, second.canonical(): 2.0}
    # Half of the first label is now what the game led to: −2 discs for the side to move.
    traced, _ = sides_of(open_dataset(sources_of(folders, [0.5, 0.0]), tmp_path / "work", executor))
    assert traced == {first.canonical(): 4.75, second.canonical(): 2.0}


def test_labels_look_ahead_as_far_as_best_moves_were_played() -> None:
    columns = {
        "value": np.array([128, 256, -384, 512, 640], dtype=np.int16),
        "exact": np.array([False, False, False, False, True]),
        "best_played": np.array([True, True, False, True, False]),
        "passed": np.array([False, True, False, False, False]),
        "game": np.array([1, 1, 1, 2, 2], dtype=np.uint32),
    }
    assert labels_of(columns, 0.0).tolist() == [1.0, 2.0, -3.0, 4.0, 5.0]
    # A random move was played in the third; the second was followed by a pass.
    assert labels_of(columns, 1.0).tolist() == [3.0, -3.0, -3.0, -5.0, 5.0]
    assert labels_of(columns, 0.5).tolist() == [0.75, -0.5, -3.0, -0.5, 5.0]


def test_many_parts_give_the_same_as_one(
    shards: Path,
    dataset: Dataset,
    tmp_path: Path,
    executor: Executor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dataset_module, "PART_POSITIONS", 800)
    again = open_dataset([Source(shards)], tmp_path, executor)
    assert contents(again.folder, "*.npy") == contents(dataset.folder, "*.npy")
    assert again.summary == dataset.summary
    assert not (again.folder / "parts").exists()


def test_new_shards_make_a_new_data_set(tmp_path: Path, executor: Executor) -> None:
    position = Position.start()
    write_positions(tmp_path / "games", [(position, 0, FITTED)])
    before = open_dataset([Source(tmp_path / "games")], tmp_path / "work", executor)
    same = open_dataset([Source(tmp_path / "games")], tmp_path / "work", executor)
    write_positions(tmp_path / "games", [(position.play(19), 0, FITTED)], shard=1)
    after = open_dataset([Source(tmp_path / "games")], tmp_path / "work", executor)
    assert same.folder == before.folder != after.folder
    assert (before.summary["positions"], after.summary["positions"]) == (1, 2)


def test_columns_are_in_one_piece_and_windows_in_order(dataset: Dataset) -> None:
    window = dataset.training(30, 28, 32)
    parts = [dataset.training(discs) for discs in (30, 28, 32)]
    assert boards_of(window) == [boards for part in parts for boards in boards_of(part)]
    assert np.array_equal(window.labels, np.concatenate([part.labels for part in parts]))
    for column in (window.players, window.opponents, window.labels):
        assert column.flags.c_contiguous
    assert len(dataset.training(2, 66)) == 0


def test_mistakes_are_one_line(tmp_path: Path, shards: Path) -> None:
    with pytest.raises(OutflankError, match="has no shards"):
        Source(tmp_path)
    with pytest.raises(OutflankError, match="give 0 to 1"):
        Source(shards, 1.5)
    with pytest.raises(OutflankError, match="one for all or one for each"):
        sources_of([shards, shards, shards], [0.1, 0.2])
