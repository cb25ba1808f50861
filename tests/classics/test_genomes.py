"""Evolved networks: their file, their errors, and their use as evaluations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from outflank.classics import evaluations
from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.genomes import (
    Genome,
    Node,
    as_json,
    from_json,
    genome_evaluation,
    linear_genome,
    load,
    shipped,
    to_text,
)
from outflank.errors import FormatError, OutflankError
from outflank.kernels.graph import POINT
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.rules.squares import D6, F5
from outflank.search.limit import Limit
from tests.genomes import random_genome
from tests.positions import random_play_positions

TABLE = (500, -150, 30, 10), (-150, -250, 0, 0), (30, 0, 1, 2), (10, 0, 2, 16)


def test_a_file_holds_all_of_a_genome(tmp_path: Path) -> None:
    genome = random_genome(1, 6)
    path = tmp_path / "genome.json"
    path.write_text(to_text(genome))
    assert load(path) == genome
    assert len(path.read_text().splitlines()) < 20
    assert from_json(json.loads(json.dumps(as_json(genome)))) == genome


def test_a_linear_genome_is_a_table_of_weights() -> None:
    folded = [min(index, 7 - index) for index in range(8)]
    weights = [TABLE[row][column] / 500 for row in folded for column in folded]
    evaluate = genome_evaluation(linear_genome(weights))
    positional = evaluations.get("positional")
    for board in list(random_play_positions(seed=5, games=2))[:: 20 if INTERPRETED else 1]:
        assert evaluate(*board) == pytest.approx(positional(*board) * POINT / 500, abs=0.51)


def test_any_search_takes_a_genome() -> None:
    genome = random_genome(2, 3)
    search = AlphaBeta(genome_evaluation(genome))
    position = Position.start().play(F5).play(D6)
    children = {move: position.play(move) for move in position.legal_moves()}
    expected = max(-genome.value(child.player, child.opponent) for child in children.values())
    assert search.search(position, Limit(depth=1)).score == pytest.approx(expected, abs=2)


def test_the_shipped_genome_says_where_it_comes_from() -> None:
    genome = shipped()
    assert genome.images == 8
    assert genome.card["made_by"] == "outflank train neat"
    assert genome.card["settings"]["population"] >= 100


@pytest.mark.parametrize(
    ("nodes", "images", "part"),
    [
        ((), 8, "nodes"),
        ((Node("identity", 0.0, ()),), 3, "images=3"),
        ((Node("tanh", 0.0, ()),), 8, "'tanh'"),
        ((Node("relu", 0.0, ((64, 1.0),)),), 8, "before it"),
        ((Node("relu", 0.0, ((-1, 1.0),)),), 8, "before it"),
        ((Node("relu", float("nan"), ()),), 8, "finite"),
        ((Node("relu", 0.0, ((1, float("inf")),)),), 8, "finite"),
        ((Node("relu", 0.0, ()),) * 500, 8, "nodes"),
    ],
)
def test_genomes_that_cannot_be(nodes: tuple[Node, ...], images: int, part: str) -> None:
    with pytest.raises(OutflankError, match=part):
        Genome(nodes, images)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("not json", "no genome"),
        ("[]", "no genome"),
        ({"kind": "other"}, "no genome"),
        ({"version": 99}, "version 99"),
        ({"nodes": None}, "damaged"),
        ({"nodes": [{"activation": "relu"}]}, "damaged"),
        ({"images": "many"}, "damaged"),
    ],
)
def test_files_that_are_none(content: Any, part: str, tmp_path: Path) -> None:
    path = tmp_path / "genome.json"
    if isinstance(content, dict):
        content = json.dumps(as_json(random_genome(1, 2)) | content)
    path.write_text(content)
    with pytest.raises(FormatError, match=part) as caught:
        load(path)
    assert "genome.json" in str(caught.value)
    with pytest.raises(FormatError, match="no such file"):
        load(tmp_path / "missing.json")
