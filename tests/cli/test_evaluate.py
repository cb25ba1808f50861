"""`outflank evaluate`: the table, JSON, and errors against the scores in a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from outflank.cli.main import run
from outflank.engine import weights as weight_files
from outflank.engine.evaluator import Evaluator
from outflank.engine.weights import STAGES, Weights
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.kernels.patterns import STAGE_WEIGHTS, symmetry_classes
from outflank.rules.position import Position

# FFO #20 with six empties, a position where Black must pass, and a finished game.
EASY = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
PASSES = "OOOOOOOO" * 6 + "OOOOOOXX" + "OOOOOOX- X"
OVER = "X" * 32 + "-" * 8 + "O" * 24 + " X"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Weights of which some are not zero: to compress random ones takes long."""
    drawn = np.zeros((STAGES, STAGE_WEIGHTS), dtype=np.int16)
    drawn[:, -4000:] = np.random.default_rng(4).normal(0, 60, (STAGES, 4000))
    path = tmp_path_factory.mktemp("weights") / "weights.bin"
    table = np.ascontiguousarray(drawn[:, symmetry_classes()])
    weight_files.save(Weights(table, {}), path)
    return str(path)


def evaluate_json(*arguments: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert run(["evaluate", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_has_an_object_a_position(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    evaluator = Evaluator(weights=weight_files.load(Path(file)))
    for depth in (0, 1, 3):
        first, second, totals = evaluate_json(
            "f5d6c3", EASY, "--depth", str(depth), "--weights", file, capsys=capsys
        )
        assert read(first["position"]).position == read("f5d6c3").position
        assert first["depth"] == second["depth"] == depth
        expected = evaluator.value(read("f5d6c3").position, depth)
        assert first["score"] == pytest.approx(expected, abs=1e-4)
        assert (totals["positions"], totals["compared"]) == (2, 0)
        assert totals["mean_absolute_error"] is None


def test_a_search_to_the_end_is_exact(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = evaluate_json(EASY, PASSES, OVER, "--depth", "60", "--weights", file, capsys=capsys)
    assert [valued["score"] for valued in found[:3]] == [6, -64, 16]


def test_scores_in_a_file_are_compared(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    obf = tmp_path / "scores.obf"
    obf.write_text(f"{EASY}; H5:+9; G6:-2;\n{PASSES}; --:-60;\n{OVER}\n")
    options = [str(obf), "--depth", "10", "--weights", file]
    *found, totals = evaluate_json(*options, capsys=capsys)
    assert [valued.get("expected") for valued in found] == [9, -60, None]
    assert totals == {
        "positions": 3,
        "compared": 2,
        "mean_absolute_error": 3.5,
        "root_mean_square_error": pytest.approx(12.5**0.5, abs=1e-4),
    }
    assert run(["evaluate", *options]) == 0
    headings, first, _, third, *sentence = capsys.readouterr().out.splitlines()
    assert headings.split() == ["#", "empty", "score", "depth", "file", "error"]
    assert first.split() == ["1", "6", "+6.00", "10", "+9", "-3.00"]
    assert third.split() == ["3", "8", "+16.00", "10"]
    told = " ".join(" ".join(sentence).split())
    assert re.search(r"2 positions compared .* absolute error 3\.500, .* error 3\.536", told)


def test_without_weights_the_shipped_ones_are_used(capsys: pytest.CaptureFixture[str]) -> None:
    found, _ = evaluate_json("f5", capsys=capsys)
    expected = Evaluator(weights=weight_files.shipped()).value(read("f5").position)
    assert found["score"] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "FILE|POSITION"),
        (["hello"], "begins no known format"),
        (["start", "--depth", "-1"], "--depth"),
        (["start", "--depth", "61"], "--depth"),
        (["start", "--weights", "missing.bin"], "no such file: missing.bin"),
        (["start", "--weights", __file__], "not a weights file"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["evaluate", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert part in captured.err


def test_an_evaluator_refuses_depths_that_cannot_be() -> None:
    with pytest.raises(OutflankError, match="depth=-1"):
        Evaluator(weights=Weights.zeros(), table_megabytes=1).value(Position.start(), -1)
