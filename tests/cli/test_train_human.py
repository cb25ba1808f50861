from __future__ import annotations

import json
from pathlib import Path

import pytest

from outflank.cli.main import run
from outflank.engine import choice
from outflank.kernels.jit import INTERPRETED
from tests.training.people import write_small_base

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")


@pytest.mark.slow
def test_people_are_fitted_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, output = tmp_path / "small.wtb", tmp_path / "people.bin"
    write_small_base(base)
    small = ["--games", "4", "--held-out", "2", "--processes", "1"]
    fit = ["train", "human", str(base), "--output", str(output), *small]
    assert run(fit) == 0
    told = capsys.readouterr().out
    assert "imitation" in told
    assert "club: 1 people rated" in told
    before = output.read_bytes()

    compare = ["train", "human-losses", str(base), "--people", str(output), "--positions", "2"]
    compare += ["--depth", "1", "--processes", "1"]
    assert run(compare) == 0
    told = capsys.readouterr().out
    assert "beginner" in told
    assert "Mean loss per move" in told

    assert run([*fit, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["card"] == choice.load(output).card
    assert output.read_bytes() == before
    assert run([*compare, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["group"] for row in rows} == {"club", "expert"}


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["human", "missing.wtb"], "--output"),
        (["human", "missing.wtb", "--output", "people.bin"], "missing.wtb"),
        (["human", ".", "--output", "people.bin"], "no .wtb file"),
        (["human", "missing.wtb", "--output", "."], "is a folder"),
        (["human-losses", "missing.wtb", "--people", "none.bin"], "none.bin"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str],
    part: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["train", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert part in captured.err
